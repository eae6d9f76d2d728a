import { Client, type ClientConfig } from "pg";
import { DatabaseUnavailable, sqlState } from "./database.ts";

/** One of the servers that a URL names. */
interface Server {
  readonly host: string;
  readonly port: number;
}

/** The servers of a URL that names several. One of them takes writes, and which one may change. */
export interface Servers {
  findPrimary(): Promise<Server>;
  /** It did not answer, or no longer takes writes: the next search asks all of them again. */
  forget(server: Server): void;
}

export interface ServerConfig extends ClientConfig {
  readonly servers?: Servers | undefined;
}

const inRecovery = "select pg_is_in_recovery() as standby";
/** Shorter than the time that a pool gives to a new connection, which comes after the search. */
const probeMs = 1_200;

/**
 * A connection to the server that takes writes. Our driver knows one host only; PostgreSQL's own
 * clients call this `target_session_attrs=read-write`.
 */
export class ServerClient extends Client {
  readonly #servers: Servers | undefined;

  constructor(config: ServerConfig = {}) {
    super(config);
    this.#servers = config.servers;
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    if (this.#servers === undefined)
      return callback === undefined ? super.connect().then(() => this) : super.connect(callback);
    if (callback === undefined) return this.#connectToPrimary(this.#servers);
    void this.#connectAndTell(this.#servers, callback);
  }

  async #connectAndTell(servers: Servers, tell: (error: Error) => void): Promise<void> {
    const failure = await this.#connectToPrimary(servers).then(
      () => undefined,
      (error: unknown) => error,
    );
    tell(failure as Error);
  }

  async #connectToPrimary(servers: Servers): Promise<this> {
    // A connection that is lost between its start and its first answer must not end the process.
    this.on("error", () => undefined);
    const server = await servers.findPrimary();
    Object.assign(this, server);
    try {
      await super.connect();
      await assertPrimary(this);
      return this;
    } catch (error) {
      servers.forget(server);
      void this.end().catch(() => undefined);
      throw error;
    }
  }
}

async function assertPrimary(client: Client): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(inRecovery);
  if (rows[0]?.standby !== false)
    throw new DatabaseUnavailable("the server is a standby and takes no writes");
}

/** All are asked at once: one that is frozen or cut off holds up none of the others. */
export function createServers(configs: readonly ClientConfig[]): Servers {
  let primary: Server | undefined;
  let searching: Promise<Server> | undefined;
  const search = async (): Promise<Server> => {
    primary = await Promise.any(configs.map(probe)).catch((failure: unknown) => {
      throw reasonOf(failure);
    });
    return primary;
  };
  return {
    async findPrimary() {
      if (primary !== undefined) return primary;
      searching ??= search().finally(() => (searching = undefined));
      return searching;
    },
    forget(server) {
      if (server === primary) primary = undefined;
    },
  };
}

async function probe(config: ClientConfig): Promise<Server> {
  const client = new Client({
    ...config,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await assertPrimary(client);
    return { host: client.host, port: client.port };
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** A refused login is the operator's to mend, and is said as such. Anything else passes. */
function reasonOf(failure: unknown): unknown {
  const errors: readonly unknown[] = failure instanceof AggregateError ? failure.errors : [failure];
  const refused = errors.find((error) => /^(28|3D|42|22)/.test(sqlState(error) ?? ""));
  return (
    refused ?? new DatabaseUnavailable("no server of the list takes writes", { cause: errors[0] })
  );
}
