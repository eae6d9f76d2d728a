-- Invitations that the person begins: kept like a visitor's request that was confirmed, so that the same mails follow the entry.
alter table booking_request add column by_owner boolean not null default false;
