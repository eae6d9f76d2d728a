-- Only the engine writes credentials: what acts as an account reads its own and changes none.
revoke insert, update, delete on access_token from meanwhile_app;

-- A paced channel asks when a conversation was last written to.
create index delivery_last_attempt on delivery_attempt (conversation_id, attempted_at) where attempted_at is not null;
