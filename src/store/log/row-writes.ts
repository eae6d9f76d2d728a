import type { ProjectionTable, Row } from "../../domain/events/projection.ts";
import { type Sql, write } from "../database/database.ts";
import {
  asArray,
  type TableShape,
  type TableShapes,
  toArray,
  toParameter,
} from "./table-shapes.ts";

/** One statement over rows of one table. */
export interface RowWrite {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Receives a list of all rows, named `v`. */
  ofMany(rows: string): string;
  /** Receives a placeholder for each column of the only row. */
  ofOne(column: (name: string) => string): string;
}

export function dropRows(table: ProjectionTable, rows: readonly Row[]): RowWrite[] {
  if (rows.length === 0) return [];
  const from = `delete from ${table.name} t`;
  return [
    {
      table: table.name,
      columns: table.key,
      rows,
      ofMany: (all) => `${from} using ${few(all)} where ${sameKey(table)}`,
      ofOne: (column) => `${from} where ${sameKey(table, column)}`,
    },
  ];
}

export function patchRows(table: ProjectionTable, rows: readonly Row[]): RowWrite[] {
  return byColumns(rows).flatMap(([columns, group]) => {
    const changed = others(table, columns);
    if (changed.length === 0) return [];
    const set = (value: (name: string) => string): string =>
      `update ${table.name} t set ${changed.map((name) => `${name} = ${value(name)}`).join(", ")}`;
    return [
      {
        table: table.name,
        columns,
        rows: group,
        ofMany: (all) => `${set((name) => `v.${name}`)} from ${few(all)} where ${sameKey(table)}`,
        ofOne: (column) => `${set(column)} where ${sameKey(table, column)}`,
      },
    ];
  });
}

export function putRows(table: ProjectionTable, rows: readonly Row[]): RowWrite[] {
  return byColumns(rows).map(([columns, group]) => {
    const list = columns.join(", ");
    const set = others(table, columns).map((column) => `${column} = excluded.${column}`);
    const onConflict = `on conflict (${table.key.join(", ")}) ${set.length === 0 ? "do nothing" : `do update set ${set.join(", ")}`}`;
    const into = `insert into ${table.name} (${list})`;
    return {
      table: table.name,
      columns,
      rows: group,
      ofMany: (all) => `${into} select ${list} from ${all} ${onConflict}`,
      ofOne: (column) => `${into} values (${columns.map(column).join(", ")}) ${onConflict}`,
    };
  });
}

/**
 * Rounds of one table keep their order; the n-th rounds of all tables share one statement, because
 * tables do not depend on each other. A turn's commit touches five tables and takes one statement.
 * All are sent before this returns: a rebuild folds the next batch meanwhile.
 */
export async function writeAll(
  { sql, shapes }: { readonly sql: Sql; readonly shapes: TableShapes },
  tables: readonly (readonly (readonly RowWrite[])[])[],
): Promise<void> {
  const sent: Promise<void>[] = [];
  const rounds = Math.max(0, ...tables.map((table) => table.length));
  for (let round = 0; round < rounds; round += 1) {
    const writes = tables.flatMap((table) => table[round] ?? []);
    const { texts, values } = ofSingleRows(shapes, writes) ?? ofManyRows(shapes, writes);
    sent.push(write(sql, combine(texts), values));
  }
  await Promise.all(sent);
}

interface Combined {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
}

/**
 * From this many rows on, the server reads an array for each column with less than half of the work
 * that JSON takes. For fewer, an array costs more to set up than it saves.
 */
export const manyRows = 24;

/** All tables in one form, or there would be a statement for every mixture. */
function ofManyRows(shapes: TableShapes, writes: readonly RowWrite[]): Combined {
  const values: unknown[] = [];
  const place = (value: unknown): string => `$${values.push(value)}`;
  const areMany = writes.some(({ rows }) => rows.length >= manyRows);
  const texts = writes.map((each) => {
    const { table, columns, rows } = each;
    const shape = shapes.get(table);
    // An array of arrays would be taken apart altogether.
    const isColumns =
      areMany && shape !== undefined && !columns.some((name) => shape.lists.has(name));
    return each.ofMany(
      isColumns
        ? toColumns(each, shape, place)
        : fromJson({ table, columns, shape, name: "v" }, place(JSON.stringify(rows))),
    );
  });
  return { texts, values };
}

interface JsonRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly shape: TableShape | undefined;
  /** What the statement calls them. */
  readonly name: string;
}

/**
 * Rows in JSON with these columns alone. As rows of their table they would be given all of its
 * columns first, which costs more than to read the few that there are.
 */
export function fromJson({ table, columns, shape, name }: JsonRows, placeholder: string): string {
  const typed = columns.map((column) => {
    const type = shape?.types.get(column);
    return type === undefined ? undefined : `${column} ${type}`;
  });
  return typed.includes(undefined)
    ? `json_populate_recordset(null::${table}, ${placeholder}::json) ${name}`
    : `json_to_recordset(${placeholder}::json) ${name}(${typed.join(", ")})`;
}

function toColumns(
  { columns, rows }: RowWrite,
  shape: TableShape,
  place: (value: unknown) => string,
): string {
  const arrays = columns.map((name) => {
    const array = toArray(rows.map((row) => toParameter(shape, name, row[name])));
    return asArray(place(array), shape.types.get(name) ?? "text");
  });
  return `unnest(${arrays.join(", ")}) v(${columns.join(", ")})`;
}

/**
 * Where each table has one row, the rows are not read from JSON, which is a fourth of what their
 * statement costs. All or none: otherwise there would be a statement for every mixture.
 */
function ofSingleRows(shapes: TableShapes, writes: readonly RowWrite[]): Combined | undefined {
  const values: unknown[] = [];
  const texts: string[] = [];
  for (const { table, rows, ofOne } of writes) {
    const [row, another] = rows;
    const shape = shapes.get(table);
    if (row === undefined || another !== undefined || shape === undefined) return undefined;
    texts.push(
      ofOne((name) => {
        values.push(toParameter(shape, name, row[name]));
        return `$${values.length}`;
      }),
    );
  }
  return { texts, values };
}

function combine(texts: readonly string[]): string {
  const [only = ""] = texts;
  if (texts.length === 1) return only;
  return `with ${texts.map((text, at) => `w${at} as (${text})`).join(", ")} select 1`;
}

/**
 * A limit that limits nothing. The planner assumes a hundred rows of any list and would read the
 * whole table to change a few of them; of a limit that it does not know it assumes a tenth.
 */
export const lookedUp = "limit (select null::bigint)";
const few = (rows: string): string => `(select * from ${rows} ${lookedUp}) v`;
const sameKey = (
  table: ProjectionTable,
  value: (name: string) => string = (name) => `v.${name}`,
): string => table.key.map((name) => `t.${name} = ${value(name)}`).join(" and ");
const others = (table: ProjectionTable, columns: readonly string[]): string[] =>
  columns.filter((column) => !table.key.includes(column));

/** Rows that name the same columns share a statement, in whatever order they name them. */
function byColumns(rows: readonly Row[]): [string[], Row[]][] {
  const groups = new Map<string, [string[], Row[]]>();
  const asNamed = new Map<string, [string[], Row[]]>();
  for (const row of rows) {
    const names = Object.keys(row);
    const named = names.join();
    let group = asNamed.get(named);
    if (group === undefined) {
      const columns = names.sort();
      group = groups.get(columns.join()) ?? [columns, []];
      groups.set(columns.join(), group);
      asNamed.set(named, group);
    }
    group[1].push(row);
  }
  return [...groups.values()];
}
