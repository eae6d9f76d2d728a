-- What a shared story sent into other people's chats holds an erased person's words as well. Only
-- messages of those who took part in the same story, and only those that were sent to them.
create function reword_sent_events(who text, story text, ids bigint[], payloads jsonb) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed bigint;
begin
  if not exists (select from account a where a.id = who and a.lifecycle = 'disabled') then
    raise exception 'only an account that was disabled before can be erased' using errcode = 'restrict_violation';
  end if;
  if not exists (select from story_rooms r where r.account_id = story
      and r.room -> 'seats' @> jsonb_build_array(jsonb_build_object('account_id', who))) then
    raise exception 'that account takes no part in this story' using errcode = 'restrict_violation';
  end if;
  perform set_config('meanwhile.erasing', 'yes', true);
  update event_log e set payload_json = p.payload
    from (select ids[n] as id, payloads -> (n - 1) as payload from generate_subscripts(ids, 1) n) p
    where e.id = p.id and e.kind in ('message_sent', 'delivery_queued')
      and exists (select from story_rooms r where r.account_id = story
        and r.room -> 'seats' @> jsonb_build_array(jsonb_build_object('account_id', e.account_id)));
  get diagnostics changed = row_count;
  perform set_config('meanwhile.erasing', 'no', true);
  return changed;
end $$;
revoke execute on function reword_sent_events(text, text, bigint[], jsonb) from public;
grant execute on function reword_sent_events(text, text, bigint[], jsonb) to meanwhile_engine;
