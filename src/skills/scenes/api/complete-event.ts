import { Refusal, refuseField } from "../../../domain/errors.ts";
import type { EventBody } from "../../../domain/events/catalogue.ts";
import type { StoryShapeKind } from "../../../domain/events/story.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { readChatState } from "../state/chat-states.ts";
import { readSceneId, withFields } from "../state/events.ts";
import { pinned } from "../state/fold-minds.ts";
import { listPresent, describePresentSet } from "../state/present.ts";
import {
  type ChatState,
  findCurrentScene,
  pickNextNumber,
  type Scene,
} from "../state/chat-state.ts";

/** An imported event that belongs to a chat which exists. */
export type ImportedChatEvent = EventBody<
  Exclude<StoryShapeKind, "bot_authored" | "you_authored" | "chat_created">
>;
type Imported<Kind extends ImportedChatEvent["kind"]> = EventBody<Kind>;
type Payload = ImportedChatEvent["payload"];

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
  event: ImportedChatEvent,
): Promise<ChatState> {
  const named = event.payload.chat_id ?? "";
  if (named !== "") return loadChat(intake, named);
  const fits = await findCandidates(intake, findSubject(event));
  const newest = fits.at(-1);
  if (newest === undefined) throw refuseField("chat_id", "the chat cannot be determined");
  return newest;
}

/** The row that an event is about, by which its chat can be found. */
interface Subject {
  readonly is: "character" | "memory" | "digest" | "scene";
  readonly id: string;
}

function findSubject(event: ImportedChatEvent): Subject {
  const { kind, payload } = event;
  if (kind === "activity_change") return { is: "character", id: payload.entity_id };
  if (kind === "manual_edit") return { is: "memory", id: payload.target_id };
  if (kind === "digest_written" || kind === "digest_unsealed" || kind === "digest_delivered")
    return { is: "digest", id: payload.id ?? "" };
  return { is: "scene", id: String(findSceneNumber(payload) ?? 0) };
}

const findSceneNumber = (payload: Payload): number | null =>
  readSceneId({ payload }) ??
  ("meanwhile_scene_id" in payload ? (payload.meanwhile_scene_id ?? null) : null);

async function findCandidates(intake: ImportState, subject: Subject): Promise<ChatState[]> {
  const here = [...intake.chats.values()].filter((chat) => isAbout(chat, subject));
  if (here.length > 0) return here;
  const rows = await intake.read.rows<{ chat_id: string }>(chatQueries[subject.is], [
    intake.accountId,
    subject.id,
  ]);
  if (rows.length > 1) throw refuseField("chat_id", "several chats match");
  return Promise.all(rows.map(({ chat_id }) => loadChat(intake, chat_id)));
}

function isAbout(chat: ChatState, { is, id }: Subject): boolean {
  if (is === "character")
    return (
      [...chat.scenes.values()].some(({ participants }) => participants.includes(id)) ||
      [chat.host, chat.guest].includes(id)
    );
  if (is === "memory") return chat.memories.has(id);
  if (is === "digest") return chat.digests.has(id);
  const scene = chat.scenes.get(Number(id));
  return scene !== undefined && scene.closedAt === null;
}

const chatQueries: Readonly<Record<Subject["is"], string>> = {
  character: `select id as chat_id from chats where account_id = $1 and $2 in (host_bot_id, coalesce(guest_bot_id, '')) order by created_at desc limit 1`,
  memory: "select chat_id from memories where account_id = $1 and id = $2",
  digest: "select chat_id from digests where account_id = $1 and id = $2",
  // Open scenes take precedence over closed ones.
  scene: `select chat_id from scenes where account_id = $1 and id = $2::bigint and (closed_at is null or not exists
    (select from scenes o where o.account_id = $1 and o.id = $2::bigint and o.closed_at is null)) limit 2`,
};

/**
 * Fills in what the client left out: numbers of places and scenes, ids, witnesses and story time.
 */
export function completeEvent(
  intake: ImportState,
  chat: ChatState,
  event: ImportedChatEvent,
): ImportedChatEvent {
  if (event.kind === "user_turn" || event.kind === "assistant_turn")
    return withFields(event, completeTurn(intake, chat, event));
  if (event.kind === "memory_written")
    return withFields(event, {
      id: event.payload.id || intake.newId(),
      witnesses: completeWitnesses(chat, event),
      story_time: event.payload.story_time || chat.clock,
    });
  if (event.kind === "manual_edit")
    return withFields(event, {
      ...("author" in event.payload ? {} : { author: "person" }),
      prior_value: readPriorValue(chat, event),
    });
  if (event.kind === "digest_written" || event.kind === "thread_detected")
    return withFields(event, { id: event.payload.id || intake.newId() });
  if (event.kind === "thread_changed") requireThread(chat, event);
  if (event.kind === "digest_unsealed" || event.kind === "digest_delivered")
    requireDigest(chat, event);
  return completeStage(chat, event);
}

