import { Refusal } from "../../../domain/errors.ts";
import type { Payload } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { chatScope } from "../../../domain/views/scenes.ts";
import type { LinesAsked, PlayedNow, StageView } from "../../../domain/views/stage.ts";
import type {
  ChatView,
  DigestView,
  EdgeView,
  SceneView,
} from "../../../domain/views/story-view.ts";
import { loadCast } from "../state/cast.ts";
import type { ChatStates } from "../state/chat-states.ts";
import { askIn } from "../api/internal-turns.ts";
import { newestLines } from "./lines.ts";
import { undoableIn } from "./undoable.ts";
import { presentSet, whereSaid } from "../state/present.ts";
import { withoutTheElsewhere } from "../state/rooms.ts";
import { speakerOf } from "../beat/speaker.ts";
import { type ChatState, currentScene, type Scene } from "../state/chat-state.ts";

interface On {
  readonly read: Reads;
  readonly states: ChatStates;
}

interface Of extends LinesAsked {
  readonly accountId: string;
  readonly chatId: string;
}

interface Lane {
  readonly id: string;
  readonly running_turn_id: string | null;
  readonly last_event_id: number;
}

/** What is on the stage, by the chat's tables, which show its active path only. */
export async function readStage(on: On, of: Of): Promise<StageView> {
  const { read } = on;
  const [chat] = await read.rows<ChatView>(
    "select * from chats where account_id = $1 and id = $2",
    [of.accountId, of.chatId],
  );
  if (chat === undefined) throw new Refusal("not_found", "");
  const [lane] = await read.rows<Lane>(
    `select id, running_turn_id, coalesce((select max(e.id) from event_log e where e.conversation_id = c.id), 0) as last_event_id
     from conversation c where account_id = $1 and provider_type = 'web' and channel_account = 'web' and scope = $2`,
    [of.accountId, chatScope(of.chatId)],
  );
  const rows = <R>(sql: string): Promise<R[]> => read.rows<R>(sql, [of.chatId]);
  const { turns, has_earlier } = await newestLines(read, of);
  return {
    chat,
    conversation_id: lane?.id ?? null,
    last_event_id: lane?.last_event_id ?? 0,
    playing:
      lane === undefined || lane.running_turn_id === null
        ? null
        : await played(on, of.chatId, lane),
    containers: await rows("select * from containers where chat_id = $1 order by id"),
    scenes: (await rows<SceneView>(scenesSql)).map(inOrder),
    activities: await rows("select * from activities where chat_id = $1 order by entity_id"),
    edges: await unsealedEdges(
      read,
      of.chatId,
      await rows("select * from edges where chat_id = $1 order by source_id, target_id"),
    ),
    plans: await rows("select * from scene_plans where chat_id = $1 order by event_id"),
    digests: (
      await rows<DigestView>("select * from digests where chat_id = $1 order by event_id")
    ).map(sealed),
    threads: await rows(threadsSql),
    turns,
    has_earlier,
    undoable: await undoableIn(read, of.chatId),
  };
}

/** Nobody is in two scenes: whoever came to another open one later is there. */
const isHere = `(s.closed_at is not null or not exists (select from presence q join scenes o on o.chat_id = q.chat_id and o.id = q.scene_id
  where q.chat_id = p.chat_id and q.entity_id = p.entity_id and q.present and o.closed_at is null and q.event_id > p.event_id))`;

const scenesSql = `select s.*, coalesce((select jsonb_agg(p.entity_id) from presence p
    where p.chat_id = s.chat_id and p.scene_id = s.id and p.present and ${isHere}), '[]') as present
  from scenes s where s.chat_id = $1 order by s.id`;

const sealedTurnsSql = `select t.id from scene_turns t join digests d on d.chat_id = t.chat_id and d.scene_id = t.scene_id and d.sealed
  where t.chat_id = $1`;

/** How one came to see another in such a scene. */
const sealedViewsSql = `select e.payload_json ->> 'source_id' as source_id, e.payload_json ->> 'target_id' as target_id,
    e.payload_json ->> 'relationship_summary' as said
  from event_log e join digests d on d.chat_id = e.chat_id and d.sealed and d.scene_id = (e.payload_json ->> 'scene_id')::bigint
  where e.chat_id = $1 and e.kind = 'relationship_summarised'`;

/** What somebody learned behind a seal is not told beside it. */
export async function unsealedEdges(
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

/** What a scene under seal is about would tell what was said in it. */
const threadsSql = `select t.* from threads t where t.chat_id = $1 and not exists
    (select from digests d where d.chat_id = t.chat_id and d.scene_id = t.scene_id and d.sealed)
  order by t.event_id`;

/** Those who are there, in the order in which they speak. */
function inOrder(scene: SceneView): SceneView {
  const present = new Set(scene.present);
  return { ...scene, present: scene.participants.filter((id) => present.has(id)) };
}

/** What is under seal is told by its seal alone. */
const sealed = (digest: DigestView): DigestView =>
  digest.sealed ? { ...digest, directors_cut: null } : digest;

/** Who speaks in the turn that runs: decided by the same rule as in the turn itself. */
async function played({ read, states }: On, chatId: string, lane: Lane): Promise<PlayedNow> {
  const turn_id = lane.running_turn_id ?? "";
  const state = await states.load(read, chatId);
  const window = await read.rows<{ text: string; payload: Payload }>(
    `select m.text, m.payload from turn t join message m on m.conversation_id = t.conversation_id and m.direction = 'inbound'
       and m.seq >= t.input_from_seq where t.id = $1 order by m.seq`,
    [turn_id],
  );
  const found = state === undefined ? undefined : sceneOf(state, window);
  const scene =
    state === undefined || found === undefined ? undefined : withoutTheElsewhere(state, found);
  if (state === undefined || scene === undefined)
    return { turn_id, scene_id: null, speaker_id: null };
  const asks = window.map((message) => ({ text: message.text, ask: askIn(message.payload) }));
  if (asks.every(({ ask }) => ask.op === "summarise"))
    return { turn_id, scene_id: scene.id, speaker_id: null };
  const again = asks.flatMap(({ ask }) =>
    ask.op === "again" ? (whereSaid(state, ask.lineId) ?? []) : [],
  )[0];
  if (again !== undefined) return { turn_id, scene_id: again.sceneId, speaker_id: again.speaker };
  const whispered = asks.flatMap(({ ask }) => (ask.op === "prose" ? ask.whisperTo : []));
  const witnesses = whispered.length > 0 ? whispered : presentSet(scene);
  const text = asks.map((message) => message.text).join("\n");
  const cast = await loadCast(read, state.accountId, scene.participants);
  return {
    turn_id,
    scene_id: scene.id,
    speaker_id: speakerOf({ state, cast }, { scene, text, witnesses }) ?? null,
  };
}

function sceneOf(
  state: ChatState,
  window: readonly { readonly payload: Payload }[],
): Scene | undefined {
  for (const { payload } of window) {
    const ask = askIn(payload);
    if (ask.op === "summarise") return state.scenes.get(ask.sceneId);
    if (ask.op === "beat") return state.scenes.get(state.plans.get(ask.planId)?.sceneId ?? 0);
    if (ask.op === "again") return state.scenes.get(whereSaid(state, ask.lineId)?.sceneId ?? 0);
    if (ask.op === "redo") continue;
    const named = ask.sceneId === null ? undefined : state.scenes.get(ask.sceneId);
    if (named?.closedAt === null) return named;
  }
  return currentScene(state);
}
