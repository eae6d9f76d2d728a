-- What the passwords of our roles' logins are derived from, on a server of the operator's own. Only the owner of the schema reads it.
create table if not exists login_secret (
  one boolean primary key default true,
  secret text not null,
  constraint there_is_one_secret check (one)
);

-- Accounts count up streams of their own alone, by what they write. A stream that exists belongs to the account of its conversation or
-- of its first event; a new one that names an account must name the caller's.
create function advance_own_streams(names text[], counts bigint[]) returns table (stream text, version bigint)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  caller constant text := calling_account();
begin
  if caller is null then
    raise exception 'only an account advances its streams' using errcode = 'insufficient_privilege';
  end if;
  if exists (select from unnest(names, counts) t(n, c) where n is null or c is null or c not between 1 and 100000) then
    raise exception 'a stream advances by the number of its new events' using errcode = 'check_violation';
  end if;
  if exists (
    select from unnest(names) t(n)
      left join event_log e on e.stream = t.n and e.stream_version = 1
      left join conversation c on t.n = 'conversation:' || c.id
    where case
      when c.id is not null then c.account_id <> caller
      when e.id is not null then e.account_id is distinct from caller
      when exists (select from stream_head h where h.stream = t.n) then true
      when split_part(t.n, ':', 1) in ('account', 'bot', 'bot-assets', 'calendar', 'friends', 'notifications', 'social', 'you')
        or t.n like 'chat:%:%' then split_part(t.n, ':', 2) <> caller
      else false
    end
  ) then
    raise exception 'this stream is somebody else''s' using errcode = 'insufficient_privilege', constraint = 'a_stream_is_its_accounts';
  end if;
  return query
    insert into stream_head as h (stream, version)
    select n, c from unnest(names, counts) as t(n, c) order by n
    on conflict (stream) do update set version = h.version + excluded.version
    returning h.stream, h.version;
end $$;
revoke execute on function advance_own_streams(text[], bigint[]) from public;
grant execute on function advance_own_streams(text[], bigint[]) to meanwhile_app;

-- With the caller's own rights: the engine moves every stream, an account only its own.
create or replace function advance_streams(names text[], counts bigint[]) returns table (stream text, version bigint)
language plpgsql volatile security invoker set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if current_user = 'meanwhile_app' then
    return query select a.stream, a.version from advance_own_streams(names, counts) a;
  else
    return query
      insert into stream_head as h (stream, version)
      select n, c from unnest(names, counts) as t(n, c) order by n
      on conflict (stream) do update set version = h.version + excluded.version
      returning h.stream, h.version;
  end if;
end $$;
