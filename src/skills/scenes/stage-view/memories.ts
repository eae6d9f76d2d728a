import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { MemoriesQuery, MemoriesView, MemoryView } from "../../../domain/views/stage.ts";
import { readChatState } from "../state/chat-states.ts";
import { scoreImportance, rateMemory } from "../recall/importance.ts";
import { loadCastOf } from "../beat/play-context.ts";
import type { ChatState, Memory } from "../state/chat-state.ts";
import { findHiddenEvents } from "../state/spoilers.ts";
import { openSources } from "../state/witness.ts";

/**
 * What a character remembers, for the person to read, pin and edit: pinned memories first, then the
 * newest.
 */
export async function readMemories(
  read: Reads,
  of: MemoriesQuery & { readonly accountId: string },
): Promise<MemoriesView> {
  const found = await read.rows("select 1 from chats where account_id = $1 and id = $2", [
    of.accountId,
    of.chatId,
  ]);
  const state = found.length === 0 ? undefined : await readChatState(read, of.chatId);
  if (state === undefined) throw new Refusal("not_found");
  const hidden = await findHiddenEvents(read, state, of.spoilers);
  const mine = openSources(state, await loadCastOf(read, state), of.ownerId);
  const shown = mine.listMemories().filter(({ eventId }) => !hidden.has(eventId));
  const pinned = new Set(mine.listPinned());
  const others = shown.filter(
    (memory) => !pinned.has(memory) && memory.eventId < (of.before ?? Infinity),
  );
  const titles = await listOtherStories(read, of);
  const toView = (memory: Memory): MemoryView => toMemoryView(state, memory, titles);
  return {
    pinned: shown
      .filter((memory) => pinned.has(memory))
      .map(toView)
      .toReversed(),
    memories: others.slice(-of.limit).map(toView).toReversed(),
    has_earlier: others.length > of.limit,
    unseen: mine.listMemories().length - shown.length,
    elsewhere: titles.filter(({ memories }) => memories > 0),
  };
}

type Elsewhere = MemoriesView["elsewhere"][number];

/** The person's other stories, with the number of memories this character has of each. */
const listOtherStories = (
  read: Reads,
  of: MemoriesQuery & { readonly accountId: string },
): Promise<Elsewhere[]> =>
  read.rows<Elsewhere>(
    `select c.id as chat_id, c.title, c.host_bot_id, (select count(*)::int from memories m where m.chat_id = c.id and m.owner_id = $3
       and m.brought_from is distinct from $2) as memories
     from chats c where c.account_id = $1 and c.id <> $2 order by c.updated_at desc, c.id`,
    [of.accountId, of.chatId, of.ownerId],
  );

function toMemoryView(state: ChatState, memory: Memory, titles: readonly Elsewhere[]): MemoryView {
  const { id, eventId, owner, sceneId, storyTime, povSummary, byHand, brought } = memory;
  const from = titles.find(({ chat_id }) => chat_id === brought?.chatId);
  return {
    id,
    event_id: eventId,
    owner_id: owner,
    scene_id: sceneId,
    story_time: storyTime,
    text: povSummary,
    by_hand: byHand === true,
    pinned: state.pinned.has(memory),
    importance: Math.round(scoreImportance(state, memory) * 100) / 100,
    meant: rateMemory(state, memory),
    brought_from:
      brought === undefined
        ? null
        : {
            chat_id: brought.chatId,
            title: from?.title ?? null,
            host_bot_id: from?.host_bot_id ?? null,
          },
  };
}
