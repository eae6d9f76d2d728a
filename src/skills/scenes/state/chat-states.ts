import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { foldChat, step } from "./fold.ts";
import { activePath, branchOf, isPathKind, pathsOf, rootBranch } from "./path.ts";
import { type ChatState, chatStream, emptyChat } from "./chat-state.ts";

/** Chats that are in use, folded. A chat is caught up with its newest events whenever somebody asks for it. */
export interface ChatStates {
  /** Undefined when there is no such chat, or none that the reader may see. */
  load(read: Reads, chatId: string): Promise<ChatState | undefined>;
  /** As it was when it was last asked for here: good for knowing what else to ask for, and for nothing more. */
  last(chatId: string): ChatState | undefined;
}

interface LogRow {
  readonly id: number;
  readonly at: string;
  readonly stream: string;
  readonly stream_version: number;
  readonly kind: string;
  readonly payload_json: Payload;
  readonly account_id: string | null;
  readonly turn_id: string | null;
}

/** A chat's events after an id, in order. */
export async function chatEvents(
  read: Reads,
  chatId: string,
  after: number,
): Promise<RecordedEvent[]> {
  const rows = await read.rows<LogRow>(
    `select id, at, stream, stream_version, kind, payload_json, account_id, turn_id from event_log
     where chat_id = $1 and id > $2 order by id`,
    [chatId, after],
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    stream: row.stream,
    streamVersion: row.stream_version,
    kind: row.kind,
    payload: row.payload_json,
    accountId: row.account_id ?? undefined,
    chatId,
    turnId: row.turn_id ?? undefined,
  }));
}

/** A chat as it is now, for whoever wants to change it by themselves: nobody else holds it. */
export async function readChatState(read: Reads, chatId: string): Promise<ChatState | undefined> {
  return wholeChat(chatId, await chatEvents(read, chatId, 0));
}

function wholeChat(chatId: string, events: readonly RecordedEvent[]): ChatState | undefined {
  const [first] = events;
  if (first === undefined) return undefined;
  const hasPaths = events.some(({ kind }) => isPathKind(kind));
  const path = hasPaths ? activePath(events) : events;
  if (path.length === 0 && events.some(({ kind }) => kind === "chat_deleted")) return undefined;
  const state = foldChat({ id: chatId, accountId: first.accountId ?? "" }, path);
  state.branchId = hasPaths ? pathsOf(events).active : rootBranch;
  note(state, events);
  return state;
}

function note(state: ChatState, events: readonly RecordedEvent[]): void {
  const own = events.findLast(({ stream }) => stream === chatStream(state.id));
  state.lastEventId = events.at(-1)?.id ?? state.lastEventId;
  state.version = own?.streamVersion ?? state.version;
}

/** The chats that were asked for last, at most so many. */
export function createChatStates(options: { readonly most: number }): ChatStates {
  const kept = new Map<string, ChatState>();
  return {
    last: (chatId) => kept.get(chatId),
    async load(read, chatId) {
      const known = kept.get(chatId);
      const events = await chatEvents(read, chatId, known?.lastEventId ?? 0);
      // The account that may not see the chat's events gets no state either, whoever asked for it before.
      if (known !== undefined && events.length === 0 && !(await maySee(read, chatId)))
        return undefined;
      const state = await caughtUp(read, known ?? emptyChat(chatId, ""), events);
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

async function caughtUp(
  read: Reads,
  state: ChatState,
  events: readonly RecordedEvent[],
): Promise<ChatState | undefined> {
  if (state.lastEventId === 0) return wholeChat(state.id, events);
  // What was read meanwhile by another is in it already.
  const fresh = events.filter(({ id }) => id > state.lastEventId);
  if (fresh.some(({ kind }) => isPathKind(kind))) return readChatState(read, state.id);
  for (const event of fresh) if (branchOf(event) === state.branchId) step(state, event);
  note(state, fresh);
  return state;
}
