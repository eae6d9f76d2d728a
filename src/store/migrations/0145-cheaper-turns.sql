-- Its queries take an array, and the planner took every array to be a new case: it planned them at each commit, which cost ten times
-- their execution.
alter function advance_own_streams(text[], bigint[]) set plan_cache_mode = 'force_generic_plan';

-- A prompt leaves out the answers of turns that failed: they are few, and are found by their conversation.
create index failed_turn_of_conversation on turn (conversation_id) where status = 'failed';
