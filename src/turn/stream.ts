import type { Clock } from "../domain/ports/clock.ts";
import type { StreamNotice } from "../domain/turn.ts";
import type { Database } from "../store/database/database.ts";
import { createSteps } from "./steps.ts";
import { type Shown, writeFrame } from "./stream-frames.ts";

/**
 * What running turns have shown so far.
 *
 * In the process that runs the turn its listeners hear the first chunk at once and what follows in
 * a few steps a second, however many chunks that is. For everybody else (another gateway, a stop
 * that wants to keep what was seen, a refresh after a restart) what was added to all changed turns
 * is written in one statement every `frameMs`. Text of an older attempt never replaces that of a
 * newer one.
 */
export interface Streams {
  open(turn: {
    turnId: string;
    conversationId: string;
    accountId: string;
    attempt: number;
  }): TurnStream;
  subscribe(conversationId: string, listener: (notice: StreamNotice) => void): () => void;
  /** Wake-ups from this and other processes. */
  onTopic(topic: string): void;
  stop(): Promise<void>;
}

export interface TurnStream {
  show(chunk: { readonly text: string; readonly replace?: boolean | undefined }): void;
  text(): string;
  /** Nothing shown after this reaches anybody. */
  close(): void;
}

interface Open extends Shown {
  /** How much of the text the listeners here have heard. */
  told: number;
}

const frameMs = 200;
export function createStreams(on: { db: Database; clock: Clock }): Streams {
  const listeners = new Map<string, Set<(notice: StreamNotice) => void>>();
  /** One turn runs in a conversation. */
  const open = new Map<string, Open>();
  const changed = new Set<Open>();
  // Conversations whose newest turn, in its newest attempt, ran here: its listeners have seen more
  // than the last frame holds.
  const ranHere = new Map<string, string>();
  const stopping = new AbortController();
  let writing: Promise<void> | undefined;

  const tell = (conversationId: string, notice: StreamNotice): void => {
    for (const listener of listeners.get(conversationId) ?? []) listener(notice);
  };
  const trySendRest = (turn: Open): boolean => {
    const { turnId, attempt, text, told } = turn;
    turn.told = text.length;
    if (told < text.length)
      tell(turn.conversationId, {
        kind: "delta",
        turnId,
        attempt,
        text: text.slice(told),
        at: told,
      });
    return told < text.length;
  };
  const steps = createSteps<Open>({ clock: on.clock, signal: stopping.signal, speak: trySendRest });
  const writeFrames = async (): Promise<void> => {
    while (changed.size > 0 && !stopping.signal.aborted) {
      const frame = [...changed];
      changed.clear();
      await writeFrame(on, frame);
      for (const turn of frame) on.db.notify(`stream:${turn.conversationId}`);
      await on.clock.wait(frameMs, stopping.signal);
    }
    writing = undefined;
  };
  const showFromElsewhere = async (conversationId: string): Promise<void> => {
    if (!listeners.has(conversationId) || open.has(conversationId)) return;
    const [row] = await on.db.rows<{ turn_id: string; attempt: number; text: string }>(
      `select s.turn_id, s.attempt, s.text from turn_stream s join turn t on t.id = s.turn_id and t.attempt = s.attempt and t.completed_at is null
       where s.conversation_id = $1`,
      [conversationId],
    );
    if (row !== undefined && ranHere.get(conversationId) !== `${row.turn_id}:${row.attempt}`)
      tell(conversationId, {
        kind: "text",
        turnId: row.turn_id,
        attempt: row.attempt,
        text: row.text,
        at: 0,
      });
  };

  return {
    open(turn) {
      const state: Open = { ...turn, text: "", told: 0, written: 0 };
      open.set(turn.conversationId, state);
      remember(ranHere, turn.conversationId, `${turn.turnId}:${turn.attempt}`);
      return {
        show(chunk) {
          if (open.get(turn.conversationId) !== state) return;
          if (chunk.replace === true) {
            Object.assign(state, { text: chunk.text, told: chunk.text.length, written: 0 });
            tell(turn.conversationId, {
              kind: "text",
              turnId: turn.turnId,
              attempt: turn.attempt,
              text: chunk.text,
              at: 0,
            });
          } else {
            state.text += chunk.text;
            steps.rouse(state);
          }
          changed.add(state);
          writing ??= writeFrames();
        },
        text: () => state.text,
        close() {
          changed.delete(state);
          steps.forget(state);
          if (open.get(turn.conversationId) !== state) return;
          trySendRest(state);
          open.delete(turn.conversationId);
        },
      };
    },
    subscribe(conversationId, listener) {
      const set = listeners.get(conversationId) ?? new Set();
      set.add(listener);
      listeners.set(conversationId, set);
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(conversationId) === set)
          listeners.delete(conversationId);
      };
    },
    onTopic(topic) {
      if (topic.startsWith("log:")) tell(topic.slice(4), { kind: "log" });
      else if (topic.startsWith("stream:"))
        showFromElsewhere(topic.slice(7)).catch(() => undefined);
    },
    async stop() {
      stopping.abort();
      await Promise.all([writing, steps.stopped()]);
    },
  };
}

/** The newest ten thousand, so that the memory of what ran here does not grow with the years. */
function remember(map: Map<string, string>, key: string, value: string): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > 10_000 ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}
