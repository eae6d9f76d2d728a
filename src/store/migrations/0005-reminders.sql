-- Reminders, what they fired, what waits for an answer, and the moments at which something is due.

create table reminder (
  id text primary key,
  owner_account_id text not null,
  -- Where it was made. It fires there; without one the owner's order of channels decides.
  conversation_id text,
  content text not null,
  content_hash text not null,
  kind text not null,
  lifecycle text not null default 'active',
  -- How it ended: the person said so, it fired, or its only occurrence was left out.
  completion text,
  -- What was meant: a wall clock in a zone. The moment itself only for "in 25 minutes", where it wins.
  local_start text,
  captured_timezone text not null,
  instant timestamptz,
  rrule text,
  workdays text,
  exdates jsonb not null default '[]',
  -- The rule in parts, `{}` when there is none.
  recurrence_rule jsonb not null default '{}',
  duration_minutes integer,
  -- What to do when it could not fire in time.
  late_policy text not null default 'fire',
  -- Derived from the above in one function; null when nothing is to come.
  next_fire_at timestamptz,
  last_fired_at timestamptz,
  -- One occurrence that was changed on its own: of which series, and the wall time it stands for.
  series_id text,
  occurrence text,
  shared_reminder_id text,
  hidden_from_calendar boolean not null default false,
  source text not null,
  uid text,
  turn_id text,
  -- Version of its stream: a change names the one it has seen.
  version bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  deleted_at timestamptz,
  constraint reminder_kind_is_known check (kind in ('timed', 'recurring', 'no_trigger_time', 'shared_projection', 'proactive')),
  constraint reminder_lifecycle_is_known check (lifecycle in ('active', 'completed', 'deleted')),
  constraint reminder_completion_is_known check (completion in ('done', 'fired', 'skipped')),
  constraint late_policy_is_known check (late_policy in ('fire', 'skip')),
  constraint only_active_reminders_fire check (next_fire_at is null or lifecycle = 'active'),
  constraint untimed_reminders_never_fire check (kind <> 'no_trigger_time' or (local_start is null and next_fire_at is null)),
  constraint timed_reminders_have_a_start check (kind = 'no_trigger_time' or local_start is not null),
  constraint a_series_has_a_rule check ((kind = 'recurring') <= (rrule is not null))
) with (fillfactor = 80);
create index reminder_of_owner on reminder (owner_account_id, lifecycle, next_fire_at);
create index reminder_due on reminder (owner_account_id, next_fire_at) where next_fire_at is not null;
create index reminder_of_series on reminder (series_id) where series_id is not null;
create index reminder_of_shared on reminder (shared_reminder_id) where shared_reminder_id is not null;
create unique index one_reminder_per_imported_uid on reminder (owner_account_id, uid, coalesce(occurrence, '')) where uid is not null and lifecycle <> 'deleted';
select guard_table('reminder', 'owner_account_id');

-- Each occurrence fires once: its key is the moment it was due.
create table reminder_fire (
  reminder_id text not null,
  occurrence_key text not null,
  account_id text not null,
  content text not null,
  due_at timestamptz not null,
  fired_at timestamptz not null,
  fire_state text not null default 'completed',
  missed_catch_up boolean not null default false,
  -- Earlier occurrences of the series that nobody could fire either: the first of them.
  missed_since timestamptz,
  -- Its words, and by them its deliveries. Null when the policy was not to speak.
  message_id text,
  conversation_id text,
  created_at timestamptz not null,
  primary key (reminder_id, occurrence_key),
  constraint fire_state_is_known check (fire_state in ('completed', 'skipped'))
);
create index reminder_fire_of_account on reminder_fire (account_id, fired_at);
select guard_table('reminder_fire');

-- A question that is open: the request it belongs to, until it is answered, replaced or too old.
create table pending_clarification (
  id text primary key,
  conversation_id text not null,
  account_id text not null,
  unresolved_action_fingerprint text not null,
  question text not null,
  request jsonb not null,
  candidates jsonb not null default '[]',
  status text not null default 'open',
  expires_at timestamptz not null,
  consumed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint clarification_status_is_known check (status in ('open', 'consumed', 'expired', 'superseded'))
);
-- In a group each person has a question of their own.
create unique index one_open_clarification_per_person_and_conversation on pending_clarification (conversation_id, account_id) where status = 'open';
select guard_table('pending_clarification');

-- What somebody's last change in a conversation was, so that one word takes it back.
create table undo_point (
  conversation_id text not null,
  account_id text not null,
  turn_id text,
  at timestamptz not null,
  -- Of each reminder: its id, the version that the change made, and the row as it was before, null when it was not there.
  changes jsonb not null,
  primary key (conversation_id, account_id)
);
select guard_table('undo_point');

-- A moment at which something is due. One row for all that falls on the same person and moment: it is claimed as a whole.
create table timer (
  id text primary key,
  kind text not null,
  account_id text not null,
  conversation_id text,
  due_at timestamptz not null,
  -- What could not be done when it was due: how often it was tried, and why not. It is tried again at `due_at`.
  failures integer not null default 0,
  last_error text
) with (fillfactor = 90);
create index timer_by_due on timer (due_at, id);
create index timer_in_trouble on timer (last_error, account_id) where last_error is not null;
select guard_table('timer');
