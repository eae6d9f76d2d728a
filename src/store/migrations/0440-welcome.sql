-- Whether a person has been asked for name, time zone and language on the page. Accounts from before are not asked again.
alter table account add column is_welcomed boolean not null default true;
