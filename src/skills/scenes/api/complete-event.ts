import { Refusal, refuseField } from "../../../domain/errors.ts";
import type { Payload } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { readChatState } from "../state/chat-states.ts";
import { pinned } from "../state/fold-memories.ts";
import { listPresent, describePresentSet } from "../state/present.ts";
import { number, text, texts } from "../state/payload.ts";
import {
  type ChatState,
  findCurrentScene,
  pickNextNumber,
  type Scene,
} from "../state/chat-state.ts";

/** Private copies of chats that imported events are folded into one by one. */
export interface ImportState {
  readonly read: Reads;
  readonly accountId: string;
  readonly chats: Map<string, ChatState>;
  newId(): string;
}

/** The chat with this id, which must belong to the account. */
async function loadChat(intake: ImportState, chatId: string): Promise<ChatState> {
  const known = intake.chats.get(chatId) ?? (await readChatState(intake.read, chatId));
  if (known === undefined) throw new Refusal("not_found", { field: "chat_id" });
  intake.chats.set(chatId, known);
  return known;
}

/** The chat an event belongs to. Older records name only the row. */
export async function resolveChat(
  intake: ImportState,
  kind: string,
  payload: Payload,
): Promise<ChatState> {
  const named = text(payload, "chat_id");
  if (named !== "") return loadChat(intake, named);
  const fits = await findCandidates(intake, kind, payload);
  const newest = fits.at(-1);
  if (newest === undefined) throw refuseField("chat_id", "the chat cannot be determined");
  return newest;
}

async function findCandidates(
  intake: ImportState,
  kind: string,
  payload: Payload,
): Promise<ChatState[]> {
  const here = [...intake.chats.values()].filter((chat) => isAbout(chat, kind, payload));
  if (here.length > 0) return here;
  const rows = await intake.read.rows<{ chat_id: string }>(buildChatQuery(kind), [
    intake.accountId,
    readChatParam(kind, payload),
  ]);
  if (rows.length > 1) throw refuseField("chat_id", "several chats match");
  return Promise.all(rows.map(({ chat_id }) => loadChat(intake, chat_id)));
}

function isAbout(chat: ChatState, kind: string, payload: Payload): boolean {
  if (kind === "activity_change")
    return (
      [...chat.scenes.values()].some(({ participants }) =>
        participants.includes(text(payload, "entity_id")),
      ) || [chat.host, chat.guest].includes(text(payload, "entity_id"))
    );
  if (kind === "manual_edit") return chat.memories.has(text(payload, "target_id"));
  if (kind.startsWith("digest_")) return chat.digests.has(text(payload, "id"));
  const scene = chat.scenes.get(
    number(payload, "scene_id") ?? number(payload, "meanwhile_scene_id") ?? 0,
  );
  return scene !== undefined && scene.closedAt === null;
}

function buildChatQuery(kind: string): string {
  if (kind === "activity_change")
    return `select id as chat_id from chats where account_id = $1 and $2 in (host_bot_id, coalesce(guest_bot_id, '')) order by created_at desc limit 1`;
  if (kind === "manual_edit")
    return "select chat_id from memories where account_id = $1 and id = $2";
  if (kind.startsWith("digest_"))
    return "select chat_id from digests where account_id = $1 and id = $2";
  // Open scenes take precedence over closed ones.
  return `select chat_id from scenes where account_id = $1 and id = $2::bigint and (closed_at is null or not exists
    (select from scenes o where o.account_id = $1 and o.id = $2::bigint and o.closed_at is null)) limit 2`;
}

function readChatParam(kind: string, payload: Payload): string {
  if (kind === "activity_change") return text(payload, "entity_id");
  if (kind === "manual_edit") return text(payload, "target_id");
  if (kind.startsWith("digest_")) return text(payload, "id");
  return String(number(payload, "scene_id") ?? number(payload, "meanwhile_scene_id") ?? 0);
}

/**
 * Fills in what the client left out: numbers of places and scenes, ids, witnesses and story time.
 */
export const completeEvent = (
  intake: ImportState,
  chat: ChatState,
  { kind, payload }: { kind: string; payload: Payload },
): Payload => completions[kind]?.(payload, chat, intake) ?? payload;

type Complete = (payload: Payload, chat: ChatState, intake: ImportState) => Payload;

