import type { PoolClient, QueryConfig, QueryResultRow, Submittable } from "pg";
import { DatabaseUnavailable, sqlState } from "./database.ts";
import { type Opening, OpeningQuery } from "./opening-query.ts";

export type Query = readonly [text: string, params: readonly unknown[]];

export async function run<R>(
  client: PoolClient,
  names: Map<string, string> | undefined,
  query: Query,
): Promise<R[]> {
  try {
    return (await client.query<R & QueryResultRow>(toConfig(names, query))).rows;
  } catch (error) {
    throw asUnavailable(error);
  }
}

export function toConfig(
  names: Map<string, string> | undefined,
  [text, params]: Query,
): QueryConfig {
  const name = params.length === 0 || names === undefined ? undefined : statementName(names, text);
  return { text, values: [...params], ...(name === undefined ? {} : { name }) };
}

/** The same for the first statement of a transaction, with what begins it. */
export function runOpening<R>(
  client: PoolClient,
  config: QueryConfig,
  opening: Opening,
): Promise<R[]> {
  return new Promise((resolve, reject) => {
    const query = new OpeningQuery(config, opening, (error, result) =>
      error === null ? resolve((result?.rows ?? []) as R[]) : reject(asUnavailable(error)),
    );
    client.query(query as unknown as Submittable);
  });
}

/**
 * Every fixed statement is prepared once per connection. The cap keeps dynamic texts from filling
 * the server's memory.
 */
function statementName(names: Map<string, string>, text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= 400) return undefined;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** Statements issued in the same tick leave in one write: every write wakes the server process. */
export function flushTogether(client: PoolClient): void {
  const { stream } = client.connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/**
 * SQLSTATE classes 08, 53, 57 and 58, a transaction that was paused for too long, and errors that
 * never reached the server all mean "not now".
 */
export function asUnavailable(error: unknown, always = false): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  const state = sqlState(error);
  const away =
    state === undefined
      ? always || isConnectionError(error)
      : /^(08|53|57P|58)/.test(state) || ["25006", "25P03"].includes(state);
  return away ? new DatabaseUnavailable("the database does not answer", { cause: error }) : error;
}

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as NodeJS.ErrnoException).code ?? "";
  // The driver's own errors have no code: connection ended, terminated, timed out.
  return (
    /^E[A-Z]+$/.test(code) ||
    /^(Connection terminated|timeout exceeded|Query read timeout|Client has encountered|Client was closed|Cannot use a pool)/.test(
      error.message,
    )
  );
}
