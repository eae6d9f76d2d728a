import { type ClientConfig, Pool, type PoolClient, type QueryResultRow, types as driverTypes } from "pg";
import type { Log } from "../domain/log.ts";
import type { Principal } from "../domain/principal.ts";
import { type Database, DatabaseUnavailable, isoTime, type Sql, sqlState } from "./database.ts";
import { listen } from "./listen.ts";
import { createNotifier } from "./notify.ts";

export interface ConnectionSettings {
  readonly connectionString?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly database?: string | undefined;
}

const queryTimeoutMs = 10_000;
/** A process that is paused inside a transaction keeps its rows locked. No transaction waits for anything but the database. */
const idleInTransactionMs = 5_000;

/** Times as ISO text and bigints as numbers, set per client so that no other user of the driver is touched. */
const parsers = new Map<number, (text: string) => unknown>([
  [driverTypes.builtins.INT8, Number],
  [driverTypes.builtins.NUMERIC, Number],
  [driverTypes.builtins.TIMESTAMPTZ, isoTime],
]);
const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format === "binary" ? undefined : parsers.get(oid)) ?? driverTypes.getTypeParser(oid, format),
};

export function clientConfig(settings: ConnectionSettings, role?: string): ClientConfig {
  const roled = role === undefined ? [] : [`-c role=${role}`, `-c idle_in_transaction_session_timeout=${idleInTransactionMs}`];
  return {
    ...withOptions(settings, roled),
    types,
    application_name: "meanwhile",
    query_timeout: queryTimeoutMs,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  };
}

/**
 * Options are part of the start-up packet: there is no moment at which a pooled connection has more rights. The driver
 * lets options in a URL win over ours, so the two are put together, ours last.
 */
export function withOptions(settings: ConnectionSettings, ours: readonly string[]): ClientConfig {
  const url = settings.connectionString;
  if (url === undefined || !URL.canParse(url)) return { ...settings, ...(ours.length === 0 ? {} : { options: ours.join(" ") }) };
  const parsed = new URL(url);
  const theirs = parsed.searchParams.get("options");
  parsed.searchParams.delete("options");
  const options = [...(theirs === null ? [] : [theirs]), ...ours].join(" ");
  return { ...settings, connectionString: parsed.href, ...(options === "" ? {} : { options }) };
}

/**
 * Two pools on one server. The engine's may move rows of every account; the accounts' sees nothing until a
 * transaction names its account.
 */
export function openPostgres(settings: ConnectionSettings, options: { poolSize: number; log: Log }): Database {
  const engine = openPool(settings, { role: "meanwhile_engine", size: options.poolSize, log: options.log });
  const accounts = openPool(settings, { role: "meanwhile_app", size: Math.max(2, options.poolSize >> 1), log: options.log });
  const names = new Map<string, string>();
  const notifier = createNotifier((topics) =>
    run(engine, names, ["select pg_notify('meanwhile', topic) from unnest($1::text[]) as topic", [topics]]),
  );

  return {
    rows: (text, params = []) => run(engine, names, [text, params]),
    transaction: (as, work) => transaction({ pool: as.kind === "engine" ? engine : accounts, names, as }, work),
    notify: (topic) => notifier.send(topic),
    listen: (onTopic) => listen({ config: clientConfig(settings, "meanwhile_engine"), log: options.log, own: notifier }, onTopic),
    async close() {
      await notifier.flush();
      // The pool says "ended" while its last connections are still saying goodbye: a server that stops now is no news.
      for (const pool of [engine, accounts]) pool.removeAllListeners("error").on("error", () => undefined);
      await Promise.all([engine.end(), accounts.end()]);
    },
  };
}

function openPool(settings: ConnectionSettings, options: { role: string; size: number; log: Log }): Pool {
  const pool = new Pool({ ...clientConfig(settings, options.role), max: options.size, idleTimeoutMillis: 30_000 });
  // A connection that dies is replaced by the pool. The pool itself listens only to idle ones: one that dies in the very
  // moment it is handed out, or between two statements, would end the process without a listener of its own.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", (error) => options.log.warn({ error: error.message }, "a database connection was lost"));
  return pool;
}

type Query = readonly [text: string, params: readonly unknown[]];

async function run<R>(client: Pool | PoolClient, names: Map<string, string>, [text, params]: Query): Promise<R[]> {
  try {
    const name = params.length === 0 ? undefined : statementName(names, text);
    const result = await client.query<R & QueryResultRow>({ text, values: [...params], ...(name === undefined ? {} : { name }) });
    return result.rows;
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** Every fixed statement is prepared once per connection. The cap keeps a stray dynamic text from filling the server's memory. */
function statementName(names: Map<string, string>, text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= 400) return undefined;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

/** The light lock is a door that rebuild can close: it waits for whoever is inside, and nobody waits half-way through. */
const begin = "begin; lock table event_log in access share mode";

async function transaction<T>(open: { pool: Pool; names: Map<string, string>; as: Principal }, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = await open.pool.connect().catch((error: unknown) => {
    throw asUnavailable(error, true);
  });
  let broken: Error | undefined;
  try {
    await client.query(
      open.as.kind === "engine" ? begin : `${begin}; set local meanwhile.account = ${client.escapeLiteral(open.as.accountId)}`,
    );
    const result = await work({ rows: (text, params = []) => run(client, open.names, [text, params]) });
    const { command } = await client.query("commit");
    // PostgreSQL answers the commit of a failed transaction with a rollback and calls that a success.
    if (command !== "COMMIT")
      throw new Error("a statement of this transaction failed and the failure was swallowed: nothing was committed");
    return result;
  } catch (error) {
    const shown = asUnavailable(error);
    if (shown instanceof DatabaseUnavailable) broken = shown;
    else await client.query("rollback").catch((failure: Error) => (broken = failure));
    throw shown;
  } finally {
    client.release(broken);
  }
}

/** SQLSTATE classes 08, 53, 57 and 58, a transaction that was paused for too long, and all that never reached the server, mean: not now. */
function asUnavailable(error: unknown, always = false): unknown {
  if (error instanceof DatabaseUnavailable) return error;
  const state = sqlState(error);
  const away =
    state === undefined ? always || isConnectionError(error) : /^(08|53|57P|58)/.test(state) || ["25006", "25P03"].includes(state);
  return away ? new DatabaseUnavailable("the database does not answer", { cause: error }) : error;
}

function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as NodeJS.ErrnoException).code ?? "";
  // The driver's own errors carry no code: connection ended, terminated, timed out.
  return (
    /^E[A-Z]+$/.test(code) ||
    /^(Connection terminated|timeout exceeded|Query read timeout|Client has encountered|Client was closed|Cannot use a pool)/.test(
      error.message,
    )
  );
}
