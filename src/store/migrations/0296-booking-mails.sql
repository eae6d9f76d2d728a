-- What a visitor was told by e-mail: work, not facts. `mail_told` names the state that the last mail was about, `mail_sequence` its number
-- for calendar programs.
alter table booking_request add column mail_told text;
alter table booking_request add column mail_sequence integer not null default 0;
alter table booking_request add column mail_failures integer not null default 0;
alter table booking_request add column mail_next_at timestamptz;
alter table booking_request add column mail_state text check (mail_state in ('sent', 'failed'));
create index booking_request_with_mail on booking_request (account_id) where email is not null and state in ('confirmed', 'declined', 'expired');
