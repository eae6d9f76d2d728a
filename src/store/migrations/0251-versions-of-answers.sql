-- Messages that change which version of an answer counts are few, and are looked for by conversation.
create index message_with_versions on message (conversation_id, event_id) where payload ? 'versions';
