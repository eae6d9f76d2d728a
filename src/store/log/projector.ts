import type { EventDraft, RecordedEvent } from "../../domain/events/catalogue.ts";
import type {
  Change,
  EventHandler,
  Key,
  NeededRow,
  Projection,
  ProjectionTable,
  Refold,
  Row,
} from "../../domain/events/projection.ts";
import type { Sql } from "../database/database.ts";
import { slices } from "../../domain/slices.ts";
import { readChat } from "./event-log.ts";
import { splitEvents } from "./pieces.ts";
import type { QuotaGate } from "../quotas/quota-gate.ts";
import { createRowBatch, type RowBatch } from "./row-batch.ts";
import { fromJson, lookedUp } from "./row-writes.ts";
import { shapeOf, type TableShapes } from "./table-shapes.ts";

/** All projected tables and the handlers that fill them, registered explicitly in `main.ts`. */
export interface Projector {
  readonly tables: ReadonlyMap<string, ProjectionTable>;
  readonly handlers: ReadonlyMap<string, readonly EventHandler[]>;
  /** By the event kinds that trigger it, with the handlers it uses. */
  readonly refolds: ReadonlyMap<string, Refold & { readonly handlers: Projector["handlers"] }>;
  readonly shapes: TableShapes;
  /** Kinds of events whose rows depend on their place in the log, as far as was seen. */
  readonly placed: Set<string>;
  /** Enforces quotas whenever events are recorded. Undefined: no quotas. */
  readonly quotas?: QuotaGate | undefined;
}

export function createProjector(projections: readonly Projection[], quotas?: QuotaGate): Projector {
  const tables = new Map<string, ProjectionTable>();
  const handlers = new Map<string, EventHandler[]>();
  const refolds = new Map<string, Refold & { handlers: Projector["handlers"] }>();
  for (const projection of projections) {
    for (const table of projection.tables) {
      if (tables.has(table.name)) throw new Error(`two projections claim the table ${table.name}`);
      tables.set(table.name, table);
    }
    for (const handler of projection.handlers)
      handlers.set(handler.kind, [...(handlers.get(handler.kind) ?? []), handler]);
    const { refold } = projection;
    const own = Map.groupBy(projection.handlers, ({ kind }) => kind);
    for (const kind of refold?.kinds ?? [])
      refolds.set(kind, { ...(refold as Refold), handlers: own });
  }
  return { tables, handlers, refolds, shapes: new Map(), placed: new Set(), quotas };
}

/**
 * Folds events into row changes and writes them with a few statements. The live path calls it with
 * the events of one transaction, a rebuild with thousands: the same code, so that a rebuild cannot
 * differ. Kinds without a handler stay in the log and are skipped.
 */
export async function project(
  sql: Sql,
  projector: Projector,
  what: readonly RecordedEvent[] | Stretch,
): Promise<void> {
  const { events, rows, work = [] } = "events" in what ? what : { events: what };
  const batch = await (rows === undefined
    ? fold(sql, projector, events)
    : foldStretch(sql, projector, { events, rows }));
  await writeRows(sql, batch, work);
}

export async function writeRows(
  sql: Sql,
  batch: RowBatch,
  work: readonly WorkPatch[] = [],
): Promise<void> {
  for (const { table, key, set } of work) batch.patch(table, key, set);
  await batch.write(sql);
}

/** Events, with the rows they are folded on if those were loaded before. */
interface Stretch {
  readonly events: readonly RecordedEvent[];
  readonly rows?: LoadedRows | undefined;
  readonly work?: readonly WorkPatch[] | undefined;
}

/** Columns that say nothing about what happened: they come from no event. */
export interface WorkPatch {
  readonly table: string;
  readonly key: Key;
  readonly set: Row;
}

/**
 * Loads the rows that these events will be folded on, pipelined with the append: a connection
 * answers in order, so the log's lock is taken by then. A chat that is refolded is read step by
 * step instead.
 */
export async function loadAhead(
  sql: Sql,
  projector: Projector,
  drafts: readonly EventDraft[],
): Promise<LoadedRows | undefined> {
  return drafts.some(({ kind }) => projector.refolds.has(kind))
    ? undefined
    : loadRows(sql, projector, drafts);
}

/** Keys of the rows that these events change together with events of other streams. */
export function listHeldRows(projector: Projector, drafts: readonly EventDraft[]): string[] {
  const rows = drafts.flatMap((draft) =>
    (projector.handlers.get(draft.kind) ?? []).flatMap((handler) => handler.holds?.(draft) ?? []),
  );
  return [...new Set(rows.map(({ table, key }) => JSON.stringify([table, ...Object.values(key)])))];
}

