import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AcceptOutcome } from "../../src/domain/message.ts";
import type { Database, Sql } from "../../src/store/database/database.ts";
import {
  type ConnectionSettings,
  openPostgres,
} from "../../src/store/database/postgres-database.ts";
import { silentLog } from "../support/silent-log.ts";
import { type PostOffice, startPostOffice } from "../vendors/post-office.ts";
import { ownersConnection } from "../../src/store/database/owner.ts";
import { type CrashDatabase } from "./crash-database.ts";
import { type ClientEntry, type History, historyOf, readStored } from "./history.ts";
import { type CrashInstance, startCrashInstance } from "./instance.ts";
import type { InstancePlan, Posted } from "./instance-process.ts";

/** Everything around the processes under test: their database, their vendor, the people who write, and the record of it all. */
export interface World {
  readonly connection: ConnectionSettings;
  readonly db: Database;
  readonly post: PostOffice;
  readonly client: readonly ClientEntry[];
  readonly instances: readonly CrashInstance[];
  /** Another process on the same database. The newest one that listens gets the people's messages. */
  start(how?: StartOptions): Promise<CrashInstance>;
  /** As a vendor calls us: again and again until there is a 2xx. A process that died meanwhile is replaced. */
  say(text: string, how?: SayOptions): Promise<AcceptOutcome>;
  /** One call, whatever comes of it. */
  post1(posted: Posted, to: CrashInstance): Promise<ClientEntry>;
  /** Resolves when a process is there in the place of one that died. */
  replaced(): Promise<void>;
  /** Waits for a turn to hold, in whichever process it does. */
  holding(token: string): Promise<CrashInstance>;
  /** Looked at after every wake-up, and a few times a second for what has none. */
  until(condition: () => Promise<boolean> | boolean): Promise<void>;
  /**
   * Ends the time of the leases of every process that died or halted, so that the test need not wait for it. Those of the
   * others stay: one that is at work already would be taken for dead.
   */
  expireLeases(): Promise<void>;
  /** Every loop of every process looks for work now. */
  sweep(): Promise<void>;
  /** Faults are over: resolves when no input waits, no turn runs and nothing is on its way. */
  calm(): Promise<void>;
  /** Ends what runs, politely, and reads everything there is to know. */
  finish(): Promise<History>;
  close(): Promise<void>;
}

export interface StartOptions {
  readonly failpoint?: string | undefined;
  /** Where those die that replace it, one after the other; the last one lives. */
  readonly replacedBy?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly roles?: "gateway" | "worker" | undefined;
  readonly channels?: InstancePlan["channels"] | undefined;
  readonly notReady?: readonly string[] | undefined;
  readonly sendTimeoutMs?: number | undefined;
  readonly heapMb?: number | undefined;
}

export interface SayOptions {
  readonly id?: string | undefined;
  readonly from?: string | undefined;
  readonly channel?: string | undefined;
  readonly scope?: string | undefined;
  readonly policy?: Posted["policy"];
  readonly to?: CrashInstance | undefined;
}

/** `post` keeps an unknown outcome, `parcel` sends it again: its vendor dedupes. */
export const channels = { post: "keep", parcel: "resend" } as const;

