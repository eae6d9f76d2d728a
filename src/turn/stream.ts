import type { Clock } from "../domain/clock.ts";
import { iso } from "../domain/clock.ts";
import type { StreamNotice } from "../domain/turn.ts";
import type { Database } from "../store/database.ts";

/**
 * What running turns have shown so far.
 *
 * In the process that runs the turn every chunk goes straight to its listeners. For everybody else (another gateway, a
 * stop that wants to keep what was seen, a refresh after a restart) the whole text of all changed turns is written in one
 * statement every `frameMs`. Text of an older attempt never replaces that of a newer one.
 */
export interface Streams {
  open(turn: { turnId: string; conversationId: string; accountId: string; attempt: number }): TurnStream;
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

interface Open {
  readonly turnId: string;
  readonly conversationId: string;
  readonly accountId: string;
  readonly attempt: number;
  text: string;
}

const frameMs = 200;

export function createStreams(on: { db: Database; clock: Clock }): Streams {
  const listeners = new Map<string, Set<(notice: StreamNotice) => void>>();
  const open = new Map<string, Open>();
  const changed = new Set<Open>();
  // Conversations whose newest turn, in its newest attempt, ran here: its listeners have seen more than the last frame holds.
  const ranHere = new Map<string, string>();
  const stopping = new AbortController();
  let writing: Promise<void> | undefined;

  const tell = (conversationId: string, notice: StreamNotice): void => {
    for (const listener of listeners.get(conversationId) ?? []) listener(notice);
  };
  const writeFrames = async (): Promise<void> => {
    while (changed.size > 0 && !stopping.signal.aborted) {
      const frame = [...changed];
      changed.clear();
      // A frame that cannot be written is not lost text: the reply itself is committed with the turn.
      await writeFrame(on, frame).catch(() => undefined);
      for (const turn of frame) on.db.notify(`stream:${turn.conversationId}`);
      await on.clock.wait(frameMs, stopping.signal);
    }
    writing = undefined;
  };
  const showFromElsewhere = async (conversationId: string): Promise<void> => {
    if (!listeners.has(conversationId) || [...open.values()].some((turn) => turn.conversationId === conversationId)) return;
    const [row] = await on.db.rows<{ turn_id: string; attempt: number; text: string }>(
      `select s.turn_id, s.attempt, s.text from turn_stream s join turn t on t.id = s.turn_id and t.attempt = s.attempt and t.completed_at is null
       where s.conversation_id = $1`,
      [conversationId],
    );
    if (row !== undefined && ranHere.get(conversationId) !== `${row.turn_id}:${row.attempt}`)
      tell(conversationId, { kind: "text", turnId: row.turn_id, attempt: row.attempt, text: row.text, at: 0 });
  };

  return {
    open(turn) {
      const state: Open = { ...turn, text: "" };
      open.set(turn.turnId, state);
      remember(ranHere, turn.conversationId, `${turn.turnId}:${turn.attempt}`);
      return {
        show(chunk) {
          if (open.get(turn.turnId) !== state) return;
          const at = chunk.replace === true ? 0 : state.text.length;
          state.text = chunk.replace === true ? chunk.text : state.text + chunk.text;
          tell(turn.conversationId, {
            kind: chunk.replace === true ? "text" : "delta",
            turnId: turn.turnId,
            attempt: turn.attempt,
            text: chunk.text,
            at,
          });
          changed.add(state);
          writing ??= writeFrames();
        },
        text: () => state.text,
        close() {
          if (open.get(turn.turnId) === state) open.delete(turn.turnId);
          changed.delete(state);
        },
      };
    },
    subscribe(conversationId, listener) {
      const set = listeners.get(conversationId) ?? new Set();
      set.add(listener);
      listeners.set(conversationId, set);
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(conversationId) === set) listeners.delete(conversationId);
      };
    },
    onTopic(topic) {
      if (topic.startsWith("log:")) tell(topic.slice(4), { kind: "log" });
      else if (topic.startsWith("stream:")) showFromElsewhere(topic.slice(7)).catch(() => undefined);
    },
    async stop() {
      stopping.abort();
      await writing;
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

/** Only while the turn runs in this attempt: a late frame of a stopped turn finds no row to touch. */
async function writeFrame(on: { db: Database; clock: Clock }, frame: readonly Open[]): Promise<void> {
  const rows = frame.map((turn) => ({
    turn_id: turn.turnId,
    conversation_id: turn.conversationId,
    account_id: turn.accountId,
    attempt: turn.attempt,
    // One text that the database refuses would hold back everybody's frame.
    text: turn.text.toWellFormed().replaceAll("\0", ""),
    updated_at: iso(on.clock.now()),
  }));
  await on.db.rows(
    `insert into turn_stream as s (turn_id, conversation_id, account_id, attempt, text, updated_at)
     select f.turn_id, f.conversation_id, f.account_id, f.attempt, f.text, f.updated_at
     from jsonb_populate_recordset(null::turn_stream, $1::jsonb) f
     join (select id, attempt from turn where id in (select turn_id from jsonb_populate_recordset(null::turn_stream, $1::jsonb))
       and completed_at is null order by id for share) t on t.id = f.turn_id and t.attempt = f.attempt
     on conflict (turn_id) do update set attempt = excluded.attempt, text = excluded.text, updated_at = excluded.updated_at
     where s.attempt <= excluded.attempt`,
    [JSON.stringify(rows)],
  );
}