/**
 * Returns the rows that still have to be written. Everything before an event that refolds its chat
 * is written here.
 */
export async function fold(
  sql: Sql,
  projector: Projector,
  events: readonly RecordedEvent[],
): Promise<RowBatch> {
  let from = 0;
  for (const [at, event] of projector.refolds.size === 0 ? [] : events.entries()) {
    const refold = projector.refolds.get(event.kind);
    if (refold === undefined || event.chatId === undefined) continue;
    await (await foldStretch(sql, projector, { events: events.slice(from, at) })).write(sql);
    const known = await readChat(sql, { chatId: event.chatId, through: event.id });
    for (const table of refold.tables)
      await sql.rows(`delete from ${table} where chat_id = $1`, [event.chatId]);
    await foldPath(
      sql,
      { ...projector, handlers: refold.handlers },
      await slices.run(refold.path(known)),
    );
    from = at;
  }
  return foldStretch(sql, projector, { events: from === 0 ? events : events.slice(from) });
}

/** Folds a path in pieces, so that a long chat does not delay other requests. */
async function foldPath(
  sql: Sql,
  projector: Projector,
  path: readonly RecordedEvent[],
): Promise<void> {
  const slice = slices.short();
  for (const events of splitEvents(path)) {
    await (await foldStretch(sql, projector, { events })).write(sql);
    await slice.yieldIfDue();
  }
}

export async function foldStretch(
  sql: Sql,
  projector: Projector,
  { events, rows }: Stretch,
): Promise<RowBatch> {
  const batch = createRowBatch(projector);
  for (const [table, known] of rows ?? (await loadRows(sql, projector, events)))
    batch.know(table, { ...known, blank: (await shapeOf(sql, projector.shapes, table)).blank });
  for (const event of events) {
    for (const handler of projector.handlers.get(event.kind) ?? []) {
      for (const change of handler.evolve(event, (table, key) => batch.read(table, key)))
        applyChange(batch, change);
    }
  }
  for (const table of batch.tables())
    if (!projector.shapes.has(table)) await shapeOf(sql, projector.shapes, table);
  return batch;
}

function applyChange(batch: RowBatch, change: Change): void {
  if (change.op === "put") batch.put(change.table, change.row);
  else if (change.op === "patch") batch.patch(change.table, change.key, change.set);
  else batch.drop(change.table, change.key);
}

/** By table: the requested keys and the rows found. */
type LoadedRows = ReadonlyMap<
  string,
  { readonly asked: readonly Key[]; readonly found: readonly Row[] }
>;

/**
 * One query per table for all rows that the handlers of this batch declared; the queries are
 * pipelined.
 */
async function loadRows(
  sql: Sql,
  projector: Projector,
  events: readonly EventDraft[],
): Promise<LoadedRows> {
  const wanted = new Map<string, NeededRow[]>();
  for (const event of events) {
    for (const handler of projector.handlers.get(event.kind) ?? []) {
      for (const need of handler.reads?.(event) ?? []) {
        const needs = wanted.get(need.table);
        if (needs === undefined) wanted.set(need.table, [need]);
        else needs.push(need);
      }
    }
  }
  const loaded = [...wanted].map(async ([name, needs]) => {
    const table = projector.tables.get(name);
    if (table === undefined) throw new Error(`no projection owns the table ${name}`);
    const asked = needs.map(({ key }) => key);
    const [only, ...others] = asked;
    if (only !== undefined && others.length === 0) {
      const same = table.key.map((column, at) => `t.${column} = $${at + 1}`).join(" and ");
      const text = `select ${columnsOf(table, needs)} from ${name} t where ${same}`;
      const values = table.key.map((column) => only[column]);
      return [name, { asked, found: await sql.rows<Row>(text, values) }] as const;
    }
    const match = table.key.map((column) => `t.${column} = k.${column}`).join(" and ");
    const shape = projector.shapes.get(name);
    const rows = fromJson({ table: name, columns: table.key, shape, name: "a" }, "$1");
    const keys = `(select * from ${rows} ${lookedUp}) k`;
    const text = `select ${columnsOf(table, needs)} from ${name} t join ${keys} on ${match}`;
    return [name, { asked, found: await sql.rows<Row>(text, [JSON.stringify(asked)]) }] as const;
  });
  return new Map(await Promise.all(loaded));
}

/** All columns, unless every request can do with some. */
function columnsOf(table: ProjectionTable, needs: readonly NeededRow[]): string {
  const columns = new Set(table.key);
  for (const { only } of needs) {
    if (only === undefined) return "t.*";
    for (const column of only) columns.add(column);
  }
  return [...columns].map((column) => `t.${column}`).join(", ");
}
