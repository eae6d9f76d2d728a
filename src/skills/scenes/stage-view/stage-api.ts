import type { Decisions } from "../../../domain/ports/decisions.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { StageApi, Feeling } from "../../../domain/views/stage.ts";
import { createChatStates } from "../state/chat-states.ts";
import { readBeat, readLinesBefore } from "./lines.ts";
import { readMemories } from "./memories.ts";
import { stopUnattended, startUnattended } from "./unattended.ts";
import { readStage } from "./view.ts";
import type { BotView, ChatSummary, LobbyView } from "../../../domain/views/story-view.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { RecordedChatEvent } from "../state/events.ts";
import { type Pausable, slices } from "../../../domain/slices.ts";
import { readChatEvents } from "../state/read-log.ts";
import { evolveEdge } from "../state/edges.ts";
import { findActivePath } from "../state/path.ts";
import { type Edge, edgeKey } from "../state/chat-state.ts";

/** Cached chats, for finding the speaker of a running turn. */
const cachedChats = 20;

interface StageDeps {
  readonly decisions: Decisions;
  /** For requests that fold the whole chat. */
  readonly long: Decisions;
}

/** Stories for the page. The person sees their whole story; no prompt is built from these views. */
export function createStageApi({ decisions, long }: StageDeps): StageApi {
  const states = createChatStates({ most: cachedChats });
  return {
    readLobby: (accountId) => decisions.read(accountId, (read) => readLobby(read, accountId)),
    readStage: (accountId, of) =>
      long.read(accountId, (read) => readStage({ read, states }, { accountId, ...of })),
    listLinesBefore: (accountId, of) =>
      decisions.read(accountId, (read) => readLinesBefore(read, { accountId, ...of })),
    readBeat: (accountId, of) =>
      decisions.read(accountId, (read) => readBeat(read, { accountId, ...of })),
    listFeelings: (accountId, chatId) =>
      long.read(accountId, (read) => readFeelings(read, { accountId, chatId })),
    listMemories: (accountId, of) =>
      long.read(accountId, (read) => readMemories(read, { accountId, ...of })),
    startUnattended: (accountId, { chatId, ...of }) =>
      long.prepare(accountId, (at) => startUnattended({ ...at, accountId, chatId }, of)),
    stopUnattended: (accountId, { chatId, planId }) =>
      long.prepare(accountId, (at) => stopUnattended({ ...at, accountId, chatId }, planId)),
  };
}

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

const chatsSql = `select c.id, c.title, c.host_bot_id, c.guest_bot_id, c.initial_time, c.clock, c.narrative_anchor, c.branch_id, c.persona, c.updated_at,
    t.speaker_id as last_speaker_id, left(t.text, 240) as last_text, coalesce(t.created_at, c.updated_at) as last_at,
    exists (select from scenes s where s.chat_id = c.id and s.kind = 'meanwhile' and s.closed_at is null) as has_meanwhile,
    exists (select from digests d where d.chat_id = c.id and not d.delivered) as has_digest
  from chats c left join lateral
    (select speaker_id, text, created_at from scene_turns l where chat_id = c.id and not ${isUnseenSql} order by event_id desc limit 1) t on true
  where c.account_id = $1 order by last_at desc, c.id limit ${maxChats}`;

async function readLobby(read: Reads, accountId: string): Promise<LobbyView> {
  const bots = await read.rows<BotView>(
    `select ${botColumns} from bots where account_id = $1 order by name, id`,
    [accountId],
  );
  const [self] = await read.rows<NonNullable<LobbyView["you"]>>(
    "select name, pronouns, persona, others from you where account_id = $1",
    [accountId],
  );
  const chats = await read.rows<ChatSummary>(chatsSql, [accountId]);
  return { bots, you: self ?? null, chats };
}

/** Every change of a feeling along the active path. */
async function readFeelings(
  read: Reads,
  of: { readonly accountId: string; readonly chatId: string },
): Promise<Feeling[]> {
  const found = await read.rows("select 1 from chats where account_id = $1 and id = $2", [
    of.accountId,
    of.chatId,
  ]);
  if (found.length === 0) throw new Refusal("not_found");
  const path = await slices.run(findActivePath(await readChatEvents(read, of.chatId, 0)));
  return slices.run(traceFeelings(path));
}

export function* traceFeelings(path: readonly RecordedChatEvent[]): Pausable<Feeling[]> {
  const edges = new Map<string, Edge>();
  const feelings: Feeling[] = [];
  let clock = "";
  for (const event of path) {
    yield;
    clock = readTime(event) || clock;
    if (event.kind !== "edge_update") continue;
    const key = edgeKey(event.payload.source_id, event.payload.target_id);
    const before = edges.get(key);
    const edge = evolveEdge(before, event);
    edges.set(key, edge);
    // A beat that changes nothing adds no step.
    if (before !== undefined && before.affinity === edge.affinity && before.trust === edge.trust)
      continue;
    const { source, target, affinity, trust } = edge;
    feelings.push({
      event_id: event.id,
      story_time: clock,
      source_id: source,
      target_id: target,
      affinity,
      trust,
    });
  }
  return feelings;
}

function readTime({ kind, payload }: RecordedChatEvent): string {
  if (kind === "chat_created") return payload.initial_time;
  if (kind === "time_advanced") return payload.to;
  return "story_time" in payload ? (payload.story_time ?? "") : "";
}
