import type { PayloadOf, RecordedEvent } from "../../../domain/events/catalogue.ts";
import { applySummary, evolveEdge } from "./edges.ts";
import { readFacts } from "./segments.ts";
import { type ChatState, edgeKey, type Impact, loreKey, type Memory, you } from "./chat-state.ts";

export const mindKinds = [
  "memory_written",
  "edge_update",
  "manual_edit",
  "relationship_summarised",
  "thread_detected",
  "thread_changed",
  "digest_written",
  "digest_unsealed",
  "digest_delivered",
  "lore_activated",
  "memories_lent",
] as const;

/** Folds what characters remember, feel and know, and what the person learns of it. */
export function foldMind(state: ChatState, event: RecordedEvent<(typeof mindKinds)[number]>): void {
  switch (event.kind) {
    case "memory_written":
      return foldMemory(state, event);
    case "edge_update":
      return foldFeeling(state, event);
    case "manual_edit":
      return editMemory(state, event);
    case "relationship_summarised":
      return foldSummary(state, event);
    case "thread_detected":
      return foldThread(state, event);
    case "thread_changed":
      return changeThread(state, event);
    case "digest_written":
      return foldDigest(state, event);
    case "digest_unsealed":
      return changeDigest(state, event, { sealed: false });
    case "digest_delivered":
      return changeDigest(state, event, { delivered: true });
    case "lore_activated":
      return foldLore(state, event);
    // Only what was brought into another chat changes there.
    case "memories_lent":
      return;
    default:
      event satisfies never;
  }
}

function foldMemory(state: ChatState, event: RecordedEvent<"memory_written">): void {
  const { payload, id: eventId } = event;
  const { owner_id: owner, pov_summary: summary = "" } = payload;
  const said = payload.text || summary;
  const witnesses = new Set(readWitnesses(state, event));
  const memory: Memory = {
    id: payload.id ?? "",
    eventId,
    owner,
    sceneId: payload.scene_id ?? null,
    witnesses,
    storyTime: payload.story_time || state.clock,
    cites: payload.cites ?? [],
    isFirstMeeting: addMeetings(state, owner, witnesses) > 0,
    brought: readBroughtFrom(payload),
    text: said,
    povSummary: summary || said,
    sources: [eventId],
  };
  if (memory.brought !== undefined) state.broughtFrom.add(memory.brought.chatId);
  state.memories.set(memory.id, memory);
  listAt(state.memoriesOf, owner).push(memory);
}

function readBroughtFrom({ brought_from: from }: PayloadOf<"memory_written">): Memory["brought"] {
  const chatId = from?.chat_id ?? "";
  return chatId === "" ? undefined : { chatId, memoryId: from?.memory_id ?? "" };
}

/** Rewords, pins or unpins a memory. */
function editMemory(
  state: ChatState,
  { id: eventId, payload }: RecordedEvent<"manual_edit">,
): void {
  const memory = state.memories.get(payload.target_id);
  if (memory === undefined) return;
  const { target_kind: kind, new_value: value } = payload;
  if (kind === "memory_pinned") {
    if (value === pinned) state.pinned.add(memory);
    else state.pinned.delete(memory);
    return;
  }
  if (kind === "memory_pov_summary") memory.povSummary = value;
  if (kind === "memory_text") memory.text = value;
  memory.byHand = payload.author === "person";
  memory.sources = [...memory.sources, eventId];
  state.rewritten.push(memory);
}

/** The `manual_edit` value that pins a memory; any other value unpins it. */
export const pinned = "yes";

function foldFeeling(state: ChatState, event: RecordedEvent<"edge_update">): void {
  const key = edgeKey(event.payload.source_id, event.payload.target_id);
  state.edges.set(key, evolveEdge(state.edges.get(key), event));
  addImpact(state, event.payload);
}

function foldSummary(state: ChatState, event: RecordedEvent<"relationship_summarised">): void {
  const key = edgeKey(event.payload.source_id, event.payload.target_id);
  state.edges.set(key, applySummary(state.edges.get(key), event));
}

/** How much a turn affected a character: changes of feelings plus learned facts. */
function addImpact(state: ChatState, payload: PayloadOf<"edge_update">): void {
  const felt = Math.abs(payload.affinity_delta ?? 0) + Math.abs(payload.trust_delta ?? 0);
  const learnt = readFacts(payload.knowledge_facts).length;
  if (felt === 0 && learnt === 0) return;
  const impacts = state.impacts.get(payload.source_id) ?? new Map<string, Impact>();
  state.impacts.set(payload.source_id, impacts);
  for (const cite of payload.cites ?? []) {
    const before = impacts.get(cite);
    impacts.set(cite, {
      felt: (before?.felt ?? 0) + felt,
      learnt: (before?.learnt ?? 0) + learnt,
    });
  }
}

function foldThread(
  state: ChatState,
  { id: eventId, payload }: RecordedEvent<"thread_detected">,
): void {
  const { id = "", title, summary = "" } = payload;
  state.threads.set(id, { id, title, summary, status: payload.status || "open", eventId });
}

function changeThread(
  state: ChatState,
  { payload: { id, title, summary, status } }: RecordedEvent<"thread_changed">,
): void {
  const known = state.threads.get(id);
  if (known === undefined) return;
  state.threads.set(id, {
    ...known,
    title: title ?? known.title,
    summary: summary ?? known.summary,
    status: status ?? known.status,
  });
}

function foldDigest(
  state: ChatState,
  { id: eventId, payload }: RecordedEvent<"digest_written">,
): void {
  const { id = "", scene_id: sceneId, noticed, directors_cut: directorsCut = "" } = payload;
  state.digests.set(id, {
    id,
    sceneId,
    noticed,
    directorsCut,
    eventId,
    sealed: true,
    delivered: false,
  });
}

function changeDigest(
  state: ChatState,
  { payload }: RecordedEvent<"digest_unsealed" | "digest_delivered">,
  change: { readonly sealed: false } | { readonly delivered: true },
): void {
  Object.assign(state.digests.get(payload.id) ?? {}, change);
}

function foldLore(state: ChatState, { payload }: RecordedEvent<"lore_activated">): void {
  for (const fingerprint of payload.entries)
    state.lore.set(loreKey(payload.owner_id, fingerprint), payload.heard);
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
function readWitnesses(
  state: ChatState,
  { payload }: RecordedEvent<"memory_written">,
): readonly string[] {
  const named = payload.witnesses ?? [];
  if (named.length > 0) return named;
  const scene = state.scenes.get(payload.scene_id ?? 0);
  return [
    ...(payload.witness_you === 1 ? [you] : []),
    ...(payload.witness_host === 1 ? [scene?.host ?? state.host] : []),
    ...(payload.witness_guest === 1 ? [scene?.guest ?? state.guest ?? ""] : []),
  ].filter((id) => id !== "");
}

function listAt<V>(map: Map<string, V[]>, key: string): V[] {
  const found = map.get(key) ?? [];
  map.set(key, found);
  return found;
}
