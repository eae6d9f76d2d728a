import { type ClientConfig, Pool, types as driverTypes } from "pg";
import type { Log } from "../../domain/ports/log.ts";
import type { Principal } from "../../domain/principal.ts";
import type { AuditSeals } from "../audit/audit-seals.ts";
import { type Database, isoTime } from "./database.ts";
import { listen } from "./listen.ts";
import { createNotifier } from "./notify.ts";
import { question, run, transaction } from "./postgres-transaction.ts";

export interface ConnectionSettings {
  readonly connectionString?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly database?: string | undefined;
  /** How our roles log in to a server of the operator's own. To the bundled one they log in by their names. */
  readonly logins?: Logins | undefined;
}

export const ourRoles = ["meanwhile_engine", "meanwhile_app", "meanwhile_reader"] as const;
export type OurRole = (typeof ourRoles)[number];

export interface Login {
  readonly user: string;
  readonly password: string;
}

export type Logins = Readonly<Record<OurRole, Login>>;

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

/** As the owner of the schema, or as one of our roles. */
export function clientConfig(settings: ConnectionSettings, role?: OurRole): ClientConfig {
  const roled =
    role === undefined
      ? []
      : [`-c role=${role}`, `-c idle_in_transaction_session_timeout=${idleInTransactionMs}`];
  return {
    ...withOptions(role === undefined ? settings : loggedIn(settings, role), roled),
    types,
    application_name: "meanwhile",
    query_timeout: queryTimeoutMs,
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  };
}

/** With the role's own login: behind the role there is no stronger user that a statement could go back to. */
export function loggedIn(settings: ConnectionSettings, role: OurRole): ConnectionSettings {
  const { connectionString: url, logins, ...socket } = settings;
  if (url === undefined) return { ...socket, user: role };
  return logins === undefined ? settings : { connectionString: withLogin(url, logins[role]) };
}

function withLogin(url: string, { user, password }: Login): string {
  const [place = "", query = ""] = url.split(/\?(.*)/s);
  const params = new URLSearchParams(query);
  for (const name of ["user", "password"]) params.delete(name);
  return `${place.replace(/^(\w+:\/\/)(?:[^/]*@)?/, `$1${user}:${password}@`)}?${params.toString()}`;
}

/**
 * Options are part of the start-up packet: a pooled connection has its role from the first statement on. The driver
 * lets options in a URL win over ours, so the two are put together, ours last.
 */
export function withOptions(given: ConnectionSettings, ours: readonly string[]): ClientConfig {
  const { logins, ...settings } = given;
  void logins;
  const url = settings.connectionString;
  if (url === undefined || !URL.canParse(url))
    return { ...settings, ...(ours.length === 0 ? {} : { options: ours.join(" ") }) };
  const parsed = new URL(url);
  const theirs = parsed.searchParams.get("options");
  parsed.searchParams.delete("options");
  const options = [...(theirs === null ? [] : [theirs]), ...ours].join(" ");
  return { ...settings, connectionString: parsed.href, ...(options === "" ? {} : { options }) };
}

export interface PoolOptions {
  readonly poolSize: number;
  readonly log: Log;
  readonly auditSeals?: AuditSeals | undefined;
}

/**
 * Two pools on one server. The engine's may move rows of every account; the accounts' sees nothing until a
 * transaction names its account.
 */
export function openPostgres(settings: ConnectionSettings, options: PoolOptions): Database {
  const engine = openPool(settings, {
    role: "meanwhile_engine",
    size: options.poolSize,
    log: options.log,
  });
  const accounts = openPool(settings, {
    role: "meanwhile_app",
    size: Math.max(2, options.poolSize >> 1),
    log: options.log,
  });
  const names = new Map<string, string>();
  const notifier = createNotifier((topics) =>
    run(engine, names, [
      "select pg_notify('meanwhile', topic) from unnest($1::text[]) as topic",
      [topics],
    ]),
  );

  const { auditSeals } = options;
  const open = (as: Principal) => ({
    pool: as.kind === "engine" ? engine : accounts,
    names,
    as,
    auditSeals,
  });
  return {
    auditSeals,
    rows: (text, params = []) => run(engine, names, [text, params]),
    transaction: (as, work) => transaction(open(as), work),
    ask: (as, text, params = []) => question(open(as), [text, params]),
    notify: (topic) => notifier.send(topic),
    listen: (onTopic, presence) =>
      listen(
        { config: clientConfig(settings, "meanwhile_engine"), log: options.log, own: notifier },
        onTopic,
        presence,
      ),
    async close() {
      await notifier.flush();
      // The pool says "ended" while its last connections are still saying goodbye: a server that stops now is no news.
      for (const pool of [engine, accounts])
        pool.removeAllListeners("error").on("error", () => undefined);
      await Promise.all([engine.end(), accounts.end()]);
    },
  };
}

function openPool(
  settings: ConnectionSettings,
  options: { role: OurRole; size: number; log: Log },
): Pool {
  // Statements are sent without waiting for the answers to those before: on one connection the server answers in order.
  const pool = new Pool({
    ...clientConfig(settings, options.role),
    pipeline: true,
    max: options.size,
    idleTimeoutMillis: 30_000,
  });
  // A connection that dies is replaced by the pool. The pool itself listens only to idle ones: one that dies in the very
  // moment it is handed out, or between two statements, would end the process without a listener of its own.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", (error) =>
    options.log.warn({ error: error.message }, "a database connection was lost"),
  );
  return pool;
}
