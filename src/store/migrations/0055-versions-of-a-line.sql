-- A reply may have several versions, of which one counts. `versions` has the words of each, in order; none while there is only one.
alter table scene_turns add column version integer not null default 1;
alter table scene_turns add column versions jsonb not null default '[]';
-- The turn of ours whose beat a later version belongs to.
alter table scene_turns add column beat_turn_id text;
