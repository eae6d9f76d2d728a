import type { ProjectionTable, Row } from "../../domain/events/projection.ts";
import { type Sql, write } from "../database/database.ts";
import { type TableShapes, toParameter } from "./table-shapes.ts";

/** One statement over rows of one table. */
export interface RowWrite {
  readonly table: string;
  readonly rows: readonly Row[];
  /** Receives the placeholder for all rows as JSON. */
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
      rows,
      ofMany: (all) => `${from} using ${few(table, all, rows)} where ${sameKey(table)}`,
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
        rows: group,
        ofMany: (all) =>
          `${set((name) => `v.${name}`)} from ${few(table, all, group)} where ${sameKey(table)}`,
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
      rows: group,
      ofMany: (all) => `${into} select ${list} from ${source(table, all)} ${onConflict}`,
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
    const { texts, values } = ofSingleRows(shapes, writes) ?? ofManyRows(writes);
    sent.push(write(sql, combine(texts), values));
  }
  await Promise.all(sent);
}

interface Combined {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
}

const ofManyRows = (writes: readonly RowWrite[]): Combined => ({
  texts: writes.map((each, at) => each.ofMany(`$${at + 1}`)),
  values: writes.map(({ rows }) => JSON.stringify(rows)),
});

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

const source = (table: ProjectionTable, placeholder: string): string =>
  // `json` is read once from left to right and costs a quarter less than `jsonb`, which is built
  // first.
  `json_populate_recordset(null::${table.name}, ${placeholder}::json) v`;

/**
 * A turn changes a row or two per table, but the planner assumes a hundred rows for any JSON and
 * would scan the whole table.
 */
const fewRows = 8;
export const rowEstimate = (rows: readonly unknown[]): string =>
  rows.length <= fewRows ? ` limit ${fewRows}` : "";
const few = (table: ProjectionTable, placeholder: string, rows: readonly Row[]): string =>
  `(select * from ${source(table, placeholder)}${rowEstimate(rows)}) v`;
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
