-- Both are asked for every turn with memory, and hold hardly any rows: without them each question
-- read the whole conversation.
create index message_heard_by_others on message (conversation_id) where (payload -> 'surroundings' ->> 'shared') = 'true';
create index turn_of_story on turn (conversation_id) where skill = 'scenes';
