import { Refusal } from "../../../domain/errors.ts";
import type { Payload } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { readChatState } from "../state/chat-states.ts";
import { pinned } from "../state/fold-memories.ts";
import { presentSet, presentSetKind } from "../state/present.ts";
import { number, text, texts } from "../state/payload.ts";
import { type ChatState, currentScene, nextNumber, type Scene } from "../state/chat-state.ts";

/** Chats as they are while events are taken in one by one; nobody else sees these. */
export interface Intake {
  readonly read: Reads;
  readonly accountId: string;
  readonly chats: Map<string, ChatState>;
  newId(): string;
}

const refuse = (field: string, problem: string): Refusal =>
  new Refusal("invalid_request", "", { field, problem });

/** The chat of that name, which must be the account's own. */
async function chatIn(intake: Intake, chatId: string): Promise<ChatState> {
  const known = intake.chats.get(chatId) ?? (await readChatState(intake.read, chatId));
  if (known === undefined) throw new Refusal("not_found", "", { field: "chat_id" });
  intake.chats.set(chatId, known);
  return known;
}

/** Whom an event belongs to when it does not say so: older records name only the thing itself. */
export async function chatOf(intake: Intake, kind: string, payload: Payload): Promise<ChatState> {
  const named = text(payload, "chat_id");
  if (named !== "") return chatIn(intake, named);
  const fits = await candidates(intake, kind, payload);
  const newest = fits.at(-1);
  if (newest === undefined) throw refuse("chat_id", "it can't be told which chat is meant");
  return newest;
}

async function candidates(intake: Intake, kind: string, payload: Payload): Promise<ChatState[]> {
  const here = [...intake.chats.values()].filter((chat) => isAbout(chat, kind, payload));
  if (here.length > 0) return here;
  const rows = await intake.read.rows<{ chat_id: string }>(whereSql(kind), [
    intake.accountId,
    whereParam(kind, payload),
  ]);
  if (rows.length > 1) throw refuse("chat_id", "several chats have one");
  return Promise.all(rows.map(({ chat_id }) => chatIn(intake, chat_id)));
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

function whereSql(kind: string): string {
  if (kind === "activity_change")
    return `select id as chat_id from chats where account_id = $1 and $2 in (host_bot_id, coalesce(guest_bot_id, '')) order by created_at desc limit 1`;
  if (kind === "manual_edit")
    return "select chat_id from memories where account_id = $1 and id = $2";
  if (kind.startsWith("digest_"))
    return "select chat_id from digests where account_id = $1 and id = $2";
  // One that is open is meant rather than one that is over.
  return `select chat_id from scenes where account_id = $1 and id = $2::bigint and (closed_at is null or not exists
    (select from scenes o where o.account_id = $1 and o.id = $2::bigint and o.closed_at is null)) limit 2`;
}

function whereParam(kind: string, payload: Payload): string {
  if (kind === "activity_change") return text(payload, "entity_id");
  if (kind === "manual_edit") return text(payload, "target_id");
  if (kind.startsWith("digest_")) return text(payload, "id");
  return String(number(payload, "scene_id") ?? number(payload, "meanwhile_scene_id") ?? 0);
}

/** What an event leaves to us: numbers of places and scenes, ids of rows, who was there, and the story's time. */
export function filled(
  intake: Intake,
  chat: ChatState,
  { kind, payload }: { kind: string; payload: Payload },
): Payload {
  const clock = { started_at: text(payload, "started_at") || chat.clock };
  switch (kind) {
    case "container_created":
      return {
        ...payload,
        container_id: number(payload, "container_id") ?? nextNumber(chat.containers),
      };
    case "scene_opened":
      return { ...payload, ...clock, scene_id: freeScene(chat, payload) };
    case "meanwhile_scene_started":
      return {
        ...payload,
        ...clock,
        scene_id: freeScene(chat, payload),
        ...parentOf(chat, payload),
      };
    case "scene_closed":
    case "meanwhile_scene_closed":
      theScene(chat, payload);
      return { ...payload, closed_at: text(payload, "closed_at") || chat.clock };
    case "presence_changed":
      theScene(chat, payload);
      return payload;
    case "user_turn":
    case "assistant_turn":
      return turnFilled(intake, chat, payload);
    case "memory_written":
      return {
        ...payload,
        id: text(payload, "id") || intake.newId(),
        witnesses: witnessesFilled(chat, payload),
        story_time: text(payload, "story_time") || chat.clock,
      };
    case "manual_edit":
      return { author: "person", ...payload, prior_value: priorValue(chat, payload) };
    case "digest_unsealed":
    case "digest_delivered":
      if (!chat.digests.has(text(payload, "id"))) throw refuse("id", "there is no such digest");
      return payload;
    case "digest_written":
    case "thread_detected":
      return { ...payload, id: text(payload, "id") || intake.newId() };
    default:
      return payload;
  }
}

/** What it reads before the edit. Of another chat's memory there is nothing to edit here. */
function priorValue(chat: ChatState, payload: Payload): string {
  const memory = chat.memories.get(text(payload, "target_id"));
  if (memory === undefined) throw refuse("target_id", "there is no such memory");
  if (payload["target_kind"] === "memory_pinned") return chat.pinned.has(memory) ? pinned : "";
  return payload["target_kind"] === "memory_text" ? memory.text : memory.povSummary;
}

function freeScene(chat: ChatState, payload: Payload): number {
  const id = number(payload, "scene_id") ?? nextNumber(chat.scenes);
  if (chat.scenes.has(id)) throw refuse("scene_id", "there is such a scene already");
  return id;
}

function parentOf(chat: ChatState, payload: Payload): Payload {
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

function theScene(chat: ChatState, payload: Payload): Scene {
  const scene = chat.scenes.get(
    number(payload, "scene_id") ?? number(payload, "meanwhile_scene_id") ?? 0,
  );
  if (scene === undefined) throw refuse("scene_id", "there is no such scene");
  return scene;
}

function turnFilled(intake: Intake, chat: ChatState, payload: Payload): Payload {
  const named = number(payload, "scene_id") ?? number(payload, "meanwhile_scene_id");
  const scene = named === null ? currentScene(chat) : theScene(chat, payload);
  const present =
    texts(payload["present"]).length > 0
      ? texts(payload["present"])
      : scene === undefined
        ? []
        : presentSet(scene);
  return {
    ...payload,
    id: text(payload, "id") || intake.newId(),
    ...(scene === undefined
      ? {}
      : {
          scene_id: scene.id,
          present_set_kind: text(payload, "present_set_kind") || presentSetKind(scene, present),
        }),
    ...(scene?.kind === "meanwhile" ? { meanwhile_scene_id: scene.id } : {}),
    present,
    witnesses: texts(payload["witnesses"]).length > 0 ? texts(payload["witnesses"]) : present,
    story_time: text(payload, "story_time") || chat.clock,
  };
}

function witnessesFilled(chat: ChatState, payload: Payload): string[] {
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
