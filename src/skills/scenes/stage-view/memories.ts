import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { MemoriesAsked, MemoriesView, MemoryView } from "../../../domain/views/stage.ts";
import { readChatState } from "../state/chat-states.ts";
import { importanceOf, meaningOf } from "../recall/importance.ts";
import { castFor } from "../beat/playing.ts";
import type { ChatState, Memory } from "../state/chat-state.ts";
import { unseenOf } from "../state/unseen.ts";
import { sources } from "../state/witness.ts";

/** What one of the cast remembers, for the person to read, pin and put right: the newest first, those that are pinned before all. */
export async function readMemories(
  read: Reads,
  of: MemoriesAsked & { readonly accountId: string },
): Promise<MemoriesView> {
  const found = await read.rows("select 1 from chats where account_id = $1 and id = $2", [
    of.accountId,
    of.chatId,
  ]);
  const state = found.length === 0 ? undefined : await readChatState(read, of.chatId);
  if (state === undefined) throw new Refusal("not_found", "");
  const hidden = await unseenOf(read, state, of.veil);
  const mine = sources(state, await castFor(read, state), of.ownerId);
  const shown = mine.memories().filter(({ eventId }) => !hidden.has(eventId));
  const pinned = new Set(mine.pinned());
  const others = shown.filter(
    (memory) => !pinned.has(memory) && memory.eventId < (of.before ?? Infinity),
  );
  const titles = await otherStories(read, of);
  const view = (memory: Memory): MemoryView => viewOf(state, memory, titles);
  return {
    pinned: shown
      .filter((memory) => pinned.has(memory))
      .map(view)
      .toReversed(),
    memories: others.slice(-of.limit).map(view).toReversed(),
    has_earlier: others.length > of.limit,
    unseen: mine.memories().length - shown.length,
    elsewhere: titles.filter(({ memories }) => memories > 0),
  };
}

type Elsewhere = MemoriesView["elsewhere"][number];

/** The person's other stories, and how much the same one of the cast remembers of each. */
const otherStories = (
  read: Reads,
  of: MemoriesAsked & { readonly accountId: string },
): Promise<Elsewhere[]> =>
  read.rows<Elsewhere>(
    `select c.id as chat_id, c.title, c.host_bot_id, (select count(*)::int from memories m where m.chat_id = c.id and m.owner_id = $3
       and m.brought_from is distinct from $2) as memories
     from chats c where c.account_id = $1 and c.id <> $2 order by c.updated_at desc, c.id`,
    [of.accountId, of.chatId, of.ownerId],
  );

function viewOf(state: ChatState, memory: Memory, titles: readonly Elsewhere[]): MemoryView {
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
    importance: Math.round(importanceOf(state, memory) * 100) / 100,
    meant: meaningOf(state, memory),
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
