import type { Key, ProjectionTable, Row } from "../../domain/events/projection.ts";
import type { Sql } from "../database/database.ts";
import { dropRows, patchRows, putRows, type RowWrite, writeAll } from "./row-writes.ts";
import type { TableShapes } from "./table-shapes.ts";

/**
 * The net effect of many changes on one row:
 * - put: these columns get these values, in a new row or an existing one; changes in `before` count
 * only if the row existed
 * - patch: these columns change if the row exists in the database, otherwise nothing happens
 * - drop: the row is deleted; a later put creates a fresh one
 * Merging is associative, which is why a batch of any size gives the same rows.
 */
type Net =
  | { readonly op: "put"; readonly row: Row; readonly fresh: boolean; readonly before: Row }
  | { readonly op: "patch"; readonly set: Row }
  | { readonly op: "drop" };

export interface RowBatch {
  put(table: string, row: Row): void;
  patch(table: string, key: Key, set: Row): void;
  drop(table: string, key: Key): void;
  read(table: string, key: Key): Row | undefined;
  know(table: string, rows: KnownRows): void;
  /** Tables with changes. */
  tables(): Iterable<string>;
  write(sql: Sql): Promise<void>;
}

/**
 * The database's values of the rows that handlers will read. `blank` is a new row with defaults
 * only.
 */
export interface KnownRows {
  readonly asked: readonly Key[];
  readonly found: readonly Row[];
  readonly blank: Row;
}

interface BatchTables {
  readonly tables: ReadonlyMap<string, ProjectionTable>;
  readonly shapes: TableShapes;
}

const nothing: Row = {};

export function createRowBatch({ tables, shapes }: BatchTables): RowBatch {
  const nets = new Map<string, Map<string, Net>>();
  const known = new Map<string, Map<string, Row | undefined>>();
  const blanks = new Map<string, Row>();

  const tableOf = (name: string): ProjectionTable => {
    const table = tables.get(name);
    if (table === undefined) throw new Error(`no projection owns the table ${name}`);
    return table;
  };
  const slot = (name: string): Map<string, Net> => {
    const found = nets.get(name) ?? new Map<string, Net>();
    nets.set(name, found);
    return found;
  };
  const idOf = (name: string, from: Row): string => {
    const { key } = tableOf(name);
    const [only = ""] = key;
    // The key is nearly always one column, which is its own name.
    return key.length === 1
      ? String(from[only])
      : JSON.stringify(key.map((column) => String(from[column])));
  };

  return {
    put(name, row) {
      const id = idOf(name, row);
      const was = slot(name).get(id);
      if (was?.op === "put")
        slot(name).set(id, { ...was, row: { ...was.row, ...dropUndefined(row) } });
      else
        slot(name).set(id, {
          op: "put",
          row: dropUndefined(row),
          fresh: was?.op === "drop",
          before: was?.op === "patch" ? was.set : nothing,
        });
    },
    patch(name, key, set) {
      const id = idOf(name, key);
      const was = slot(name).get(id);
      if (was?.op === "drop") return;
      if (was?.op === "put")
        slot(name).set(id, { ...was, row: { ...was.row, ...dropUndefined(set) } });
      else slot(name).set(id, { op: "patch", set: { ...was?.set, ...key, ...dropUndefined(set) } });
    },
    drop(name, key) {
      slot(name).set(idOf(name, key), { op: "drop" });
    },
    read(name, key) {
      const id = idOf(name, key);
      if (!(known.get(name)?.has(id) ?? false))
        throw new Error(`a handler read ${name} ${id} without declaring it`);
      const stored = known.get(name)?.get(id);
      const net = nets.get(name)?.get(id);
      if (net?.op === "drop") return undefined;
      if (net?.op !== "put") return stored === undefined ? undefined : { ...stored, ...net?.set };
      return net.fresh || stored === undefined
        ? { ...blanks.get(name), ...net.row }
        : { ...stored, ...net.before, ...net.row };
    },
    know(name, rows) {
      const into = known.get(name) ?? new Map<string, Row | undefined>();
      for (const key of rows.asked) into.set(idOf(name, key), undefined);
      for (const row of rows.found) into.set(idOf(name, row), row);
      known.set(name, into);
      blanks.set(name, rows.blank);
    },
    tables: () => nets.keys(),
    write: (sql) =>
      writeAll(
        { sql, shapes },
        [...nets].map(([name, rows]) => tableWrites(tableOf(name), rows)),
      ),
  };
}

/**
 * Drops, then patches, then puts: a row that frees a unique value does so before a new row takes
 * it. Patches that free none go with the puts.
 */
function tableWrites(table: ProjectionTable, nets: ReadonlyMap<string, Net>): RowWrite[][] {
  const drops: Row[] = [];
  const first: Row[] = [];
  const beside: Row[] = [];
  const puts: Row[] = [];
  const mayFree = (set: Row): boolean =>
    table.unique === undefined || table.unique.some((column) => column in set);
  for (const [id, net] of nets) {
    if (net.op === "patch") (mayFree(net.set) ? first : beside).push(net.set);
    else {
      if (net.op === "drop" || net.fresh) drops.push(keyFrom(table, id));
      if (net.op === "put") puts.push(net.row);
      // The same row is not written twice by one statement.
      if (net.op === "put" && Object.keys(net.before).length > 0) first.push(net.before);
    }
  }
  const [put, ...others] = putRows(table, puts);
  return [
    ...[...dropRows(table, drops), ...patchRows(table, first)].map((write) => [write]),
    [...patchRows(table, beside), ...(put === undefined ? [] : [put])],
    ...others.map((write) => [write]),
  ].filter((round) => round.length > 0);
}

function keyFrom(table: ProjectionTable, id: string): Row {
  const values = table.key.length === 1 ? [id] : (JSON.parse(id) as string[]);
  return Object.fromEntries(values.map((value, at) => [table.key[at], value]));
}

/** A column that is `undefined` was not named: it keeps its value. */
function dropUndefined(row: Row): Row {
  for (const column in row)
    if (row[column] === undefined)
      return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
  return row;
}
