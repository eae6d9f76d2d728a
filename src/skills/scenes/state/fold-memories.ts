import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import { factsIn, number, object, text, texts } from "./payload.ts";
import { type ChatState, type Memory, impactKey, you } from "./chat-state.ts";

export function foldMemory(state: ChatState, event: RecordedEvent): void {
  const { payload, id: eventId } = event;
  const said = text(payload, "text") || text(payload, "pov_summary");
  const owner = text(payload, "owner_id");
  const witnesses = new Set(readWitnesses(state, event));
  const memory: Memory = {
    id: text(payload, "id"),
    eventId,
    owner,
    sceneId: number(payload, "scene_id"),
    witnesses,
    storyTime: text(payload, "story_time") || state.clock,
    cites: texts(payload["cites"]),
    isFirstMeeting: addMeetings(state, owner, witnesses) > 0,
    brought: readBroughtFrom(payload),
    text: said,
    povSummary: text(payload, "pov_summary") || said,
    sources: [eventId],
  };
  if (memory.brought !== undefined) state.broughtFrom.add(memory.brought.chatId);
  state.memories.set(memory.id, memory);
  listAt(state.memoriesOf, owner).push(memory);
}

function readBroughtFrom(payload: Payload): Memory["brought"] {
  const from = object(payload["brought_from"]);
  const chatId = text(from, "chat_id");
  return chatId === "" ? undefined : { chatId, memoryId: text(from, "memory_id") };
}

/** Rewords, pins or unpins a memory. */
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

/** The `manual_edit` value that pins a memory; any other value unpins it. */
export const pinned = "yes";

/** How much a turn affected a character: changes of feelings plus learned facts. */
export function addImpact(state: ChatState, payload: Payload): void {
  const felt =
    Math.abs(number(payload, "affinity_delta") ?? 0) +
    Math.abs(number(payload, "trust_delta") ?? 0);
  const learnt = factsIn(payload["knowledge_facts"]).length;
  if (felt === 0 && learnt === 0) return;
  for (const cite of texts(payload["cites"])) {
    const key = impactKey(text(payload, "source_id"), cite);
    const before = state.impacts.get(key);
    state.impacts.set(key, {
      felt: (before?.felt ?? 0) + felt,
      learnt: (before?.learnt ?? 0) + learnt,
    });
  }
}

/** Adds the witnesses to the characters the owner has met, and returns how many are new. */
function addMeetings(state: ChatState, owner: string, witnesses: ReadonlySet<string>): number {
  const known = state.met.get(owner) ?? new Set([owner]);
  const before = known.size;
  for (const id of witnesses) known.add(id);
  state.met.set(owner, known);
  return known.size - before;
}

/** The witness set, or the three flags of an older record. */
function readWitnesses(state: ChatState, { payload }: RecordedEvent): string[] {
  const named = texts(payload["witnesses"]);
  if (named.length > 0) return named;
  const scene = state.scenes.get(number(payload, "scene_id") ?? 0);
  return [
    ...(payload["witness_you"] === 1 ? [you] : []),
    ...(payload["witness_host"] === 1 ? [scene?.host ?? state.host] : []),
    ...(payload["witness_guest"] === 1 ? [scene?.guest ?? state.guest ?? ""] : []),
  ].filter((id) => id !== "");
}

function listAt<V>(map: Map<string, V[]>, key: string): V[] {
  const found = map.get(key) ?? [];
  map.set(key, found);
  return found;
}
