-- A vendor's id is unique in its conversation only: behind one connector two people's phones may count alike, and the second
-- person's message was taken for a copy of the first one's. For ever: a vendor may repeat a message a day later.
create unique index one_row_per_vendor_message_of_conversation
  on message (provider_type, channel_account, causal_inbound_event_id, conversation_id) where direction = 'inbound';
drop index one_row_per_vendor_message;
