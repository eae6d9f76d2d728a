-- Addresses of other programs that hear of a person's reminders and stories. Made of events; the secret that calls are signed with is
-- derived from the installation's key, and is nowhere in the database.
create table webhook (
  id text primary key,
  account_id text not null,
  url text not null,
  types text[] not null,
  -- An operator added it: its address counts as allowed, whatever the settings list.
  by_operator boolean not null,
  is_on boolean not null,
  off_reason text,
  key_id text not null,
  generation integer not null,
  renewed_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint off_reason_is_known check (off_reason in ('person', 'gone', 'failing'))
);
create index webhook_of_account on webhook (account_id);
select guard_table('webhook');

-- One call for each event and address, until it was taken. It names its event and holds no words.
create table webhook_call (
  id text primary key,
  webhook_id text not null,
  account_id text not null,
  event_id bigint not null,
  type text not null,
  status text not null default 'pending',
  attempt integer not null default 0,
  next_attempt_at timestamptz,
  attempted_at timestamptz,
  error_code text,
  created_at timestamptz not null,
  ended_at timestamptz,
  lease_holder text,
  lease_until timestamptz,
  fence bigint not null default 0,
  constraint webhook_call_status_is_known check (status in ('pending', 'sent', 'failed'))
);
create index webhook_call_due on webhook_call (next_attempt_at, event_id) where status = 'pending';
create index webhook_call_of_webhook on webhook_call (webhook_id, event_id);
create index webhook_call_of_account on webhook_call (account_id, created_at);
select guard_table('webhook_call');

-- The call is written with its event or not at all, by whatever wrote the event. Most accounts have no webhook, and most events are
-- of other kinds: those cost nothing, these one look into an index.
create function queue_webhook_calls() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  about text := case new.kind
    when 'reminder_fired' then 'reminder.fired'
    when 'reminder_completed' then 'reminder.done'
    when 'digest_written' then 'story.digest'
    when 'delivery_sent' then 'reminder.delivered'
    when 'delivery_delivered' then 'reminder.delivered'
    when 'delivery_read' then 'reminder.delivered'
    when 'delivery_waiting' then 'reminder.waiting'
    else 'reminder.failed' end;
begin
  if not exists (select from webhook where account_id = new.account_id and is_on and about = any(types)) then
    return null;
  end if;
  if new.kind = 'reminder_fired' and new.payload_json #>> '{fire,fire_state}' = 'skipped' then
    return null;
  end if;
  -- A part that was sent inside of another one is reported with that.
  if new.kind like 'delivery%' and (new.payload_json ? 'merged_into' or not exists (
    select from delivery_attempt d where d.id = new.payload_json ->> 'delivery_id' and d.account_id = new.account_id
      and (d.payload -> 'pieces' @> '[{"kind": "reminders"}]' or d.payload -> 'ending' @> '[{"kind": "reminders"}]'))) then
    return null;
  end if;
  insert into webhook_call (id, webhook_id, account_id, event_id, type, next_attempt_at, created_at)
    select 'evt_' || new.id || '_' || id, id, account_id, new.id, about, new.at, new.at
    from webhook where account_id = new.account_id and is_on and about = any(types);
  return null;
end $$;
create trigger webhooks_hear_of_it after insert on event_log for each row when (new.account_id is not null and new.kind in (
    'reminder_fired', 'reminder_completed', 'digest_written', 'delivery_sent', 'delivery_delivered', 'delivery_read', 'delivery_waiting',
    'delivery_unknown', 'delivery_failed', 'delivery_expired'))
  execute function queue_webhook_calls();
