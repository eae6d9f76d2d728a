-- Looks up each stream by its keys, one at a time. As joins, the same questions read every conversation at every commit,
-- and every event and stream while a plan of a young database was kept.
create or replace function advance_own_streams(names text[], counts bigint[]) returns table (stream text, version bigint)
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
    select from (
      select n,
        (select c.account_id from conversation c where c.id = substr(n, length('conversation:') + 1) and n like 'conversation:%') as talks,
        (select coalesce(e.account_id, '') from event_log e where e.stream = n and e.stream_version = 1) as began,
        (select true from stream_head h where h.stream = n) as is_there
      from unnest(names) t(n)
    ) t
    where case
      when talks is not null then talks <> caller
      when began is not null then began <> caller
      when is_there then true
      when split_part(n, ':', 1) in ('account', 'bot', 'bot-assets', 'calendar', 'friends', 'notifications', 'social', 'you')
        or n like 'chat:%:%' then split_part(n, ':', 2) <> caller
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
