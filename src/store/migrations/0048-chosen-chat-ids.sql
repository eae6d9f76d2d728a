-- What a person calls a chat whose id another account chose first. The chat then has an id of its own.
alter table chats add column chosen_id text;
create unique index one_chat_per_chosen_id on chats (account_id, chosen_id) where chosen_id is not null;

-- Whether a chat of that id is or was anywhere. Asked before one is made, never answered to anybody.
create function chat_id_is_taken(chat text) returns boolean language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from stream_head where stream = 'chat:' || chat)
$$;
revoke execute on function chat_id_is_taken(text) from public;
grant execute on function chat_id_is_taken(text) to meanwhile_app, meanwhile_engine;
