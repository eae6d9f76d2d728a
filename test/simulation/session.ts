import type { PGlite } from "@electric-sql/pglite";
import { types } from "pg";
import { parsers } from "../../src/store/database/pglite-database.ts";
import { askSimply, askToPrepare, askToRun, readAnswer, type Told } from "./wire.ts";

export type Row = Record<string, unknown>;

export interface Answer {
  readonly rows: Row[];
  /** As the server names what it did, such as COMMIT. */
  readonly command: string;
}

/**
 * The in-process PostgreSQL, spoken to in its own protocol and without a single await: a statement
 * is one indivisible step, and is parsed and planned once for all runs.
 */
export interface Session {
  /** One or more statements without values; gives what the last one found. */
  exec(text: string): Answer;
  query(text: string, values: readonly unknown[]): Answer;
}

interface Prepared {
  readonly name: string;
  readonly columns: readonly Column[];
}

interface Column {
  readonly name: string;
  parse(text: string): unknown;
}

/** The clock of the SQL is the clock of this process, so it is set for as long as a statement runs. */
export function openSession(lite: PGlite, now: () => number): Session {
  const prepared = new Map<string, Prepared>();
  let role = "";
  const shapes = new Map<string, Answer>();
  const send = (message: Buffer): Told => {
    const { now: realNow } = Date;
    const { setTimeout: realSetTimeout } = globalThis;
    Date.now = now;
    // The server's own alarms, such as the one for its statistics, are not part of the simulation.
    globalThis.setTimeout = noTimer;
    try {
      const told = readAnswer(lite.execProtocolRawSync(message));
      if (told.error !== undefined) throw told.error;
      return told;
    } finally {
      Date.now = realNow;
      globalThis.setTimeout = realSetTimeout;
    }
  };
  const prepare = (text: string): Prepared => {
    // Policies are part of a plan: one for another role is thrown away.
    const key = `${role} ${text}`;
    const known = prepared.get(key);
    if (known !== undefined) return known;
    const name = `s${prepared.size}`;
    const made = { name, columns: toColumns(send(askToPrepare(name, text))) };
    prepared.set(key, made);
    return made;
  };
  const run = (text: string, values: readonly unknown[]): Answer => {
    const { name, columns } = prepare(text);
    return toAnswer(send(askToRun(name, values.map(toWire))), columns);
  };
  // Nothing here is lost with a power cut: no commit needs to wait for its file. And to plan a
  // statement takes longer than to run it.
  send(askSimply("set synchronous_commit = off; set plan_cache_mode = force_generic_plan"));
  return {
    exec(text) {
      const become = roleIn.exec(text);
      if (become !== null) role = become[1] ?? "";
      if (!text.includes(";")) return run(text, []);
      const told = send(askSimply(text));
      return toAnswer(told, toColumns(told));
    },
    query(text, values) {
      if (!text.startsWith(asksForShape)) return run(text, values);
      const key = JSON.stringify([text, values]);
      const known = shapes.get(key) ?? run(text, values);
      shapes.set(key, known);
      return known;
    },
  };
}

/** Every process that starts asks what columns its tables have, and the schema stays as it is. */
const asksForShape = "select a.attname as name, pg_get_expr";

const roleIn = /\b(?:reset role|set role (\w+))/;

const noTimer = (() => 0) as unknown as typeof globalThis.setTimeout;

const toColumns = (told: Told): Column[] =>
  told.columns.map(({ name, type }) => ({
    name,
    parse: parsers[type] ?? (types.getTypeParser(type, "text") as Column["parse"]),
  }));

function toAnswer({ rows, command }: Told, columns: readonly Column[]): Answer {
  return {
    command,
    rows: rows.map((fields) => {
      const row: Row = {};
      for (const [index, text] of fields.entries()) {
        const column = columns[index];
        if (column !== undefined) row[column.name] = text === null ? null : column.parse(text);
      }
      return row;
    }),
  };
}

/** Values as the product's driver writes them. */
function toWire(value: unknown): string | Uint8Array | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array || typeof value === "string") return value;
  if (Array.isArray(value)) return arrayText(value);
  return typeof value === "object" ? JSON.stringify(value) : `${value as number | boolean}`;
}

function arrayText(values: readonly unknown[]): string {
  const items = values.map((value) => {
    if (value === null || value === undefined) return "NULL";
    if (Array.isArray(value)) return arrayText(value);
    if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString("hex")}"`;
    const text = typeof value === "object" ? JSON.stringify(value) : `${value as number | boolean}`;
    return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
  });
  return `{${items.join(",")}}`;
}
