import type { Row } from "../../domain/events/projection.ts";
import type { Sql } from "../database/database.ts";

/** What the schema says of a table. */
export interface TableShape {
  /** A new row with column defaults only. */
  readonly blank: Row;
  readonly json: ReadonlySet<string>;
  /** Columns that hold arrays. */
  readonly lists: ReadonlySet<string>;
  /** The type of each column, as SQL. */
  readonly types: ReadonlyMap<string, string>;
}

/** By table, read from the schema when first needed. */
export type TableShapes = Map<string, TableShape>;

export async function shapeOf(sql: Sql, shapes: TableShapes, table: string): Promise<TableShape> {
  const known = shapes.get(table);
  if (known !== undefined) return known;
  const columns = await sql.rows<{
    name: string;
    value: string | null;
    kind: string;
    type: string;
  }>(
    `select a.attname as name, pg_get_expr(d.adbin, d.adrelid) as value, format_type(a.atttypid, a.atttypmod) as type,
       case when a.atttypid in ('json'::regtype, 'jsonb'::regtype) then 'json' when t.typcategory = 'A' then 'list' else '' end as kind
     from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    [table],
  );
  const [blank = {}] = await sql.rows<Row>(
    `select ${columns.map(({ name, value }) => `${value ?? "null"} as "${name}"`).join(", ")}`,
  );
  const listKind = (of: string): ReadonlySet<string> =>
    new Set(columns.filter(({ kind }) => kind === of).map(({ name }) => name));
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const shape = { blank, json: listKind("json"), lists: listKind("list"), types };
  shapes.set(table, shape);
  return shape;
}

/** A column's value as a parameter of its own, the same as if it were read from JSON. */
export function toParameter(shape: TableShape, column: string, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "object") return shape.lists.has(column) ? value : JSON.stringify(value);
  return typeof value === "string" && shape.json.has(column) ? JSON.stringify(value) : value;
}

/** Escapes of JSON that mean something else in an array of PostgreSQL. */
const ofJsonAlone = /\\[^"\\]/;

/**
 * A column of many rows as PostgreSQL writes an array. It is JSON with other brackets, where no
 * text has a line break or the like, and JSON is written by the engine itself.
 */
export function toArray(values: readonly unknown[]): string {
  const json = JSON.stringify(values);
  const items = ofJsonAlone.test(json) ? values.map(toItem).join() : json.slice(1, -1);
  return `{${items}}`;
}

/**
 * A parameter that holds an array, of any length to the planner: if it saw how long each one is, it
 * would plan the statement at every call.
 */
export const asArray = (placeholder: string, type: string): string =>
  `${placeholder}::text::${type}[]`;

const toItem = (value: unknown): string =>
  typeof value === "string" ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : String(value);
