import { isOnPage } from "../../../domain/page.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { chatScope } from "../../../domain/views/scenes.ts";
import type { LinesQuery, CurrentBeat, StageView, Undoable } from "../../../domain/views/stage.ts";
import type {
  ChatView,
  DigestView,
  EdgeView,
  SceneView,
} from "../../../domain/views/story-view.ts";
import { loadCast } from "../state/cast.ts";
import type { ChatStates } from "../state/chat-states.ts";
import { readRequest } from "../api/internal-turns.ts";
import { readNewestLines } from "./lines.ts";
import { listPresent, findLineSource } from "../state/present.ts";
import { excludeElsewhere } from "../state/scene-membership.ts";
import { pickSpeaker } from "../beat/speaker.ts";
import { type ChatState, findCurrentScene, type Scene } from "../state/chat-state.ts";

interface StageDeps {
  readonly read: Reads;
  readonly states: ChatStates;
}

interface StageQuery extends LinesQuery {
  readonly accountId: string;
  readonly chatId: string;
}

interface Lane {
  readonly id: string;
  readonly running_turn_id: string | null;
  readonly last_event_id: number;
}

/** The stage from the chat's tables, which reflect its active path only. */
export async function readStage(on: StageDeps, of: StageQuery): Promise<StageView> {
  const { read } = on;
  const [chat] = await read.rows<ChatView>(
    "select * from chats where account_id = $1 and id = $2",
    [of.accountId, of.chatId],
  );
  if (chat === undefined) throw new Refusal("not_found");
  const [lane] = await read.rows<Lane>(
    `select id, running_turn_id, coalesce((select max(e.id) from event_log e where e.conversation_id = c.id), 0) as last_event_id
     from conversation c where account_id = $1 and ${isOnPage("c")} and scope = $2`,
    [of.accountId, chatScope(of.chatId)],
  );
  const readRows = <R>(sql: string): Promise<R[]> => read.rows<R>(sql, [of.chatId]);
  const { turns, has_earlier } = await readNewestLines(read, of);
  return {
    chat,
    conversation_id: lane?.id ?? null,
    last_event_id: lane?.last_event_id ?? 0,
    playing:
      lane === undefined || lane.running_turn_id === null
        ? null
        : await findCurrentBeat(on, of.chatId, lane),
    containers: await readRows("select * from containers where chat_id = $1 order by id"),
    scenes: (await readRows<SceneView>(scenesSql)).map(sortPresent),
    activities: await readRows("select * from activities where chat_id = $1 order by entity_id"),
    edges: await hideSealedFacts(
      read,
      of.chatId,
      await readRows("select * from edges where chat_id = $1 order by source_id, target_id"),
    ),
    plans: await readRows("select * from scene_plans where chat_id = $1 order by event_id"),
    digests: (
      await readRows<DigestView>("select * from digests where chat_id = $1 order by event_id")
    ).map(hideSealedCut),
    threads: await readRows(threadsSql),
    turns,
    has_earlier,
    undoable: await findUndoable(read, of.chatId),
  };
}

/** A character is in one scene at a time: the open one they entered last. */
const isHereSql = `(s.closed_at is not null or not exists (select from presence q join scenes o on o.chat_id = q.chat_id and o.id = q.scene_id
  where q.chat_id = p.chat_id and q.entity_id = p.entity_id and q.present and o.closed_at is null and q.event_id > p.event_id))`;

const scenesSql = `select s.*, coalesce((select jsonb_agg(p.entity_id) from presence p
    where p.chat_id = s.chat_id and p.scene_id = s.id and p.present and ${isHereSql}), '[]') as present
  from scenes s where s.chat_id = $1 order by s.id`;

const sealedTurnsSql = `select t.id from scene_turns t join digests d on d.chat_id = t.chat_id and d.scene_id = t.scene_id and d.sealed
  where t.chat_id = $1`;

/** Relationship summaries written in sealed scenes. */
const sealedViewsSql = `select e.payload_json ->> 'source_id' as source_id, e.payload_json ->> 'target_id' as target_id,
    e.payload_json ->> 'relationship_summary' as said
  from event_log e join digests d on d.chat_id = e.chat_id and d.sealed and d.scene_id = (e.payload_json ->> 'scene_id')::bigint
  where e.chat_id = $1 and e.kind = 'relationship_summarised'`;

