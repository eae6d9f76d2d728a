-- The words of a file that was deleted after its time, so that a question about it can still be answered.
alter table media_file add column text text;
create index media_file_with_text on media_file (conversation_id, account_id) where text is not null;
