-- Where an account's time zone comes from: the server's setting, a guess by the country of a phone number, or the person.
-- Accounts from before keep the zone that they have.
alter table account add column zone_source text not null default 'chosen';
alter table account add constraint zone_source_is_known check (zone_source in ('default', 'guessed', 'chosen'));
-- The country of the guess, and whether the person has been told of it: that is done once.
alter table account add column zone_country text;
alter table account add column zone_told boolean not null default false;
