-- How far a talk waits to be read for memories by a model, and before whom it was held.
alter table conversation_memory add column audience text not null default 'private';
alter table conversation_memory add column pending_through bigint not null default 0;
create index conversation_memory_pending on conversation_memory (pending_through) where is_on and pending_through > read_through;
