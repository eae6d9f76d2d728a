import { Client, type ClientConfig } from "pg";
import type { Log } from "../../domain/ports/log.ts";
import type { Presence } from "./database.ts";
import { presenceLock } from "../work/live-processes.ts";
import { type Notifier, parseNotice } from "./notify.ts";

export interface ListenOn {
  readonly config: ClientConfig;
  readonly log: Log;
  readonly own: Notifier;
}

const soonMs = 100;
const retryMs = 1_000;
/** Others take a process for dead that is missed for longer: until then it has let go of what only one may do. */
const absentMs = 700;

/**
 * Hears wake-ups of every process over a connection of its own. When that is lost another one is made; what was sent in
 * the gap is not heard, and every loop finds it by its sweep. The same connection shows others that this process lives.
 */
export async function listen(
  on: ListenOn,
  onTopic: (topic: string) => void,
  presence?: Presence,
): Promise<() => Promise<void>> {
  // What this process sends it hears at once; the copy that comes back from the server is no news.
  const stopOwn = on.own.loopBack(onTopic);
  let heard: Ear | undefined;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  let absent: NodeJS.Timeout | undefined;
  let opening: Promise<void> | undefined;

  const open = async (): Promise<void> => {
    heard = await openEar(on, {
      onTopic,
      onLost: (lost) => lost === heard && lose(lost),
      holder: presence?.holder,
    });
    clearTimeout(absent);
  };
  const lose = (ear: Ear): void => {
    heard = undefined;
    on.own.origins.delete(ear.origin);
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
    // One that is being made right now is waited for, since it cannot be taken back.
    await opening;
    if (heard !== undefined) await closeEar(on, heard);
  };
}

interface Ear {
  readonly client: Client;
  /** Marks what this process sends. */
  readonly origin: string;
}

interface Told {
  readonly onTopic: (topic: string) => void;
  readonly onLost: (ear: Ear) => void;
  readonly holder?: string | undefined;
}

async function openEar(on: ListenOn, tell: Told): Promise<Ear> {
  const client = new Client(on.config);
  let ear: Ear | undefined;
  client.on("notification", (notice) => {
    const { origin, topics } = parseNotice(notice.payload ?? "");
    if (!on.own.origins.has(origin)) for (const topic of topics) tell.onTopic(topic);
  });
  client.on("error", (error) => {
    on.log.warn({ error: error.message }, "the wake-up connection was lost; the sweep goes on");
    void end(client);
    if (ear !== undefined) tell.onLost(ear);
  });
  try {
    await client.connect();
    await client.query("listen meanwhile");
    if (tell.holder !== undefined)
      await client.query(`select pg_advisory_lock_shared(${presenceLock("$1")})`, [tell.holder]);
    const [row] = (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows;
    ear = { client, origin: String(row?.pid) };
  } catch (error) {
    await end(client);
    throw error;
  }
  on.own.origins.add(ear.origin);
  return ear;
}

async function closeEar(on: ListenOn, ear: Ear): Promise<void> {
  on.own.origins.delete(ear.origin);
  await end(ear.client);
}

/** A connection that is lost already ends with an error that says so. */
async function end(client: Client): Promise<void> {
  await client.end().catch(() => undefined);
}
