-- Which messages belong to scenes that their person has not unsealed.
create index digests_sealed on digests (account_id) where sealed;
create index scene_turns_of_scene on scene_turns (chat_id, scene_id);
