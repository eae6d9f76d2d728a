import type { ProjectionTable, Row } from "../domain/events.ts";
import type { Sql } from "./database.ts";

/** One statement over many rows of one table. `text` gets the placeholder that stands for the rows as JSON. */
export interface RowWrite {
  text(placeholder: string): string;
  readonly rows: readonly Row[];
}

export function dropRows(table: ProjectionTable, rows: readonly Row[]): RowWrite[] {
  if (rows.length === 0) return [];
  return [{ rows, text: (from) => `delete from ${table.name} t using ${source(table, from)} where ${sameKey(table)}` }];
}

export function patchRows(table: ProjectionTable, rows: readonly Row[]): RowWrite[] {
  return byColumns(rows).flatMap(([columns, group]) => {
    const set = others(table, columns).map((column) => `${column} = v.${column}`);
    if (set.length === 0) return [];
    return [
      { rows: group, text: (from) => `update ${table.name} t set ${set.join(", ")} from ${source(table, from)} where ${sameKey(table)}` },
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
 * Writes of one table go in their order; the n-th writes of all tables go together in one statement, since tables do not
 * depend on each other. A turn's commit touches five tables and takes two round trips.
 */
export async function writeAll(sql: Sql, tables: readonly (readonly RowWrite[])[]): Promise<void> {
  for (let round = 0; ; round += 1) {
    const writes = tables.flatMap((table) => table[round] ?? []);
    if (writes.length === 0) return;
    const rows = writes.map((write) => JSON.stringify(write.rows));
    const [only] = writes;
    if (writes.length === 1 && only !== undefined) await sql.rows(only.text("$1"), rows);
    else await sql.rows(`with ${writes.map((write, at) => `w${at} as (${write.text(`$${at + 1}`)})`).join(", ")} select 1`, rows);
  }
}

const source = (table: ProjectionTable, placeholder: string): string =>
  `jsonb_populate_recordset(null::${table.name}, ${placeholder}::jsonb) v`;
const sameKey = (table: ProjectionTable): string => table.key.map((column) => `t.${column} = v.${column}`).join(" and ");
const others = (table: ProjectionTable, columns: readonly string[]): string[] => columns.filter((column) => !table.key.includes(column));

/** Rows that name the same columns share a statement. */
function byColumns(rows: readonly Row[]): [string[], Row[]][] {
  const groups = new Map<string, [string[], Row[]]>();
  for (const row of rows) {
    const columns = Object.keys(row).sort();
    const id = columns.join(",");
    const group = groups.get(id) ?? [columns, []];
    group[1].push(row);
    groups.set(id, group);
  }
  return [...groups.values()];
}
