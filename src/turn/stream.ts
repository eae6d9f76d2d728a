import { type Clock, iso } from "../domain/ports/clock.ts";
import type { StreamNotice } from "../domain/turn.ts";
import type { Database } from "../store/database/database.ts";
import { createSteps } from "./steps.ts";

/**
 * The text that running turns have shown so far.
 *
 * In the process that runs the turn its listeners hear the first chunk at once and what follows in
 * a few steps a second, however many chunks that is. For other readers (another gateway, a stop that keeps the shown text, a refresh after a restart) the additions of all changed turns are written in one statement every `frameMs`. Text of an older attempt never replaces that of a
 * newer one.
 */
export interface Streams {
  open(turn: {
    turnId: string;
    conversationId: string;
    accountId: string;
    attempt: number;
  }): TurnStream;
  /** The text of the turn that runs in this process; empty when none does. */
  shownHere(conversationId: string): string;
  subscribe(conversationId: string, listener: (notice: StreamNotice) => void): () => void;
  /** Wake-ups from this and other processes. */
  onTopic(topic: string): void;
  stop(): Promise<void>;
}

export interface TurnStream {
  show(chunk: { readonly text: string; readonly replace?: boolean | undefined }): void;
  text(): string;
  /** Whether text of it was written for other processes. */
  isWritten(): boolean;
  /** Text shown after this is dropped. */
  close(): void;
}

interface Open extends TurnText {
  /** How much of the text the listeners here have received. */
  told: number;
  isWritten: boolean;
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
    // An answer that comes whole is committed right away: no other process needs to read it before.
    await new Promise((resolve) => setImmediate(resolve));
    while (changed.size > 0 && !stopping.signal.aborted) {
      const frame = [...changed];
      changed.clear();
      for (const turn of frame) turn.isWritten = true;
      if (await tryWriteFrame(on, frame))
        for (const turn of frame) on.db.notify(`stream:${turn.conversationId}`);
      // A turn may say nothing more for minutes: its text is written again, not with the next chunk.
      else for (const turn of frame) if (open.get(turn.conversationId) === turn) changed.add(turn);
      await on.clock.wait(frameMs, stopping.signal);
    }
    writing = undefined;
  };
  /** Asks again while the database can't answer: there may be no later wake-up for this text. */
  const showFromElsewhere = async (conversationId: string): Promise<void> => {
    while (!stopping.signal.aborted && !(await tryShowFromElsewhere(conversationId)))
      await on.clock.wait(frameMs, stopping.signal);
  };
  const tryShowFromElsewhere = (conversationId: string): Promise<boolean> =>
    readFromElsewhere(conversationId).then(
      () => true,
      () => false,
    );
  const readFromElsewhere = async (conversationId: string): Promise<void> => {
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
      const state: Open = { ...turn, text: "", told: 0, written: 0, isWritten: false };
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
        isWritten: () => state.isWritten,
        close() {
          changed.delete(state);
          steps.forget(state);
          if (open.get(turn.conversationId) !== state) return;
          trySendRest(state);
          open.delete(turn.conversationId);
        },
      };
    },
    shownHere: (conversationId) => open.get(conversationId)?.text ?? "",
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
      else if (topic.startsWith("stream:")) void showFromElsewhere(topic.slice(7));
    },
    async stop() {
      stopping.abort();
      await Promise.all([writing, steps.stopped()]);
    },
  };
}

/** The newest ten thousand, so that the memory of past turns does not grow for ever. */
function remember(map: Map<string, string>, key: string, value: string): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > 10_000 ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}

/** A turn's text on its way into the database. */
interface TurnText {
  readonly turnId: string;
  readonly conversationId: string;
  readonly accountId: string;
  readonly attempt: number;
  text: string;
  /** How much of it is written. */
  written: number;
}

/**
 * Adds what is new to what was written before. Where a text begins again, the longest one so far is
 * kept with it for readers who have seen it; thoughts are not, since an answer takes their place.
 * Only while the turn runs in this attempt: a late frame of a stopped turn finds no row to touch.
 * After a frame that could not be written the next one has the whole text.
 */
async function tryWriteFrame(
  on: { db: Database; clock: Clock },
  frame: readonly TurnText[],
): Promise<boolean> {
  const rows = frame.map((turn) => {
    const from = turn.written;
    // Half of a character waits for its other half.
    turn.written = turn.text.length - (/[\ud800-\udbff]$/.test(turn.text) ? 1 : 0);
    return {
      turn_id: turn.turnId,
      conversation_id: turn.conversationId,
      account_id: turn.accountId,
      attempt: turn.attempt,
      whole: from === 0,
      // One text that the database refuses would hold back all frames.
      text: turn.text.slice(from, turn.written).toWellFormed().replaceAll("\0", ""),
    };
  });
  try {
    await on.db.rows(frameSql, [JSON.stringify(rows), iso(on.clock.now())]);
    return true;
  } catch {
    for (const turn of frame) turn.written = 0;
    return false;
  }
}

const frameSql = `with frame as materialized (
  select f.* from json_to_recordset($1::json) as f(turn_id text, conversation_id text, account_id text, attempt int, whole boolean, text text)
  join (select id, attempt from turn where id in (select turn_id from json_to_recordset($1::json) as f(turn_id text))
    and completed_at is null order by id for share) t on t.id = f.turn_id and t.attempt = f.attempt
), grown as (
  update turn_stream s set text = s.text || frame.text, updated_at = $2 from frame
  where not frame.whole and s.turn_id = frame.turn_id and s.attempt = frame.attempt
)
insert into turn_stream as s (turn_id, conversation_id, account_id, attempt, text, updated_at)
select turn_id, conversation_id, account_id, attempt, text, $2 from frame where whole
on conflict (turn_id) do update set attempt = excluded.attempt, text = excluded.text, updated_at = excluded.updated_at,
  read_before = case when length(without_thoughts(s.text)) > length(s.read_before) then without_thoughts(s.text) else s.read_before end
where s.attempt <= excluded.attempt`;