export async function openWorld(database: CrashDatabase): Promise<World> {
  const post = await startPostOffice({ dedupes: ["parcel"] });
  const db = openPostgres(database.connection, { poolSize: 2, log: silentLog });
  const dataDir = await mkdtemp(join(tmpdir(), "meanwhile-crash-"));
  const client: ClientEntry[] = [];
  const instances: CrashInstance[] = [];
  const bell = createBell();
  const stopListening = await db.listen((topic) => {
    // Its own calls to look again are not news.
    if (!["lane", "outbox", "timers"].includes(topic)) bell.ring();
  });
  let count = 0;
  let replacing: Promise<CrashInstance> | undefined;
  let nextDeaths: readonly string[] = [];

  const start = async (how: StartOptions = {}): Promise<CrashInstance> => {
    nextDeaths = how.replacedBy ?? [];
    const plan: InstancePlan = {
      env: environment(database, how),
      dataDir,
      vendorUrl: post.url,
      channels: how.channels ?? channels,
      notReady: how.notReady ?? [],
      sendTimeoutMs: how.sendTimeoutMs ?? 60_000,
      heapMb: how.heapMb,
    };
    const instance = await startCrashInstance(plan);
    instances.push(instance);
    void instance.ended.then(bell.ring);
    return instance;
  };

  /** The process that takes messages in: the newest, or the one that replaces it when it died at its failpoint. */
  const gateway = (): Promise<CrashInstance> => {
    const newest = instances.at(-1);
    if (newest?.alive === true && newest.failpoint === undefined) return Promise.resolve(newest);
    if (newest?.alive === false && newest.failpoint === undefined && !newest.meant)
      return Promise.reject(
        new Error(`a process ended by itself: ${newest.errors.slice(-5).join("\n")}`),
      );
    // Of all that ask for the dead one's place, the first starts a new one.
    replacing ??= replace(newest).finally(() => (replacing = undefined));
    return replacing;
  };
  const replace = async (dead: CrashInstance | undefined): Promise<CrashInstance> => {
    await dead?.ended;
    await world.expireLeases();
    const [failpoint, ...replacedBy] = nextDeaths;
    return start({ failpoint, replacedBy });
  };

  const world: World = {
    connection: database.connection,
    db,
    post,
    client,
    instances,
    start,
    async say(text, how = {}) {
      const from = how.from ?? "ada";
      const { channel = "post", scope, policy } = how;
      const posted: Posted = {
        id: how.id ?? `${from}-${++count}`,
        channel,
        from,
        text,
        scope,
        policy,
      };
      for (;;) {
        const to = how.to ?? (await gateway());
        const entry = await world.post1(posted, to);
        if (entry.answer !== undefined) return entry.answer;
        // On a machine with more to do than cores, no connection to the database may be free for a while: a vendor calls again.
        if (entry.status === 503) continue;
        if (how.to !== undefined || entry.status !== undefined)
          throw new Error(`"${text}" was answered with ${entry.status}`);
        await to.ended;
      }
    },
    async post1(posted, to) {
      const entry = await call(to, posted);
      client.push(entry);
      return entry;
    },
    async replaced() {
      await gateway();
    },
    async holding(token) {
      for (;;) {
        const found = instances.find((instance) =>
          instance.said.some((line) => line.at === "holding" && line["token"] === token),
        );
        if (found?.alive === true) return found;
        const here = await gateway();
        const held = await here.holding(token).catch(() => undefined);
        if (held !== undefined) return here;
      }
    },
    until: (condition) => bell.until(condition),
    async expireLeases() {
      const gone = instances.filter(({ alive, failpoint }) => !alive || failpoint !== undefined);
      const pids = gone.map(({ pid }) => String(pid));
      await ownersConnection(database.connection, async (sql) => {
        for (const table of ["conversation", "delivery_attempt", "sole_worker"])
          await sql.rows(
            `update ${table} set lease_until = now() - interval '1 second'
             where lease_until is not null and split_part(lease_holder, ':', 2) = any($1)`,
            [pids],
          );
      });
      await sweepSoon(db);
    },
    sweep: () => sweepSoon(db),
    async calm() {
      if (!instances.some((instance) => instance.alive && instance.failpoint === undefined))
        await gateway();
      await bell.until(async () => {
        if (instances.at(-1)?.alive === false) await gateway();
        await sweepSoon(db);
        return isIdle(db);
      });
    },
    async finish() {
      for (const instance of instances) if (instance.alive) await instance.stop();
      return historyOf(await readStored(database.connection), {
        channels,
        client,
        post,
        instances,
      });
    },
    async close() {
      for (const instance of instances) if (instance.alive) await instance.kill();
      await stopListening();
      await db.close();
      await post.close();
      await rm(dataDir, { recursive: true, force: true });
      await database.giveBack();
    },
  };
  return world;
}

function environment(database: CrashDatabase, how: StartOptions): Record<string, string> {
  return {
    DATABASE_URL: database.url,
    MEANWHILE_PORT: "0",
    MEANWHILE_DATABASE__POOL_SIZE: "4",
    MEANWHILE_OUTBOX__RETRY_SECONDS: "1,1,1,1,1,1,1,1",
    // The order of parts is a law here, however slow the machine: what is parked is looked at in test/laws/held-up.
    MEANWHILE_OUTBOX__HOLD_SECONDS: "3600",
    MEANWHILE_LOG__LEVEL: "warn",
    MEANWHILE_LIMITS__PER_PERSON_PER_MINUTE: "100000",
    ...(how.roles === undefined ? {} : { MEANWHILE_ROLES: how.roles }),
    ...(how.failpoint === undefined ? {} : { MEANWHILE_FAILPOINT: how.failpoint }),
    ...how.env,
  };
}

/** One call of a vendor. */
export async function call(to: CrashInstance, posted: Posted): Promise<ClientEntry> {
  const body = JSON.stringify(posted);
  try {
    const response = await fetch(`${to.url}/webhooks/post`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    const answer = response.ok ? ((await response.json()) as AcceptOutcome) : undefined;
    return { ...posted, status: response.status, answer };
  } catch (error) {
    // No answer: the message may be in or not, and only asking again tells.
    if (error instanceof TypeError) return { ...posted, status: undefined, answer: undefined };
    throw error;
  }
}

export async function isIdle(db: Sql): Promise<boolean> {
  const [busy] = await db.rows<{ open: number; going: number }>(
    `select (select count(*) from conversation where latest_inbound_seq > last_closed_inbound_seq or running_turn_id is not null) as open,
            (select count(*) from delivery_attempt where status in ('pending', 'sending'))
              + (select count(*) from timer where due_at <= now()) as going`,
  );
  return busy?.open === 0 && busy.going === 0;
}

/** No sweep has to be waited for either: every loop looks now. */
async function sweepSoon(db: Database): Promise<void> {
  await db.rows(
    "select pg_notify('meanwhile', '- ' || topic) from unnest(array['lane', 'outbox', 'timers']) as topic",
  );
}

/** Rings for every wake-up of the product, and now and then for changes that have none. */
function createBell() {
  let waiting: (() => void)[] = [];
  const ring = (): void => {
    for (const tell of waiting.splice(0)) tell();
  };
  return {
    ring,
    async until(condition: () => Promise<boolean> | boolean): Promise<void> {
      const tick = setInterval(ring, 100);
      try {
        for (;;) {
          const rung = new Promise<void>((resolve) => waiting.push(resolve));
          if (await condition()) return;
          await rung;
        }
      } finally {
        clearInterval(tick);
      }
    },
  };
}