const completions: Readonly<Record<string, Complete>> = {
  container_created: (payload, chat) => ({
    ...payload,
    container_id: number(payload, "container_id") ?? pickNextNumber(chat.containers),
  }),
  scene_opened: (payload, chat) => ({ ...payload, ...completeStart(payload, chat) }),
  meanwhile_scene_started: (payload, chat) => ({
    ...payload,
    ...completeStart(payload, chat),
    ...findParent(chat, payload),
  }),
  scene_closed: completeEnd,
  meanwhile_scene_closed: completeEnd,
  presence_changed(payload, chat) {
    requireScene(chat, payload);
    return payload;
  },
  user_turn: (payload, chat, intake) => completeTurn(intake, chat, payload),
  assistant_turn: (payload, chat, intake) => completeTurn(intake, chat, payload),
  memory_written: (payload, chat, intake) => ({
    ...payload,
    id: text(payload, "id") || intake.newId(),
    witnesses: completeWitnesses(chat, payload),
    story_time: text(payload, "story_time") || chat.clock,
  }),
  manual_edit: (payload, chat) => ({
    author: "person",
    ...payload,
    prior_value: readPriorValue(chat, payload),
  }),
  digest_unsealed: requireDigest,
  digest_delivered: requireDigest,
  digest_written: withId,
  thread_detected: withId,
};

const completeStart = (payload: Payload, chat: ChatState): Payload => ({
  started_at: text(payload, "started_at") || chat.clock,
  scene_id: pickSceneNumber(chat, payload),
});

function completeEnd(payload: Payload, chat: ChatState): Payload {
  requireScene(chat, payload);
  return { ...payload, closed_at: text(payload, "closed_at") || chat.clock };
}

function requireDigest(payload: Payload, chat: ChatState): Payload {
  if (!chat.digests.has(text(payload, "id"))) throw refuseField("id", "there is no such digest");
  return payload;
}

function withId(payload: Payload, _chat: ChatState, intake: ImportState): Payload {
  return { ...payload, id: text(payload, "id") || intake.newId() };
}

/** The value before the edit. Memories of other chats cannot be edited here. */
function readPriorValue(chat: ChatState, payload: Payload): string {
  const memory = chat.memories.get(text(payload, "target_id"));
  if (memory === undefined) throw refuseField("target_id", "there is no such memory");
  if (payload["target_kind"] === "memory_pinned") return chat.pinned.has(memory) ? pinned : "";
  return payload["target_kind"] === "memory_text" ? memory.text : memory.povSummary;
}

function pickSceneNumber(chat: ChatState, payload: Payload): number {
  const id = number(payload, "scene_id") ?? pickNextNumber(chat.scenes);
  if (chat.scenes.has(id)) throw refuseField("scene_id", "this scene already exists");
  return id;
}

function findParent(chat: ChatState, payload: Payload): Payload {
  const named = number(payload, "parent_scene_id");
  const open = [...chat.scenes.values()].findLast(
    ({ kind, closedAt }) => kind === "you" && closedAt === null,
  );
  const parent = named === null ? open : chat.scenes.get(named);
  return {
    parent_scene_id: named ?? parent?.id ?? null,
    container_id: number(payload, "container_id") ?? parent?.containerId ?? null,
  };
}

function requireScene(chat: ChatState, payload: Payload): Scene {
  const scene = chat.scenes.get(
    number(payload, "scene_id") ?? number(payload, "meanwhile_scene_id") ?? 0,
  );
  if (scene === undefined) throw refuseField("scene_id", "there is no such scene");
  return scene;
}

function completeTurn(intake: ImportState, chat: ChatState, payload: Payload): Payload {
  const named = number(payload, "scene_id") ?? number(payload, "meanwhile_scene_id");
  const scene = named === null ? findCurrentScene(chat) : requireScene(chat, payload);
  const present =
    texts(payload["present"]).length > 0
      ? texts(payload["present"])
      : scene === undefined
        ? []
        : listPresent(scene);
  return {
    ...payload,
    id: text(payload, "id") || intake.newId(),
    ...(scene === undefined
      ? {}
      : {
          scene_id: scene.id,
          present_set_kind: text(payload, "present_set_kind") || describePresentSet(scene, present),
        }),
    ...(scene?.kind === "meanwhile" ? { meanwhile_scene_id: scene.id } : {}),
    present,
    witnesses: texts(payload["witnesses"]).length > 0 ? texts(payload["witnesses"]) : present,
    story_time: text(payload, "story_time") || chat.clock,
  };
}

function completeWitnesses(chat: ChatState, payload: Payload): string[] {
  const named = texts(payload["witnesses"]);
  if (named.length > 0) return named;
  const scene = chat.scenes.get(number(payload, "scene_id") ?? 0);
  const flags: [string, string | null][] = [
    ["witness_you", "you"],
    ["witness_host", scene?.host ?? chat.host],
    ["witness_guest", scene === undefined ? chat.guest : scene.guest],
  ];
  return flags.flatMap(([flag, id]) => (payload[flag] === 1 && id !== null ? [id] : []));
}
