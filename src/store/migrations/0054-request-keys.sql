-- Requests that a program may send twice: by its own key, what was answered the first time. No status: it is still being worked on.
-- No fact and in no rebuild; a day later it is forgotten.
create table request_key (
  account_id text not null,
  key text not null,
  route text not null,
  body text not null,
  chat_id text,
  status integer,
  answer jsonb,
  created_at timestamptz not null,
  primary key (account_id, key)
);
select guard_table('request_key');

-- Words that a story no longer has are in no answer that is kept; that it was answered stays known.
create function forget_answers() returns trigger language plpgsql as $$
begin
  update request_key set answer = null where answer is not null and chat_id in (select chat_id from gone);
  return null;
end $$;
create trigger scene_turns_take_answers_along after delete on scene_turns
  referencing old table as gone for each statement execute function forget_answers();
