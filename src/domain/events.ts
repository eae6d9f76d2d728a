/** JSON as PostgreSQL stores it. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };
export type Payload = { readonly [key: string]: Json | undefined };

/** A fact about to be recorded. The caller makes its ids and its time; the store only adds its place in the log. */
export interface EventDraft {
  readonly stream: string;
  readonly kind: string;
  readonly at: string;
  readonly payload: Payload;
  readonly accountId?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly chatId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly causationId?: string | undefined;
  /** A second event with the same key is refused: how a retried command stays one command. */
  readonly idempotencyKey?: string | undefined;
}

export interface RecordedEvent extends EventDraft {
  /** Place in the log. Rises in commit order within a stream. */
  readonly id: number;
  readonly streamVersion: number;
}

export type Row = Readonly<Record<string, unknown>>;
export type Key = Readonly<Record<string, string | number>>;

/**
 * What a handler may do to a table: absolute values only, so that any batching of the log gives the same rows. A put
 * is a whole row, new or not: it names every column that has no default and must have a value.
 */
export type Change =
  | { readonly op: "put"; readonly table: string; readonly row: Row }
  | { readonly op: "patch"; readonly table: string; readonly key: Key; readonly set: Row }
  | { readonly op: "drop"; readonly table: string; readonly key: Key };

/** A row as it stands before this event, for handlers whose result depends on it. */
export type ReadRow = (table: string, key: Key) => Row | undefined;

/** A row that a handler needs, and which columns of it besides the key, where it can do without the others. */
export interface NeededRow {
  readonly table: string;
  readonly key: Key;
  readonly only?: readonly string[] | undefined;
}

/** A pure function from a fact to row changes. It sees no clock, no database and no chance. */
export interface EventHandler {
  readonly kind: string;
  /**
   * A row that events of other streams change too, by its table and key. Streams order only what is in them: whoever changes
   * such a row has it to themselves from before the log gives a place until the commit, or the log would tell another order.
   */
  readonly holds?: (event: EventDraft) => readonly NeededRow[];
  /** Rows that `evolve` will ask for. Declared ahead, before the event has its place in the log, so that a batch is one query. */
  readonly reads?: (event: EventDraft) => readonly NeededRow[];
  readonly evolve: (event: RecordedEvent, read: ReadRow) => readonly Change[];
}

/** A table made from events. `work` columns are marks of work in progress: they survive a rebuild and are in no hash. */
export interface ProjectionTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly work?: readonly string[];
}

/** What a room adds to the log: its tables and the handlers that fill them. */
export interface Projection {
  readonly tables: readonly ProjectionTable[];
  readonly handlers: readonly EventHandler[];
  readonly refold?: Refold | undefined;
}

/**
 * Some facts say which earlier facts of their chat count from now on. When one comes, that chat's rows go, and those facts
 * are folded anew by the handlers of the same projection; then its own handlers see the rows.
 */
export interface Refold {
  readonly kinds: readonly string[];
  /** Each has a column `chat_id`. */
  readonly tables: readonly string[];
  /** Of all facts of the chat, up to and with the one that has come: those that count, in order. */
  readonly path: (events: readonly RecordedEvent[]) => readonly RecordedEvent[];
}

/** A field that must be text. An event without it was never valid, so this is a bug and not a refusal. */
export function textIn(payload: Payload, name: string): string {
  const value = payload[name];
  if (typeof value !== "string") throw new Error(`an event lacks the text field ${name}`);
  return value;
}