function completeStage(chat: ChatState, event: ImportedChatEvent): ImportedChatEvent {
  if (event.kind === "container_created")
    return withFields(event, {
      container_id: event.payload.container_id ?? pickNextNumber(chat.containers),
    });
  if (event.kind === "scene_opened") return withFields(event, completeStart(chat, event));
  if (event.kind === "meanwhile_scene_started")
    return withFields(event, { ...completeStart(chat, event), ...findParent(chat, event) });
  if (event.kind === "presence_changed") requireScene(chat, event.payload);
  if (event.kind !== "scene_closed" && event.kind !== "meanwhile_scene_closed") return event;
  requireScene(chat, event.payload);
  return withFields(event, { closed_at: event.payload.closed_at || chat.clock });
}

const completeStart = (
  chat: ChatState,
  { payload }: Imported<"scene_opened" | "meanwhile_scene_started">,
) => ({
  started_at: payload.started_at || chat.clock,
  scene_id: pickSceneNumber(chat, payload.scene_id),
});

function requireDigest(
  chat: ChatState,
  { payload }: Imported<"digest_unsealed" | "digest_delivered">,
): void {
  if (!chat.digests.has(payload.id)) throw refuseField("id", "there is no such digest");
}

function requireThread(chat: ChatState, { payload }: Imported<"thread_changed">): void {
  if (!chat.threads.has(payload.id)) throw new Refusal("not_found", { field: "thread" });
  const { title, summary, status } = payload;
  if (title === undefined && summary === undefined && status === undefined)
    throw refuseField("title", "nothing is to be changed");
}

/** The value before the edit. Memories of other chats cannot be edited here. */
function readPriorValue(chat: ChatState, { payload }: Imported<"manual_edit">): string {
  const memory = chat.memories.get(payload.target_id);
  if (memory === undefined) throw refuseField("target_id", "there is no such memory");
  if (payload.target_kind === "memory_pinned") return chat.pinned.has(memory) ? pinned : "";
  return payload.target_kind === "memory_text" ? memory.text : memory.povSummary;
}

function pickSceneNumber(chat: ChatState, named: number | undefined): number {
  const id = named ?? pickNextNumber(chat.scenes);
  if (chat.scenes.has(id)) throw refuseField("scene_id", "this scene already exists");
  return id;
}

function findParent(chat: ChatState, { payload }: Imported<"meanwhile_scene_started">) {
  const named = payload.parent_scene_id ?? null;
  const open = [...chat.scenes.values()].findLast(
    ({ kind, closedAt }) => kind === "you" && closedAt === null,
  );
  const parent = named === null ? open : chat.scenes.get(named);
  return {
    parent_scene_id: named ?? parent?.id ?? null,
    container_id: payload.container_id ?? parent?.containerId ?? null,
  };
}

function requireScene(chat: ChatState, payload: Payload): Scene {
  const scene = chat.scenes.get(findSceneNumber(payload) ?? 0);
  if (scene === undefined) throw refuseField("scene_id", "there is no such scene");
  return scene;
}

function completeTurn(
  intake: ImportState,
  chat: ChatState,
  { payload }: Imported<"user_turn" | "assistant_turn">,
) {
  const scene =
    findSceneNumber(payload) === null ? findCurrentScene(chat) : requireScene(chat, payload);
  const { present: named = [], witnesses = [] } = payload;
  const present = named.length > 0 ? named : scene === undefined ? [] : listPresent(scene);
  return {
    id: payload.id || intake.newId(),
    ...(scene === undefined
      ? {}
      : {
          scene_id: scene.id,
          present_set_kind: payload.present_set_kind || describePresentSet(scene, present),
        }),
    ...(scene?.kind === "meanwhile" ? { meanwhile_scene_id: scene.id } : {}),
    present,
    witnesses: witnesses.length > 0 ? witnesses : present,
    story_time: payload.story_time || chat.clock,
  };
}

function completeWitnesses(
  chat: ChatState,
  { payload }: Imported<"memory_written">,
): readonly string[] {
  const { witnesses: named = [] } = payload;
  if (named.length > 0) return named;
  const scene = chat.scenes.get(payload.scene_id ?? 0);
  const guest = scene === undefined ? chat.guest : scene.guest;
  return [
    ...(payload.witness_you === 1 ? ["you"] : []),
    ...(payload.witness_host === 1 ? [scene?.host ?? chat.host] : []),
    ...(payload.witness_guest === 1 && guest !== null ? [guest] : []),
  ];
}
