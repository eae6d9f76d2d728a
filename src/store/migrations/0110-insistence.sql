-- A reminder that repeats until it is done: how often, how many times at most, until which clock time, and whether it takes the
-- person's other ways when it stays unanswered. `nag_at` is its next repeat and `nags` how many there were since its own time.
alter table reminder add column insist jsonb;
alter table reminder add column nag_at timestamptz;
alter table reminder add column nags integer not null default 0;
alter table reminder add constraint a_repeat_needs_its_pattern check (nag_at is null or insist is not null);
create index reminder_nag on reminder (owner_account_id, nag_at) where nag_at is not null;

-- Which repeat it was; 0 is the reminder's own time.
alter table reminder_fire add column nag integer not null default 0;
