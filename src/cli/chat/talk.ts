import type { Clock } from "../../domain/ports/clock.ts";
import { isPassing, type Message, type Server } from "./server.ts";
import type { Speaker } from "./speaker.ts";
import type { StreamEvent } from "./sse.ts";

/** A conversation that is being followed. */
export interface Talk {
  /** Resolves when everything that answers this message has been said. */
  say(text: string): Promise<void>;
  stop(): Promise<void>;
  /** Whether an answer is on its way. */
  readonly busy: boolean;
  /** Rejects when the conversation can't be followed any more. */
  readonly followed: Promise<void>;
  close(): Promise<void>;
}

export interface TalkOptions {
  readonly server: Server;
  readonly conversationId: string;
  readonly speaker: Speaker;
  readonly newId: () => string;
  readonly clock: Pick<Clock, "wait">;
  /** For a turn that was stopped. */
  readonly stoppedRemark: string;
  readonly onTrouble: (sentence: string) => void;
}

interface State extends TalkOptions {
  /** The last event received. */
  cursor: number;
  /** The text of the running turn so far. */
  running: { readonly turnId: string; readonly text: string } | undefined;
  /** Sent messages that have not ended yet. */
  readonly open: Map<string, () => void>;
}

export async function openTalk(options: TalkOptions): Promise<Talk> {
  const { server, conversationId } = options;
  const { last_event_id: cursor } = await server.messages(conversationId);
  options.speaker.passOver(cursor);
  const state: State = { ...options, cursor, running: undefined, open: new Map() };
  const closing = new AbortController();
  let sending = 0;
  const followed = follow(state, closing.signal);
  // Handled by the caller that waits for an answer; caught here so that it is never unhandled.
  const ended = followed.catch(() => undefined);
  return {
    followed,
    get busy() {
      return sending + state.open.size > 0;
    },
    async say(text) {
      sending += 1;
      const sent = await server
        .send(conversationId, { text, clientId: options.newId() })
        .finally(() => (sending -= 1));
      // A control word is answered in the same commit: there is nothing to wait for.
      const answered =
        sent.outcome === "accepted" || sent.outcome === "duplicate"
          ? new Promise<void>((resolve) => state.open.set(sent.message_id, resolve))
          : Promise.resolve();
      // The end may have come before we knew the message's id.
      await catchUp(state);
      await Promise.race([answered, followed]);
      await catchUp(state);
    },
    stop: async () => void (await server.stop(conversationId)),
    async close() {
      closing.abort();
      await ended;
    },
  };
}

/** Keeps a stream open and resumes it where it was cut. */
async function follow(state: State, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      for await (const event of state.server.stream(state.conversationId, {
        after: state.cursor,
        signal,
      })) {
        failures = 0;
        await handleEvent(state, event);
      }
    } catch (error) {
      if (signal.aborted) return;
      // A cut in the middle comes as a TypeError of fetch. A final refusal by the server ends the
      // conversation.
      if (!isPassing(error) && !(error instanceof TypeError)) throw error;
      if (failures === 2) state.onTrouble(error.message);
    }
    await state.clock.wait(Math.min(250 * 2 ** failures, 5_000), signal);
  }
}

async function handleEvent(state: State, { type, data, id }: StreamEvent): Promise<void> {
  if (id !== undefined) state.cursor = id;
  if (type === "text" || type === "delta") handleText(state, data as TextData);
  else if (type === "message") handleMessage(state, data as Message);
  else if (type === "turn") handleTurnEnd(state, data as TurnData);
  else if (type === "reset") await catchUp(state);
}

interface TextData {
  readonly turn_id: string;
  readonly at: number;
  readonly text: string;
}

function handleText(state: State, data: TextData): void {
  const known = state.running?.turnId === data.turn_id ? state.running.text : "";
  const text = known.slice(0, data.at) + data.text;
  state.running = { turnId: data.turn_id, text };
  state.speaker.live(data.turn_id, text);
}

function handleMessage(state: State, message: Message): void {
  if (message.direction === "outbound") state.speaker.message(message);
}

interface TurnData {
  readonly state: string;
  readonly message_ids?: readonly string[];
}

const endings = new Set(["replied", "failed", "stopped"]);

function handleTurnEnd(state: State, turn: TurnData): void {
  if (!endings.has(turn.state)) return;
  if (turn.state === "stopped") state.speaker.cut(state.stoppedRemark);
  for (const id of turn.message_ids ?? []) end(state, id);
}

function end(state: State, messageId: string): void {
  state.open.get(messageId)?.();
  state.open.delete(messageId);
}

/** Reads the conversation itself, for what the stream has not sent yet or no longer sends. */
async function catchUp(state: State): Promise<void> {
  const { messages } = await state.server.messages(state.conversationId);
  for (const message of messages) {
    handleMessage(state, message);
    if (message.end !== null) end(state, message.id);
  }
}
