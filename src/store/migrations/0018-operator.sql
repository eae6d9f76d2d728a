-- Roles, the audit of what operators did, and the one permitted change of old events: erasing an account.

alter table access_token drop constraint token_role_is_known;
alter table access_token add constraint token_role_is_known check (role in ('operator', 'auditor', 'account'));
create index account_by_age on account (created_at desc, id desc);

-- What operators did and what was refused, in ids and codes, never in anybody's words. Each row carries the hash of the one
-- before, so that a row that was changed, taken out or put in is found.
create table audit_entry (
  id bigint primary key,
  at timestamptz not null,
  action text not null,
  outcome text not null,
  -- The credential: a token's id, or where a command came from.
  actor text not null,
  actor_account_id text,
  role text,
  -- The account that it was done to.
  account_id text,
  subject text,
  network text,
  details jsonb not null default '{}',
  previous_hash text not null,
  hash text not null,
  constraint audit_outcome_is_known check (outcome in ('done', 'refused'))
);
create index audit_entry_of_account on audit_entry (account_id, id) where account_id is not null;

-- The end of the chain. Rows taken from the end are missed here.
create table audit_head (
  one boolean primary key default true,
  id bigint not null,
  hash text not null,
  constraint there_is_one_head check (one)
);
insert into audit_head (id, hash) values (0, repeat('0', 64));

-- Whoever inserts has no say in a row's number and hashes. The lock on the head puts the writers in one line.
create function chain_audit_entry() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_head;
begin
  select * into head from audit_head for update;
  new.id := head.id + 1;
  new.previous_hash := head.hash;
  new.hash := encode(sha256(convert_to(head.hash || E'\n' || jsonb_build_array(
    new.id, to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), new.action, new.outcome, new.actor, new.actor_account_id,
    new.role, new.account_id, new.subject, new.network, new.details)::text, 'UTF8')), 'hex');
  update audit_head set id = new.id, hash = new.hash;
  return new;
end $$;
create trigger audit_entries_are_chained before insert on audit_entry for each row execute function chain_audit_entry();

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_entry is append-only' using errcode = 'restrict_violation';
end $$;
create trigger audit_entry_is_append_only before update or delete on audit_entry for each row execute function refuse_audit_change();
create trigger audit_entry_is_never_truncated before truncate on audit_entry for each statement execute function refuse_audit_change();

-- Accounts reach none of it.
grant select, insert on audit_entry to meanwhile_engine;
grant select on audit_head to meanwhile_engine;
grant select on audit_entry, audit_head to meanwhile_reader;

-- The log takes no change but one: words that go with their account. Its place, time and stream stay, whoever asks.
create or replace function refuse_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if current_setting('meanwhile.erasing', true) = 'yes' and old.kind <> 'account_erased'
      and (new.id, new.at, new.stream, new.stream_version) = (old.id, old.at, old.stream, old.stream_version) then
      return new;
    end if;
  end if;
  raise exception 'event_log is append-only' using errcode = 'restrict_violation';
end $$;

-- The same facts without words: what names rows, states and moments stays, every other text goes.
create function without_words(value jsonb, name text default '') returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(value)
    when 'object' then
      return coalesce((select jsonb_object_agg(e.key, without_words(e.value, e.key)) from jsonb_each(value) e), '{}');
    when 'array' then
      return coalesce((select jsonb_agg(without_words(e.value, name) order by e.nth)
        from jsonb_array_elements(value) with ordinality as e(value, nth)), '[]');
    when 'string' then
      if name ~ '^(id|ids|key|kind|type|mode|skill|status|state|source|scope|peer|code|reason|domain|operation|disposition|direction|channel|channel_account|subject|completion|lifecycle|late_policy|workdays|rrule|local_start|captured_timezone|exdates|instant|occurrence)$'
        or name ~ '_(id|ids|key|type|at|since|code|hash|state)$' then
        return value;
      end if;
      return '""';
    else return value;
  end case;
end $$;

-- Blanks the events of an account between two places of the log. In conversations of several people the others' turns stand on
-- the order of all messages, so there the facts stay and only their words go; so do moments in others' calendars that it had set.
-- What others noted about the account goes, too.
create function blank_events(who text, groups text[], reminders text[], low bigint, high bigint) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  worded bigint;
  whole bigint;
begin
  if not exists (select from account a where a.id = who and a.lifecycle = 'disabled') then
    raise exception 'only an account that was disabled before can be erased' using errcode = 'restrict_violation';
  end if;
  perform set_config('meanwhile.erasing', 'yes', true);
  update event_log e set payload_json = without_words(e.payload_json)
    where e.id between low and high and e.kind not in ('erased', 'account_erased') and (
      (e.account_id = who and e.conversation_id = any(groups) and e.stream = 'conversation:' || e.conversation_id)
      or (e.account_id <> who and e.stream = any(reminders)));
  get diagnostics worded = row_count;
  update event_log e set kind = 'erased', payload_json = '{}', causation_id = null
    where e.id between low and high and e.kind not in ('erased', 'account_erased') and (
      (e.account_id = who and (e.conversation_id is null or not (e.conversation_id = any(groups)) or e.stream <> 'conversation:' || e.conversation_id))
      or (e.kind in ('friend_named', 'friend_setting_changed') and e.payload_json ->> 'friend_account_id' = who)
      or (e.kind in ('friend_blocked', 'friend_unblocked') and e.payload_json ->> 'blocked_account_id' = who)
      or (e.kind in ('friendship_made', 'friendship_removed') and who = any(string_to_array(e.stream, ':')))
      or (e.kind = 'notification_made' and e.payload_json ->> 'actor_account_id' = who and e.payload_json ->> 'type' <> 'friendship_removed'));
  get diagnostics whole = row_count;
  perform set_config('meanwhile.erasing', 'no', true);
  return worded + whole;
end $$;
revoke execute on function blank_events(text, text[], text[], bigint, bigint) from public;
grant execute on function blank_events(text, text[], text[], bigint, bigint) to meanwhile_engine;
