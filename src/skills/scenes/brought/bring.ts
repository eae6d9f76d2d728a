import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { readChatState } from "../state/chat-states.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { loadCastOf } from "../beat/play-context.ts";
import { type ChatState, chatStream, type Memory } from "../state/chat-state.ts";
import type { PreparedDecision } from "../../../domain/ports/decisions.ts";
import { openSources } from "../state/witness.ts";
import type { ChatDecision } from "./withdraw-brought.ts";

/** Only the newest memories are brought; older ones would not be recalled. */
const maxBrought = 300;

export interface BringRequest {
  readonly ownerId: string;
  readonly fromChatId: string;
}

/**
 * Brings one character's own memories of another story of the same person, visible to that
 * character only. Both stories record it, so that memories removed from one can be removed from the
 * other.
 */
export async function bringMemories(
  at: ChatDecision,
  { ownerId, fromChatId }: BringRequest,
): Promise<PreparedDecision<{ brought: number }>> {
  const here = await readChatState(at.read, at.chatId);
  const there = fromChatId === at.chatId ? undefined : await readChatState(at.read, fromChatId);
  if (here === undefined) throw new Refusal("not_found");
  if (there === undefined) throw new Refusal("not_found", { field: "from_chat_id" });
  if (!hasPart(here, ownerId))
    throw new Refusal("invalid_request", {
      field: "owner_id",
      problem: "has no part in this chat",
    });
  const mine = openSources(here, await loadCastOf(at.read, here), ownerId);
  const known = new Set(
    mine
      .listMemories()
      .flatMap((memory) =>
        memory.brought === undefined ? [] : [memoryKey(memory.brought.memoryId, memory)],
      ),
  );
  const fresh = openSources(there, await loadCastOf(at.read, there), ownerId)
    .listMemories()
    .slice(-maxBrought)
    // Memories that were originally brought from here are already known.
    .filter(
      (memory) =>
        memory.brought?.chatId !== at.chatId &&
        memory.povSummary.trim() !== "" &&
        !known.has(memoryKey(memory.id, memory)),
    );
  if (fresh.length === 0) return { events: [], result: { brought: 0 } };
  const lent = draftStoryEvent({ chat: there, now: at.now }, "memories_lent", {
    owner_id: ownerId,
    to_chat_id: here.id,
  });
  return {
    events: [...fresh.map((memory) => copyMemory(at, here, { memory, fromChatId })), lent],
    expects: { [chatStream(here.id)]: here.version, [chatStream(there.id)]: there.version },
    result: { brought: fresh.length },
  };
}

const memoryKey = (id: string, { povSummary }: Memory): string => JSON.stringify([id, povSummary]);

const hasPart = ({ host, guest, scenes }: ChatState, id: string): boolean =>
  host === id ||
  guest === id ||
  [...scenes.values()].some(({ participants }) => participants.includes(id));

function copyMemory(
  at: ChatDecision,
  here: ChatState,
  { memory, fromChatId }: { readonly memory: Memory; readonly fromChatId: string },
): EventDraft {
  const { owner, povSummary } = memory;
  const from = { chat_id: fromChatId, memory_id: memory.id, event_ids: memory.sources };
  return draftStoryEvent({ chat: here, now: at.now }, "memory_written", {
    id: at.newId(),
    owner_id: owner,
    scene_id: null,
    witness_you: 0,
    witness_host: owner === here.host ? 1 : 0,
    witness_guest: owner === here.guest ? 1 : 0,
    witnesses: [owner],
    text: povSummary,
    pov_summary: povSummary,
    cites: [],
    story_time: memory.storyTime,
    brought_from: from,
  });
}
