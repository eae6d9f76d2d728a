import { type Client, type CustomTypesConfig, DatabaseError, types } from "pg";
import { sqlState } from "./database.ts";
import { asOwner } from "./owner.ts";
import {
  clientConfig,
  type ConnectionSettings,
  withRoleLogin,
  withOptions,
} from "./postgres-database.ts";
import { ServerClient } from "./server-client.ts";
import { isStrayStatement, splitStatements } from "./statements.ts";

/** The result of one statement, every value as PostgreSQL writes it. */
export interface ReadAnswer {
  readonly columns: readonly { readonly name: string; readonly type: number }[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** `SELECT`, `SHOW`, `EXPLAIN`… */
  readonly command: string;
}

/** A statement that was not run, or that the server refused. The message is for its author. */
class ReadRefused extends Error {
  override readonly name = "ReadRefused";
}

const timeoutMs = 30_000;
const asWritten = { getTypeParser: () => (text: string) => text } as unknown as CustomTypesConfig;

/**
 * Runs a script as the reader role in one read-only transaction and yields each result as it comes.
 * All statements see the same snapshot. Role and read-only mode are set with the connection, so no
 * statement runs without them.
 */
export async function* readAsReader(
  connection: ConnectionSettings,
  script: string,
): AsyncGenerator<ReadAnswer> {
  const statements = statementsIn(script);
  const client = await connectAsReader(connection);
  try {
    yield* answers(client, statements);
  } finally {
    await client.end();
  }
}

function statementsIn(script: string): string[] {
  const statements = splitStatements(script);
  const stray = statements.find(isStrayStatement);
  if (stray !== undefined)
    throw new ReadRefused(
      `This only reads, in one transaction: ${firstWords(stray)} is not possible here.`,
    );
  return statements;
}

async function* answers(client: Client, statements: readonly string[]): AsyncGenerator<ReadAnswer> {
  await client.query("begin isolation level repeatable read read only");
  // The first query fixes the snapshot. After it, nothing can make this transaction writable.
  await client.query("select");
  for (const statement of statements) yield await answer(client, statement);
}

export interface OpenReader {
  read(script: string): Promise<ReadAnswer[]>;
  close(): Promise<void>;
}

/** For repeated reads: one connection, with each script in a transaction of its own. */
export function openReader(connection: ConnectionSettings): OpenReader {
  let client: Promise<Client> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const forget = async (): Promise<void> => {
    const old = client;
    client = undefined;
    await (await old?.catch(() => undefined))?.end().catch(() => undefined);
  };
  const read = async (script: string): Promise<ReadAnswer[]> => {
    const statements = statementsIn(script);
    client ??= connectAsReader(connection);
    try {
      const on = await client;
      const [only, another] = statements;
      // A single statement is a transaction by itself, and read-only like all of this connection.
      if (only !== undefined && another === undefined) return [await answer(on, only)];
      const found = await Array.fromAsync(answers(on, statements));
      await on.query("commit");
      return found;
    } catch (error) {
      // The connection may be in any state, so the next read gets a new one.
      await forget();
      throw error;
    }
  };
  return {
    read(script) {
      const result = last.then(() => read(script));
      last = result.catch(() => undefined);
      return result;
    },
    close: forget,
  };
}

const reader = "meanwhile_reader";

/**
 * The reader has a login of its own, so that no statement can fall back to another role. With a URL
 * that has no separate logins, the URL's user assumes the role; a statement that leaves it can read
 * what that user may read.
 */
async function connectAsReader(connection: ConnectionSettings): Promise<Client> {
  if (connection.connectionString !== undefined)
    return connectClient(withRoleLogin(connection, reader), [`-c role=${reader}`]);
  const own = withRoleLogin(connection, reader);
  return connectClient(own).catch(async (error: unknown) => {
    if (sqlState(error) !== "28000") throw error;
    // A database that no start of this version has prepared yet.
    await asOwner(connection, (sql) => sql.rows(`alter role ${reader} login`));
    return connectClient(own);
  });
}

async function connectClient(
  connection: ConnectionSettings,
  options: readonly string[] = [],
): Promise<Client> {
  const client = new ServerClient({
    ...clientConfig(connection),
    ...withOptions(connection, [
      ...options,
      "-c default_transaction_read_only=on",
      `-c statement_timeout=${timeoutMs}`,
    ]),
    query_timeout: timeoutMs + 5_000,
  });
  // Without an error handler a lost connection would end the process; the running statement fails
  // by itself.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/**
 * Uses the protocol that accepts exactly one statement: if splitting failed, the server refuses.
 */
async function answer(client: Client, statement: string): Promise<ReadAnswer> {
  const query = {
    text: statement,
    rowMode: "array",
    types: asWritten,
    queryMode: "extended",
  } as const;
  const result = await client.query<(string | null)[]>(query).catch((error: unknown) => {
    throw error instanceof DatabaseError
      ? new ReadRefused(sentence(error, statement), { cause: error })
      : error;
  });
  return {
    columns: result.fields.map((field) => ({ name: field.name, type: field.dataTypeID })),
    rows: result.rows,
    command: result.command,
  };
}

function sentence(error: DatabaseError, statement: string): string {
  const place = Number(error.position);
  const line = Number.isInteger(place) ? statement.slice(0, place - 1).split("\n").length : 1;
  const where =
    statement.includes("\n") && line > 0 ? ` (line ${line} of: ${firstWords(statement)})` : "";
  return [`${error.message}${where}`, error.detail, error.hint]
    .filter((part) => part !== undefined)
    .join("\n");
}

const firstWords = (statement: string): string => {
  const words = statement.split(/\s+/).slice(0, 4).join(" ");
  return words.length > 60 ? `${words.slice(0, 60)}…` : words;
};

const { INT2, INT4, INT8, FLOAT4, FLOAT8, NUMERIC, BOOL, JSON: JSON_TEXT, JSONB } = types.builtins;
const numbers: ReadonlySet<number> = new Set([INT2, INT4, INT8, FLOAT4, FLOAT8, NUMERIC]);
const documents: ReadonlySet<number> = new Set([JSON_TEXT, JSONB]);
const truths: ReadonlySet<number> = new Set([BOOL]);

export const isNumberType = (type: number): boolean => numbers.has(type);

/**
 * A value for JSON. A number that JSON readers would round stays text; times stay as PostgreSQL
 * writes them.
 */
export function jsonValue(type: number, text: string | null): unknown {
  if (text === null) return null;
  if (numbers.has(type)) return String(Number(text)) === text ? Number(text) : text;
  if (truths.has(type)) return text === "t";
  if (documents.has(type)) return JSON.parse(text);
  const parsed: unknown = types.getTypeParser(type, "text")(text);
  return Array.isArray(parsed) ? parsed : text;
}
