import type { RecordedEvent } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { Veil } from "../../../domain/views/story-time.ts";
import { chatEvents } from "./chat-states.ts";
import { activePath } from "./path.ts";
import { number, object, text, texts } from "./payload.ts";
import type { ChatState } from "./chat-state.ts";
import { foldChat } from "./fold.ts";

/** Events of which the person shall not learn by looking behind a story: lines of scenes that they have not seen, and all that came of them. */
export type Unseen = ReadonlySet<number>;

/** Under seal, or going on by themselves while nobody watches. Whoever asks for everything has seen it all. */
export async function unseenOf(
  read: Reads,
  state: ChatState,
  veil: Veil | undefined,
): Promise<Unseen> {
  if (veil === undefined) return new Set();
  const elsewhere = new Map<string, Found>();
  for (const chatId of state.broughtFrom) {
    const path = activePath(await chatEvents(read, chatId, 0));
    const other = foldChat({ id: chatId, accountId: state.accountId }, path);
    elsewhere.set(chatId, comesOf(path, { scenes: unseenScenes(other, []), elsewhere: new Map() }));
  }
  const scenes = unseenScenes(state, veil.watched);
  const isOpen =
    scenes.size === 0 && [...elsewhere.values()].every(({ events }) => events.size === 0);
  if (isOpen) return new Set();
  const here = comesOf(activePath(await chatEvents(read, state.id, 0)), { scenes, elsewhere });
  return new Set([...here.events, ...[...elsewhere.values()].flatMap(({ events }) => [...events])]);
}

function unseenScenes(
  { digests, plans, scenes }: ChatState,
  watched: readonly number[],
): Set<number> {
  const sealed = [...digests.values()].flatMap(({ sceneId, sealed: isSealed }) =>
    isSealed ? [sceneId] : [],
  );
  const running = [...plans.values()].flatMap(({ status, sceneId }) =>
    status === "running" && sceneId !== null ? [sceneId] : [],
  );
  return new Set([
    ...sealed,
    ...running.filter((id) => !watched.includes(id) && scenes.get(id)?.closedAt === null),
  ]);
}

interface Found {
  readonly events: Set<number>;
  /** Lines and memories by their own ids, by which others cite them. */
  readonly cited: Set<string>;
}

interface Veiled {
  readonly scenes: ReadonlySet<number>;
  readonly elsewhere: ReadonlyMap<string, Found>;
}

/** In the order of the path: whatever was made of something comes after it. */
function comesOf(path: readonly RecordedEvent[], veiled: Veiled): Found {
  const found: Found = { events: new Set(), cited: new Set() };
  for (const event of path) {
    if (!isUnseen(event, found, veiled)) continue;
    found.events.add(event.id);
    const id = text(event.payload, "id");
    if (id !== "") found.cited.add(id);
  }
  return found;
}

const madeOfOthers = [
  "memory_written",
  "thread_detected",
  "edge_update",
  "relationship_summarised",
  "manual_edit",
];

function isUnseen(
  { kind, payload }: RecordedEvent,
  { cited }: Found,
  { scenes, elsewhere }: Veiled,
): boolean {
  const isLine = kind === "user_turn" || kind === "assistant_turn";
  if (!isLine && !madeOfOthers.includes(kind)) return false;
  if (
    scenes.has(number(payload, "scene_id") ?? 0) ||
    scenes.has(number(payload, "meanwhile_scene_id") ?? 0)
  )
    return true;
  if (isLine) return false;
  const from = object(payload["brought_from"]);
  if (elsewhere.get(text(from, "chat_id"))?.cited.has(text(from, "memory_id")) === true)
    return true;
  return (
    (kind === "manual_edit" && cited.has(text(payload, "target_id"))) ||
    texts(payload["cites"]).some((id) => cited.has(id))
  );
}
