import { Pool, types as driverTypes } from "pg";
import { urlOfEachServer } from "../../domain/database-url.ts";
import type { Log } from "../../domain/ports/log.ts";
import type { Principal } from "../../domain/principal.ts";
import type { AuditSeals } from "../audit/audit-seals.ts";
import { type Database, isoTime } from "./database.ts";
import { listen } from "./listen.ts";
import { createNotifier } from "./notify.ts";
import {
  connect,
  runQueries,
  runStatement,
  transaction,
  transactionOfAccounts,
} from "./postgres-transaction.ts";
import { shareConnections } from "./share-connection.ts";
import { shareQueries } from "./share-queries.ts";
import { createServers, ServerClient, type ServerConfig } from "./server-client.ts";

export interface ConnectionSettings {
  readonly connectionString?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly database?: string | undefined;
  /**
   * Logins of the product's roles on the operator's own server. On the bundled one they log in by
   * name.
   */
  readonly logins?: Logins | undefined;
  /**
   * The address of a pooler in transaction mode, for the pools. Everything else needs a session of
   * its own and goes to the server itself.
   */
  readonly pooler?: string | undefined;
}

export const ourRoles = ["meanwhile_engine", "meanwhile_app", "meanwhile_reader"] as const;
export type OurRole = (typeof ourRoles)[number];

export interface Login {
  readonly user: string;
  readonly password: string;
}

export type Logins = Readonly<Record<OurRole, Login>>;

const queryTimeoutMs = 10_000;
/** That a quiet pool keeps: what one message needs at a time. */
const warmConnections = 2;
/**
 * A process that is paused inside a transaction keeps its rows locked. Transactions wait for
 * nothing but the database.
 */
const idleInTransactionMs = 5_000;

/**
 * Prepared statements keep the plan of the day they were first used. On a young database that plan
 * reads whole tables, and it would be kept while they grow: so indexes are used from the start.
 */
const sessionSettings = [
  // A statement that we gave up would wait for its lock for ever, and such sessions use up the
  // server's connections while a commit waits for its standby.
  `lock_timeout=${queryTimeoutMs + 1_000}`,
  `idle_in_transaction_session_timeout=${idleInTransactionMs}`,
  "enable_seqscan=off",
  // Before PostgreSQL 18 a plan that could not avoid such a read counts as very expensive, and expensive
  // plans are compiled: a third of a second for a statement of a millisecond.
  "jit=off",
];

/**
 * Times as ISO text and bigints as numbers, set per client so that other users of the driver are
 * not affected.
 */
const parsers = new Map<number, (text: string) => unknown>([
  [driverTypes.builtins.INT8, Number],
  [driverTypes.builtins.NUMERIC, Number],
  [driverTypes.builtins.TIMESTAMPTZ, isoTime],
]);
const types = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format === "binary" ? undefined : parsers.get(oid)) ?? driverTypes.getTypeParser(oid, format),
};

/** Connects as the owner of the schema, or as one of the product's roles. */
export function clientConfig(settings: ConnectionSettings, role?: OurRole): ServerConfig {
  const roled =
    role === undefined
      ? []
      : [`role=${role}`, ...sessionSettings].map((setting) => `-c ${setting}`);
  return {
    ...withOptions(role === undefined ? settings : withRoleLogin(settings, role), roled),
    ...common,
  };
}

const common = {
  types,
  application_name: "meanwhile",
  query_timeout: queryTimeoutMs,
  connectionTimeoutMillis: 2_000,
  keepAlive: true,
} as const;

/**
 * A pooler lends another session for every transaction and drops start-up options, so each
 * transaction sets its role itself (`roleInTransaction`).
 */
const poolerConfig = (pooler: string, logins: Logins | undefined, role: OurRole): ServerConfig => ({
  ...withOptions(withRoleLogin({ connectionString: pooler, logins }, role), []),
  ...common,
});

const roleInTransaction = (role: OurRole): string[] =>
  [`role=${role}`, ...sessionSettings].map((setting) => `set local ${setting}`);

/** Uses the role's own login, so that no statement can fall back to a stronger user. */
export function withRoleLogin(settings: ConnectionSettings, role: OurRole): ConnectionSettings {
  const { connectionString: url, logins, pooler, ...socket } = settings;
  void pooler;
  if (url === undefined) return { ...socket, user: role };
  return logins === undefined ? settings : { connectionString: urlWithLogin(url, logins[role]) };
}

