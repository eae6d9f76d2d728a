import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft, Payload } from "../../../domain/events.ts";
import { readChatState } from "../state/chat-states.ts";
import { chatFact } from "../state/story-events.ts";
import { castFor } from "../beat/playing.ts";
import { type ChatState, chatStream, type Memory } from "../state/chat-state.ts";
import type { At, Done } from "../time/travel.ts";
import { sources } from "../state/witness.ts";

/** The newest that somebody remembers: more would not come to mind. */
const most = 300;

export interface Bringing {
  readonly ownerId: string;
  readonly fromChatId: string;
}

/**
 * One of the cast brings what they remember of another story of the same person: their own memories, in their own words, for
 * themselves alone. It is written in both stories, so that what is gone from the one can be taken from the other.
 */
export async function bringMemories(
  at: At,
  { ownerId, fromChatId }: Bringing,
): Promise<Done<{ brought: number }>> {
  const here = await readChatState(at.read, at.chatId);
  const there = fromChatId === at.chatId ? undefined : await readChatState(at.read, fromChatId);
  if (here === undefined) throw new Refusal("not_found", "");
  if (there === undefined) throw new Refusal("not_found", "", { field: "from_chat_id" });
  if (!hasPart(here, ownerId))
    throw new Refusal("invalid_request", "", {
      field: "owner_id",
      problem: "has no part in this chat",
    });
  const mine = sources(here, await castFor(at.read, here), ownerId);
  const known = new Set(
    mine
      .memories()
      .flatMap((memory) =>
        memory.brought === undefined ? [] : [nameOf(memory.brought.memoryId, memory)],
      ),
  );
  const fresh = sources(there, await castFor(at.read, there), ownerId)
    .memories()
    .slice(-most)
    // What was brought there from here is known here.
    .filter(
      (memory) =>
        memory.brought?.chatId !== at.chatId &&
        memory.povSummary.trim() !== "" &&
        !known.has(nameOf(memory.id, memory)),
    );
  if (fresh.length === 0) return { events: [], result: { brought: 0 } };
  const lent = chatFact({ chat: there, now: at.now }, "memories_lent", {
    owner_id: ownerId,
    to_chat_id: here.id,
  });
  return {
    events: [...fresh.map((memory) => copyOf(at, here, { memory, fromChatId })), lent],
    expects: { [chatStream(here.id)]: here.version, [chatStream(there.id)]: there.version },
    result: { brought: fresh.length },
  };
}

const nameOf = (id: string, { povSummary }: Memory): string => JSON.stringify([id, povSummary]);

const hasPart = ({ host, guest, scenes }: ChatState, id: string): boolean =>
  host === id ||
  guest === id ||
  [...scenes.values()].some(({ participants }) => participants.includes(id));

function copyOf(
  at: At,
  here: ChatState,
  { memory, fromChatId }: { readonly memory: Memory; readonly fromChatId: string },
): EventDraft {
  const { owner, povSummary } = memory;
  const from: Payload = { chat_id: fromChatId, memory_id: memory.id, event_ids: memory.sources };
  return chatFact({ chat: here, now: at.now }, "memory_written", {
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
