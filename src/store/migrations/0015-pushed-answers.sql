-- Answers that are pushed to the vendor over a connection: what the vendor's message said to answer it by. Whichever process holds
-- the connection pushes on from here.

alter table answer_stream add column reply_to text;
create index answer_stream_to_push on answer_stream (provider_type, channel_account, opened_at) where ended_at is null and reply_to is not null;
