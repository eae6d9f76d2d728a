-- After how many days without a word the companion may write. Null: it does not.
alter table initiative add column silence_days integer;
alter table initiative add constraint a_silence_has_days check (silence_days between 1 and 60);
alter table initiative_message drop constraint initiative_sort_is_known;
alter table initiative_message add constraint initiative_sort_is_known check (sort in ('brief', 'follow_up', 'silence'));
create index initiative_with_silence on initiative (account_id) where silence_days is not null;
