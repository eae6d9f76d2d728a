import type { Pausable } from "../slices.ts";
import {
  type EventDraft,
  type EventKind,
  isDraftOf,
  isEventOf,
  type RecordedEvent,
} from "./catalogue.ts";

export type Row = Readonly<Record<string, unknown>>;
export type Key = Readonly<Record<string, string | number>>;

/**
 * A handler's change of a table: absolute values only, so that any batching of the log gives the
 * same rows. A put is a whole row, new or not: it names every column that has no default and must
 * have a value.
 */
export type Change =
  | { readonly op: "put"; readonly table: string; readonly row: Row }
  | { readonly op: "patch"; readonly table: string; readonly key: Key; readonly set: Row }
  | { readonly op: "drop"; readonly table: string; readonly key: Key };

/** A row as it is before this event, for handlers whose result depends on it. */
export type ReadRow = (table: string, key: Key) => Row | undefined;

/** A row that a handler needs, and which of its columns where some are enough. */
export interface NeededRow {
  readonly table: string;
  readonly key: Key;
  readonly only?: readonly string[] | undefined;
}

/** A table made from events. A rebuild keeps its `work` columns, and no hash includes them. */
export interface ProjectionTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly work?: readonly string[];
  /**
   * Every other column that a unique index depends on. A patch of none of them cannot free a value
   * that a new row takes, so both are written at once.
   */
  readonly unique?: readonly string[];
}

/** A pure function from a fact to row changes. It sees no clock, no database and no chance. */
interface HandlerOf<Draft, Recorded> {
  /**
   * Rows that events of other streams change too. A stream orders its own events only, so the append
   * locks such a row before the log assigns a position, until the commit.
   */
  readonly holds?: ((event: Draft) => readonly NeededRow[]) | undefined;
  /** Rows that `evolve` will read. Declared ahead, so that a batch is one query. */
  readonly reads?: ((event: Draft) => readonly NeededRow[]) | undefined;
  readonly evolve: (event: Recorded, read: ReadRow) => readonly Change[];
}

export interface EventHandler extends HandlerOf<EventDraft, RecordedEvent> {
  readonly kind: EventKind;
}

/** A room's tables and the handlers that fill them. */
export interface Projection {
  readonly tables: readonly ProjectionTable[];
  readonly handlers: readonly EventHandler[];
  readonly refold?: Refold | undefined;
}

/**
 * Some events say which earlier events of their chat count from now on. When one of them is folded,
 * the rows of that chat are deleted and those events are folded again by the handlers of the same
 * projection; then its own handlers see the rows.
 */
export interface Refold {
  readonly kinds: readonly EventKind[];
  /** Each has a column `chat_id`. */
  readonly tables: readonly string[];
  /** Of all events of the chat, up to and with this one: those that count, in order. */
  readonly path: (events: readonly RecordedEvent[]) => Pausable<readonly RecordedEvent[]>;
}

/**
 * The named fields that a payload has, as a row has them. A field that is absent stays absent, so
 * that a patch leaves its column alone.
 */
export function pickFields<Payload extends object>(
  payload: Payload,
  names: readonly (keyof Payload & string)[],
): Row {
  return Object.fromEntries(
    names.filter((name) => payload[name] !== undefined).map((name) => [name, payload[name]]),
  );
}

/** The handler of one kind: what it is given has that kind's fields. */
export function handler<Kind extends EventKind>(
  kind: Kind,
  of: HandlerOf<EventDraft<Kind>, RecordedEvent<Kind>> | Evolve<Kind>,
): EventHandler {
  const { holds, reads, evolve } = typeof of === "function" ? { evolve: of } : of;
  const needs = (which: typeof holds): EventHandler["holds"] =>
    which && ((event) => (isDraftOf(event, kind) ? which(event) : []));
  return {
    kind,
    holds: needs(holds),
    reads: needs(reads),
    evolve: (event, read) => (isEventOf(event, kind) ? evolve(event, read) : []),
  };
}

type Evolve<Kind extends EventKind> = (
  event: RecordedEvent<Kind>,
  read: ReadRow,
) => readonly Change[];