/** Facts and summaries from sealed scenes are removed. */
export async function hideSealedFacts(
  read: Reads,
  chatId: string,
  edges: readonly EdgeView[],
): Promise<readonly EdgeView[]> {
  const turns = new Set(
    (await read.rows<{ id: string }>(sealedTurnsSql, [chatId])).map(({ id }) => id),
  );
  if (turns.size === 0) return edges;
  const views = await read.rows<{ source_id: string; target_id: string; said: string }>(
    sealedViewsSql,
    [chatId],
  );
  const isOpen = ({ cites = [] }: EdgeView["facts"][number]): boolean =>
    !cites.some((id) => turns.has(id));
  return edges.map((edge) => {
    const { source_id: source, target_id: target, relationship_summary: now } = edge;
    const isSealed = views.some(
      ({ source_id, target_id, said }) =>
        source_id === source && target_id === target && said === now,
    );
    return {
      ...edge,
      facts: edge.facts.filter(isOpen),
      ...(isSealed ? { relationship_summary: "" } : {}),
    };
  });
}

/** Threads of sealed scenes are omitted: they would reveal what was said. */
const threadsSql = `select t.* from threads t where t.chat_id = $1 and not exists
    (select from digests d where d.chat_id = t.chat_id and d.scene_id = t.scene_id and d.sealed)
  order by t.event_id`;

/** Present characters in speaking order. */
function sortPresent(scene: SceneView): SceneView {
  const present = new Set(scene.present);
  return { ...scene, present: scene.participants.filter((id) => present.has(id)) };
}

/** The content of a sealed digest is omitted. */
const hideSealedCut = (digest: DigestView): DigestView =>
  digest.sealed ? { ...digest, directors_cut: null } : digest;

/** The speaker of the running turn, by the same rule as in the turn itself. */
async function findCurrentBeat(
  { read, states }: StageDeps,
  chatId: string,
  lane: Lane,
): Promise<CurrentBeat> {
  const turn_id = lane.running_turn_id ?? "";
  const state = await states.load(read, chatId);
  const window = await read.rows<{ text: string; payload: JsonObject }>(
    `select m.text, m.payload from turn t join message m on m.conversation_id = t.conversation_id and m.direction = 'inbound'
       and m.seq >= t.input_from_seq where t.id = $1 order by m.seq`,
    [turn_id],
  );
  const found = state === undefined ? undefined : findScene(state, window);
  const scene =
    state === undefined || found === undefined ? undefined : excludeElsewhere(state, found);
  if (state === undefined || scene === undefined)
    return { turn_id, scene_id: null, speaker_id: null };
  const requests = window.map((message) => ({
    text: message.text,
    request: readRequest(message.payload),
  }));
  if (requests.every(({ request }) => request.op === "summarise"))
    return { turn_id, scene_id: scene.id, speaker_id: null };
  const again = requests.flatMap(({ request }) =>
    request.op === "again" ? (findLineSource(state, request.lineId) ?? []) : [],
  )[0];
  if (again !== undefined) return { turn_id, scene_id: again.sceneId, speaker_id: again.speaker };
  const whispered = requests.flatMap(({ request }) =>
    request.op === "prose" ? request.whisperTo : [],
  );
  const witnesses = whispered.length > 0 ? whispered : listPresent(scene);
  const text = requests.map((message) => message.text).join("\n");
  const cast = await loadCast(read, state, scene.participants);
  return {
    turn_id,
    scene_id: scene.id,
    speaker_id: pickSpeaker({ state, cast }, { scene, text, witnesses }) ?? null,
  };
}

function findScene(
  state: ChatState,
  window: readonly { readonly payload: JsonObject }[],
): Scene | undefined {
  for (const { payload } of window) {
    const request = readRequest(payload);
    if (request.op === "summarise") return state.scenes.get(request.sceneId);
    if (request.op === "beat")
      return state.scenes.get(state.plans.get(request.planId)?.sceneId ?? 0);
    if (request.op === "again" || request.op === "feel")
      return state.scenes.get(findLineSource(state, request.lineId)?.sceneId ?? 0);
    if (request.op === "redo") continue;
    const named = request.sceneId === null ? undefined : state.scenes.get(request.sceneId);
    if (named?.closedAt === null) return named;
  }
  return findCurrentScene(state);
}

/** Events that follow from closing a scene and are removed when that is undone. */
const closingEffects = [
  "scene_plan_ended",
  "manual_edit",
  "relationship_summarised",
  "digest_written",
  "digest_delivered",
  "thread_detected",
  "scene_summarised",
];

const closings = ["scene_closed", "meanwhile_scene_closed"];

async function findUndoable(read: Reads, chatId: string): Promise<Undoable | null> {
  const [last] = await read.rows<{ id: number; kind: string; scene_id: number | null }>(
    `select id, kind, (payload_json ->> 'scene_id')::bigint as scene_id from event_log
     where chat_id = $1 and kind <> all($2) order by id desc limit 1`,
    [chatId, closingEffects],
  );
  if (last?.kind === "chat_rewound") return { what: "rewind" };
  if (last === undefined || last.scene_id === null || !closings.includes(last.kind)) return null;
  return { what: "close", scene_id: last.scene_id, before_event_id: last.id - 1 };
}
