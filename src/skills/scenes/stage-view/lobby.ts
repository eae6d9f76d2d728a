import type { Reads } from "../../../domain/ports/reads.ts";
import type { BotView, ChatSummary, LobbyView } from "../../../domain/views/story-view.ts";

const maxChats = 200;

/** Only the displayed fields of a card; the rest can be large. */
const botColumns = `id, name, persona, traits, backstory, kickoff_prose, initial_relationship_to_you, voice_samples, updated_at,
  coalesce(extensions #> '{card,data,tags}', '[]') as tags,
  coalesce(extensions #>> '{card,data,creator}', '') as creator,
  coalesce(extensions #>> '{card,data,creator_notes}', '') as creator_notes,
  case jsonb_typeof(extensions #> '{lorebook,entries}') when 'array' then jsonb_array_length(extensions #> '{lorebook,entries}') else 0 end
    as lore_entries,
  exists (select from bot_assets a where a.account_id = bots.account_id and a.bot_id = bots.id and (a.picture is not null or a.picture_hash is not null)) as has_picture`;

/** Lines of sealed scenes and of running unattended scenes are not shown as a chat's last line. */
const isUnseenSql = `(exists (select from digests d where d.chat_id = l.chat_id and d.scene_id = l.scene_id and d.sealed)
    or exists (select from scene_plans p where p.chat_id = l.chat_id and p.scene_id = l.scene_id and p.status = 'running'))`;

const chatsSql = `select c.id, c.title, c.host_bot_id, c.guest_bot_id, c.initial_time, c.clock, c.narrative_anchor, c.branch_id, c.updated_at,
    t.speaker_id as last_speaker_id, left(t.text, 240) as last_text, coalesce(t.created_at, c.updated_at) as last_at,
    exists (select from scenes s where s.chat_id = c.id and s.kind = 'meanwhile' and s.closed_at is null) as has_meanwhile,
    exists (select from digests d where d.chat_id = c.id and not d.delivered) as has_digest
  from chats c left join lateral
    (select speaker_id, text, created_at from scene_turns l where chat_id = c.id and not ${isUnseenSql} order by event_id desc limit 1) t on true
  where c.account_id = $1 order by last_at desc, c.id limit ${maxChats}`;

export async function readLobby(read: Reads, accountId: string): Promise<LobbyView> {
  const bots = await read.rows<BotView>(
    `select ${botColumns} from bots where account_id = $1 order by name, id`,
    [accountId],
  );
  const [self] = await read.rows<NonNullable<LobbyView["you"]>>(
    "select name, pronouns, persona from you where account_id = $1",
    [accountId],
  );
  const chats = await read.rows<ChatSummary>(chatsSql, [accountId]);
  return { bots, you: self ?? null, chats };
}
