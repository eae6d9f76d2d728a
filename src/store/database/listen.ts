import type { QueryConfig } from "pg";
import type { Log } from "../../domain/ports/log.ts";
import type { Presence } from "./database.ts";
import { presenceLock } from "../work/live-processes.ts";
import { type Notifier, parseNotice, selfTest } from "./notify.ts";
import { ServerClient, type ServerConfig } from "./server-client.ts";

export interface ListenOn {
  readonly config: ServerConfig;
  readonly log: Log;
  readonly own: Notifier;
  /** The server may be gone, and every other connection to it with it. */
  readonly onLost?: (() => void) | undefined;
  /** How often the connection is asked whether it is alive, and how long it has to answer. */
  readonly beatMs?: number | undefined;
  /** Other than the usual time, for tests. */
  readonly silentMs?: number | undefined;
}

const soonMs = 100;
const retryMs = 1_000;
/**
 * Other processes take this one for dead after a longer absence; by then it has stopped its
 * exclusive work.
 */
const absentMs = 700;
/** A wake-up of this process to itself that takes longer than this will not come. */
const silentMs = 5_000;
/**
 * A server that is frozen or cut off closes nothing: without a question this connection would wait
 * for wake-ups, and count as present, for ever.
 */
const beatMs = 5_000;
/** How often work is looked for where no wake-up arrives. */
const sweepMs = 1_000;
/** The wake-ups that make loops look for work; the others only tell who watches. */
const workTopics = ["lane", "outbox", "timers", "sole"];

/**
 * Receives wake-ups from every process over a connection of its own. A lost connection is replaced;
 * wake-ups in the gap are missed, and the loops' sweeps make up for them. The same connection shows
 * other processes that this one is alive.
 */
export async function listen(
  on: ListenOn,
  onTopic: (topic: string) => void,
  presence?: Presence,
): Promise<() => Promise<void>> {
  // Wake-ups of this process are looped back at once; the copy from the server is ignored.
  const stopOwn = on.own.loopBack(onTopic);
  let current: ListenConnection | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let absent: NodeJS.Timeout | undefined;
  let opening: Promise<void> | undefined;

  const open = async (): Promise<void> => {
    current = await openConnection(on, {
      onTopic,
      onLost: (lost) => lost === current && lose(lost),
      holder: presence?.holder,
    });
    clearTimeout(absent);
    // A listener that ended meanwhile must not take a connection of the pool that is being closed.
    if (closed) return;
    testWakeUps(on, current, onTopic);
    watchForSilence(current.client, on.beatMs ?? beatMs);
  };
  const lose = (connection: ListenConnection): void => {
    current = undefined;
    on.own.origins.delete(connection.origin);
    on.onLost?.();
    if (presence !== undefined) absent = setTimeout(() => presence.onAbsent(), absentMs);
    tryAgain(soonMs);
  };
  const tryAgain = (inMs: number): void => {
    if (closed) return;
    retry = setTimeout(() => {
      opening = open().catch(() => tryAgain(retryMs));
    }, inMs);
  };
  await open().catch((error: unknown) => {
    stopOwn();
    throw error;
  });
  return async () => {
    closed = true;
    clearTimeout(retry);
    clearTimeout(absent);
    stopOwn();
    // A connection attempt in progress cannot be cancelled, so it is awaited.
    await opening;
    if (current !== undefined) await closeConnection(on, current);
  };
}

/**
 * A pooler accepts LISTEN and forgets it with the transaction. So each new connection sends itself a
 * wake-up; if it does not hear it, that is reported, and work is looked for more often.
 */
function testWakeUps(
  on: ListenOn,
  { client, origin }: ListenConnection,
  onTopic: (topic: string) => void,
): void {
  let sweep: NodeJS.Timeout | undefined;
  const silence = setTimeout(() => {
    on.log.warn(
      {},
      "wake-ups from other processes do not arrive, so their work is found by looking every second. A pooler in transaction mode does this: set database.direct_url to the server itself",
    );
    sweep = setInterval(() => workTopics.forEach(onTopic), sweepMs);
  }, on.silentMs ?? silentMs);
  const stop = (): void => {
    clearTimeout(silence);
    clearInterval(sweep);
  };
  client.on("notification", ({ payload = "" }) => {
    const notice = parseNotice(payload);
    if (notice.origin === origin && notice.topics[0] === selfTest) stop();
  });
  client.once("end", stop);
  client.once("error", stop);
  // One that cannot be sent is like one that is not heard.
  on.own.testOf(origin).catch(() => undefined);
}

/**
 * Breaks a connection whose server does not answer, so that it is replaced like any lost one. The
 * next question waits for the answer: the driver takes one query of a client at a time.
 */
function watchForSilence(client: ServerClient, everyMs: number): void {
  let isOver = false;
  let beat: NodeJS.Timeout | undefined;
  const askLater = (): void => {
    if (!isOver) beat = setTimeout(ask, everyMs);
  };
  const ask = (): void =>
    void client
      .query({ text: "select", query_timeout: everyMs } as QueryConfig)
      .then(askLater, () => client.connection.stream.destroy());
  for (const over of ["end", "error"] as const)
    client.once(over, () => {
      isOver = true;
      clearTimeout(beat);
    });
  askLater();
}

interface ListenConnection {
  readonly client: ServerClient;
  /** Marks the wake-ups that this process sends. */
  readonly origin: string;
}

interface ListenHandlers {
  readonly onTopic: (topic: string) => void;
  readonly onLost: (connection: ListenConnection) => void;
  readonly holder?: string | undefined;
}

async function openConnection(on: ListenOn, tell: ListenHandlers): Promise<ListenConnection> {
  const client = new ServerClient(on.config);
  let connection: ListenConnection | undefined;
  client.on("notification", (notice) => {
    const { origin, topics } = parseNotice(notice.payload ?? "");
    // A self-test concerns its sender alone.
    if (on.own.origins.has(origin) || topics[0] === selfTest) return;
    for (const topic of topics) tell.onTopic(topic);
  });
  client.on("error", (error) => {
    on.log.warn({ error: error.message }, "the wake-up connection was lost; sweeping meanwhile");
    void end(client);
    if (connection !== undefined) tell.onLost(connection);
  });
  try {
    await client.connect();
    await client.query("listen meanwhile");
    if (tell.holder !== undefined)
      await client.query(`select pg_advisory_lock_shared(${presenceLock("$1")})`, [tell.holder]);
    const [row] = (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows;
    connection = { client, origin: String(row?.pid) };
  } catch (error) {
    await end(client);
    throw error;
  }
  on.own.origins.add(connection.origin);
  return connection;
}

async function closeConnection(on: ListenOn, connection: ListenConnection): Promise<void> {
  on.own.origins.delete(connection.origin);
  await end(connection.client);
}

/** A connection that is already lost ends with an error that says so. */
async function end(client: ServerClient): Promise<void> {
  await client.end().catch(() => undefined);
}
