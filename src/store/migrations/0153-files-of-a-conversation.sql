-- A question may be about a file that came long before the messages that a model sees.
create index media_file_of_conversation on media_file (conversation_id, account_id) where dropped_at is null;
