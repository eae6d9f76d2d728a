import type { Reads } from "../../../domain/ports/reads.ts";
import { type Pausable, slices } from "../../../domain/slices.ts";
import type { RecordedChatEvent } from "./events.ts";
import { foldChat, applyEvent } from "./fold.ts";
import { readBranch, isPathEvent, computePaths, rootBranch } from "./path.ts";
import { readChatEvents } from "./read-log.ts";
import { type ChatState, chatStream, createEmptyChat } from "./chat-state.ts";

/** A cache of folded chats. Each load folds the events that were recorded since the last one. */
export interface ChatStates {
  /** Undefined when the chat does not exist or the reader may not see it. */
  load(read: Reads, chatId: string): Promise<ChatState | undefined>;
  /** The state as of the last load. It may be stale: use it only to decide what to load. */
  peek(chatId: string): ChatState | undefined;
}

/** A fresh copy of a chat's state that the caller may mutate. */
export async function readChatState(read: Reads, chatId: string): Promise<ChatState | undefined> {
  return slices.run(foldWholeChat(chatId, await readChatEvents(read, chatId, 0)));
}

function* foldWholeChat(
  chatId: string,
  events: readonly RecordedChatEvent[],
): Pausable<ChatState | undefined> {
  const [first] = events;
  if (first === undefined) return undefined;
  const hasPaths = events.some(isPathEvent);
  const paths = hasPaths ? yield* computePaths(events) : undefined;
  const path = paths === undefined ? events : (paths.byBranch.get(paths.active) ?? []);
  if (path.length === 0 && events.some(({ kind }) => kind === "chat_deleted")) return undefined;
  const state = yield* foldChat({ id: chatId, accountId: first.accountId ?? "" }, path);
  state.branchId = paths?.active ?? rootBranch;
  noteProgress(state, events);
  return state;
}

function noteProgress(state: ChatState, events: readonly RecordedChatEvent[]): void {
  const own = events.findLast(({ stream }) => stream === chatStream(state.id));
  state.lastEventId = events.at(-1)?.id ?? state.lastEventId;
  state.version = own?.streamVersion ?? state.version;
}

/** A cache of at most `most` chats; the least recently used one is evicted. */
export function createChatStates(options: { readonly most: number }): ChatStates {
  const kept = new Map<string, ChatState>();
  return {
    peek: (chatId) => kept.get(chatId),
    async load(read, chatId) {
      const known = kept.get(chatId);
      const events = await readChatEvents(read, chatId, known?.lastEventId ?? 0);
      // Access is checked even when the chat is cached, because another account may have loaded it.
      if (known !== undefined && events.length === 0 && !(await maySee(read, chatId)))
        return undefined;
      const state = await foldNewEvents(read, known ?? createEmptyChat(chatId, ""), events);
      kept.delete(chatId);
      if (state === undefined) return undefined;
      kept.set(chatId, state);
      const oldest = kept.size > options.most ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      return state;
    },
  };
}

async function maySee(read: Reads, chatId: string): Promise<boolean> {
  return (await read.rows("select 1 from chats where id = $1", [chatId])).length > 0;
}

/** What was folded before no longer holds: other events count, or their words were erased. */
const isRetroactive = (event: RecordedChatEvent): boolean =>
  isPathEvent(event) || event.kind === "story_words_erased";

async function foldNewEvents(
  read: Reads,
  state: ChatState,
  events: readonly RecordedChatEvent[],
): Promise<ChatState | undefined> {
  if (state.lastEventId === 0) return slices.run(foldWholeChat(state.id, events));
  // A concurrent load may already have folded some of these events.
  const fresh = events.filter(({ id }) => id > state.lastEventId);
  if (fresh.some(isRetroactive)) return readChatState(read, state.id);
  for (const event of fresh) if (readBranch(event) === state.branchId) applyEvent(state, event);
  noteProgress(state, fresh);
  return state;
}
