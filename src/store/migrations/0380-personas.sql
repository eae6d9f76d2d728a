-- The personas that a person keeps beside the usual one, and whom they play in one story if it is another.
alter table you add column others jsonb not null default '[]';
alter table chats add column persona jsonb;
