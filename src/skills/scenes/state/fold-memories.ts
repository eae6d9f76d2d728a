import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import { factsIn, number, object, text, texts } from "./payload.ts";
import { type ChatState, type Memory, movedKey, you } from "./chat-state.ts";

/** A memory, for the one whose it is. */
export function keepMemory(state: ChatState, event: RecordedEvent): void {
  const { payload, id: eventId } = event;
  const said = text(payload, "text") || text(payload, "pov_summary");
  const owner = text(payload, "owner_id");
  const witnesses = new Set(witnessesOf(state, event));
  const memory: Memory = {
    id: text(payload, "id"),
    eventId,
    owner,
    sceneId: number(payload, "scene_id"),
    witnesses,
    storyTime: text(payload, "story_time") || state.clock,
    cites: texts(payload["cites"]),
    isFirstMeeting: meets(state, owner, witnesses),
    brought: broughtFrom(payload),
    text: said,
    povSummary: text(payload, "pov_summary") || said,
    sources: [eventId],
  };
  if (memory.brought !== undefined) state.broughtFrom.add(memory.brought.chatId);
  state.memories.set(memory.id, memory);
  at(state.memoriesOf, owner).push(memory);
}

function broughtFrom(payload: Payload): Memory["brought"] {
  const from = object(payload["brought_from"]);
  const chatId = text(from, "chat_id");
  return chatId === "" ? undefined : { chatId, memoryId: text(from, "memory_id") };
}

/** Its words are changed, or somebody wants it never to be forgotten. */
export function editMemory(state: ChatState, { id: eventId, payload }: RecordedEvent): void {
  const memory = state.memories.get(text(payload, "target_id"));
  if (memory === undefined) return;
  const [kind, value] = [payload["target_kind"], text(payload, "new_value")];
  if (kind === "memory_pinned") {
    if (value === pinned) state.pinned.add(memory);
    else state.pinned.delete(memory);
    return;
  }
  if (kind === "memory_pov_summary") memory.povSummary = value;
  if (kind === "memory_text") memory.text = value;
  memory.byHand = payload["author"] === "person";
  memory.sources = [...memory.sources, eventId];
  state.rewritten.push(memory);
}

/** What `manual_edit` says of a memory that is pinned; anything else takes the pin off. */
export const pinned = "yes";

/** How much a turn was to somebody: what they felt, and what they learnt. */
export function noteMoved(state: ChatState, payload: Payload): void {
  const felt =
    Math.abs(number(payload, "affinity_delta") ?? 0) +
    Math.abs(number(payload, "trust_delta") ?? 0);
  const learnt = factsIn(payload["knowledge_facts"]).length;
  if (felt === 0 && learnt === 0) return;
  for (const cite of texts(payload["cites"])) {
    const key = movedKey(text(payload, "source_id"), cite);
    const before = state.moved.get(key);
    state.moved.set(key, {
      felt: (before?.felt ?? 0) + felt,
      learnt: (before?.learnt ?? 0) + learnt,
    });
  }
}

/** Whether anybody was there whom the owner had never been with before. */
function meets(state: ChatState, owner: string, witnesses: ReadonlySet<string>): boolean {
  const known = state.met.get(owner) ?? new Set([owner]);
  const before = known.size;
  for (const id of witnesses) known.add(id);
  state.met.set(owner, known);
  return known.size > before;
}

/** The set, or what the three flags of an older record say. */
function witnessesOf(state: ChatState, { payload }: RecordedEvent): string[] {
  const named = texts(payload["witnesses"]);
  if (named.length > 0) return named;
  const scene = state.scenes.get(number(payload, "scene_id") ?? 0);
  return [
    ...(payload["witness_you"] === 1 ? [you] : []),
    ...(payload["witness_host"] === 1 ? [scene?.host ?? state.host] : []),
    ...(payload["witness_guest"] === 1 ? [scene?.guest ?? state.guest ?? ""] : []),
  ].filter((id) => id !== "");
}

function at<V>(map: Map<string, V[]>, key: string): V[] {
  const found = map.get(key) ?? [];
  map.set(key, found);
  return found;
}