function urlWithLogin(url: string, { user, password }: Login): string {
  const [place = "", query = ""] = url.split(/\?(.*)/s);
  const params = new URLSearchParams(query);
  for (const name of ["user", "password"]) params.delete(name);
  return `${place.replace(/^(\w+:\/\/)(?:[^/]*@)?/, `$1${user}:${password}@`)}?${params.toString()}`;
}

/**
 * Options are part of the start-up packet, so a pooled connection has its role from the first
 * statement on. The driver lets options in a URL win, so both are combined, ours last.
 */
export function withOptions(given: ConnectionSettings, ours: readonly string[]): ServerConfig {
  const { logins, pooler, ...settings } = given;
  void [logins, pooler];
  const urls = urlOfEachServer(settings.connectionString ?? "");
  if (urls.length > 1) {
    const configs = urls.map((connectionString) => withOptions({ connectionString }, ours));
    return { ...configs[0], servers: createServers(configs) };
  }
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
  /** Other than the usual time between two questions whether the server is alive, for tests. */
  readonly beatMs?: number | undefined;
}

/**
 * Two pools on one server. The engine's may move rows of every account; the accounts' sees nothing
 * until a transaction names its account.
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
  const isPooled = settings.pooler !== undefined;
  // A statement that one session prepared is unknown to the next one that a pooler lends.
  const names = isPooled ? undefined : new Map<string, string>();
  const { auditSeals } = options;
  // A pooler lends a session for one transaction: several that are sent at once are more than it
  // has to know how to tell apart.
  const most = isPooled ? 1 : undefined;
  const sharedOf = {
    engine: shareConnections(() => connect(engine), most),
    account: shareConnections(() => connect(accounts), most),
  };
  const open = (as: Principal) => ({
    pool: as.kind === "engine" ? engine : accounts,
    shared: sharedOf[as.kind],
    names,
    as,
    role: isPooled
      ? roleInTransaction(as.kind === "engine" ? "meanwhile_engine" : "meanwhile_app")
      : undefined,
    auditSeals,
  });
  const rows: Database["rows"] = (text, params = []) =>
    isPooled
      ? transaction(open({ kind: "engine" }), (sql) => sql.rows(text, params))
      : runStatement({ shared: sharedOf.engine, names }, [text, params]);
  const notifier = createNotifier((topics) =>
    rows("select pg_notify('meanwhile', topic) from unnest($1::text[]) as topic", [topics]),
  );

  return {
    auditSeals,
    rows,
    transaction: (as, work) => transaction(open(as), work),
    transactionOfAccounts: (work) =>
      transactionOfAccounts(open({ kind: "account", accountId: "" }), work),
    ask: shareQueries((as, queries) => runQueries(open(as), queries)),
    notify: (topic) => notifier.send(topic),
    listen: (onTopic, presence) =>
      listen(
        {
          config: clientConfig(settings, "meanwhile_engine"),
          log: options.log,
          own: notifier,
          beatMs: options.beatMs,
          onLost: () => [engine, accounts].forEach(dropIdle),
        },
        onTopic,
        presence,
      ),
    async close() {
      await notifier.flush();
      // The pool reports its end while its last connections are still closing: a server that stops
      // now is not an error.
      for (const pool of [engine, accounts])
        pool.removeAllListeners("error").on("error", () => undefined);
      await Promise.all([engine.end(), accounts.end()]);
    },
  };
}

/**
 * The server that the wake-up connection was lost to may be gone. Each idle connection to it would
 * make one more statement wait for nothing.
 */
function dropIdle(pool: Pool): void {
  for (let idle = pool.idleCount; idle > 0; idle -= 1)
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    );
}

function openPool(
  settings: ConnectionSettings,
  options: { role: OurRole; size: number; log: Log },
): Pool {
  // Statements are pipelined: on one connection the server answers in order.
  const pool = new Pool({
    Client: ServerClient,
    ...(settings.pooler === undefined
      ? clientConfig(settings, options.role)
      : poolerConfig(settings.pooler, settings.logins, options.role)),
    pipeline: true,
    max: options.size,
    // A new server process reads the catalogue and plans every statement again: after a quiet
    // minute the first message would wait for that.
    min: Math.min(warmConnections, options.size),
    idleTimeoutMillis: 30_000,
  });
  // The pool replaces a connection that dies, but listens only to idle ones: one that dies while it
  // is handed out, or between two statements, would end the process without a handler of its own.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", (error) =>
    options.log.warn({ error: error.message }, "a database connection was lost"),
  );
  return pool;
}
