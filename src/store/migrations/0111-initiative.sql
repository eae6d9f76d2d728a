-- Whether the companion may write first, for each person: nothing is sent without a row that says so.
create table initiative (
  account_id text primary key,
  brief boolean not null,
  follow_ups boolean not null,
  most_per_day integer not null,
  -- When it was switched last.
  since timestamptz not null,
  constraint a_day_has_a_budget check (most_per_day between 1 and 10)
);
select guard_table('initiative');

-- What it wrote first, and why.
create table initiative_message (
  id text primary key,
  account_id text not null,
  sort text not null,
  message_id text not null,
  -- The date on the person's wall: the budget counts by it.
  said_on text not null,
  reason jsonb not null,
  at timestamptz not null,
  constraint initiative_sort_is_known check (sort in ('brief', 'follow_up'))
);
create index initiative_message_of_day on initiative_message (account_id, said_on);
create index initiative_message_by_message on initiative_message (message_id);
select guard_table('initiative_message');
