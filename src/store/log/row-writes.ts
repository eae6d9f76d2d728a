import type { ProjectionTable, Row } from "../../domain/events/projection.ts";
import { type Sql, write } from "../database/database.ts";

/**
 * One statement over many rows of one table. `text` receives the placeholder for the rows as JSON.
 */
export interface RowWrite {
  text(placeholder: string): string;
  readonly rows: readonly Row[];
}

export function dropRows(table: ProjectionTable, rows: readonly Row[]): RowWrite[] {
  if (rows.length === 0) return [];
  return [
    {
      rows,
      text: (from) =>
        `delete from ${table.name} t using ${few(table, from, rows)} where ${sameKey(table)}`,
    },
  ];
}

export function patchRows(table: ProjectionTable, rows: readonly Row[]): RowWrite[] {
  return byColumns(rows).flatMap(([columns, group]) => {
    const set = others(table, columns).map((column) => `${column} = v.${column}`);
    if (set.length === 0) return [];
    return [
      {
        rows: group,
        text: (from) =>
          `update ${table.name} t set ${set.join(", ")} from ${few(table, from, group)} where ${sameKey(table)}`,
      },
    ];
  });
}

export function putRows(table: ProjectionTable, rows: readonly Row[]): RowWrite[] {
  return byColumns(rows).map(([columns, group]) => {
    const list = columns.join(", ");
    const set = others(table, columns).map((column) => `${column} = excluded.${column}`);
    const onConflict = set.length === 0 ? "do nothing" : `do update set ${set.join(", ")}`;
    return {
      rows: group,
      text: (from) =>
        `insert into ${table.name} (${list}) select ${list} from ${source(table, from)} on conflict (${table.key.join(", ")}) ${onConflict}`,
    };
  });
}

/**
 * Rounds of one table keep their order; the n-th rounds of all tables share one statement, because
 * tables do not depend on each other. A turn's commit touches five tables and takes one statement.
 */
export async function writeAll(
  sql: Sql,
  tables: readonly (readonly (readonly RowWrite[])[])[],
): Promise<void> {
  const sent: Promise<void>[] = [];
  const rounds = Math.max(0, ...tables.map((table) => table.length));
  for (let round = 0; round < rounds; round += 1) {
    const writes = tables.flatMap((table) => table[round] ?? []);
    const text = combine(writes);
    const rows = writes.map((write) => JSON.stringify(write.rows));
    sent.push(write(sql, text, rows));
  }
  await Promise.all(sent);
}

function combine(writes: readonly RowWrite[]): string {
  const [only] = writes;
  if (writes.length === 1 && only !== undefined) return only.text("$1");
  return `with ${writes.map((write, at) => `w${at} as (${write.text(`$${at + 1}`)})`).join(", ")} select 1`;
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
const sameKey = (table: ProjectionTable): string =>
  table.key.map((column) => `t.${column} = v.${column}`).join(" and ");
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
