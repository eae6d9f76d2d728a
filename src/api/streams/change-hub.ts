import type { ServerResponse } from "node:http";
import { engine as asEngine } from "../../domain/principal.ts";
import type { Access } from "../../accounts/access.ts";
import type { Database } from "../../store/database/database.ts";
import { rateLimited, refuse } from "../http/failure.ts";
import type { Engine } from "../http/ports.ts";
import { StreamClient } from "./stream-client.ts";
import { greet, sse } from "./stream-frames.ts";
import { type WatchDeps, watchStreams } from "./stream-watch.ts";

/** `calendar`: reminders, friends and what they share. `activity`: messages, turns and deliveries. `channels`: accounts at vendors. */
export const changeables = ["calendar", "activity", "channels"] as const;
type What = (typeof changeables)[number];

/** Tells open pages that something has changed, so that they look. What has changed they read as always: a hint that is lost or doubled does no harm. */
export interface ChangeHub {
  /** Takes the connection over. */
  open(stream: NewWatch): void;
  readonly count: number;
  close(): Promise<void>;
}

interface NewWatch {
  readonly accountId: string;
  readonly tokenId: string;
  readonly out: ServerResponse;
  /** For whoever runs the server: everybody's messages and deliveries, not only their own. */
  readonly everybody: boolean;
}

export interface ChangeDeps extends WatchDeps {
  readonly db: Pick<Database, "transaction">;
  readonly engine: Pick<Engine, "onTopic">;
  readonly access: Pick<Access, "endedAmong" | "onEnded">;
}

interface Watcher {
  readonly client: StreamClient;
  readonly everybody: boolean;
  readonly due: Set<What>;
  isTelling: boolean;
}

const streamsPerAccount = 50;
const streamsInAll = 10_000;
/** A turn is several facts within a moment: the first is told at once, the rest together. */
const restMs = 400;

export function createChangeHub(on: ChangeDeps): ChangeHub {
  const watchers = new Set<Watcher>();
  const stopping = new AbortController();
  const clients = (): StreamClient[] => [...watchers].map(({ client }) => client);
  const cut = (ids: readonly string[]): void => {
    for (const client of clients()) if (ids.includes(client.tokenId)) client.end();
  };
  const tell = (one: Watcher, what: readonly What[]): void =>
    void telling(on, one, { what, signal: stopping.signal });
  const stopHearing = on.access.onEnded(cut);
  const stopTopics = on.engine.onTopic(createEar(on, { watchers, tell, signal: stopping.signal }));
  // Nobody looks: nothing is looked after.
  let watch = { over: new AbortController(), ended: Promise.resolve() };
  const leave = (one: Watcher): void => {
    watchers.delete(one);
    if (watchers.size === 0) watch.over.abort();
  };
  const arrive = (one: Watcher): void => {
    watchers.add(one);
    if (watchers.size > 1) return;
    const over = new AbortController();
    watch = { over, ended: watchStreams(on, { clients, cut, signal: over.signal }) };
  };
  return {
    get count() {
      return watchers.size;
    },
    open({ accountId, tokenId, out, everybody }) {
      if (watchers.size >= streamsInAll) throw refuse("unavailable");
      if (clients().filter((client) => client.accountId === accountId).length >= streamsPerAccount)
        throw rateLimited(5_000);
      greet(out);
      const client = new StreamClient({ out, clock: on.clock }, { tokenId, accountId, cursor: 0 });
      const one: Watcher = { client, everybody, due: new Set(), isTelling: false };
      client.live = true;
      arrive(one);
      const drained = (): void => {
        client.live = true;
        tell(one, changeables);
      };
      client.watch({ drained, closed: () => leave(one) });
    },
    async close() {
      stopping.abort();
      stopHearing();
      stopTopics();
      for (const client of clients()) client.end("retry: 1500\n\n");
      watch.over.abort();
      await watch.ended;
    },
  };
}

async function telling(
  on: ChangeDeps,
  one: Watcher,
  { what, signal }: { what: readonly What[]; signal: AbortSignal },
): Promise<void> {
  for (const each of what) one.due.add(each);
  if (one.isTelling) return;
  one.isTelling = true;
  while (one.due.size > 0 && !one.client.gone && !signal.aborted) {
    const due = [...one.due];
    one.due.clear();
    one.client.write(sse("changed", { what: due }));
    await on.clock.wait(restMs, signal);
  }
  one.isTelling = false;
}

interface Hearing {
  readonly watchers: ReadonlySet<Watcher>;
  readonly tell: (one: Watcher, what: readonly What[]) => void;
  readonly signal: AbortSignal;
}

/** What a wake-up means for whom. Whose a conversation is, is asked once for all that moved together, and only while somebody looks. */
function createEar(on: ChangeDeps, { watchers, tell, signal }: Hearing): (topic: string) => void {
  const moved = new Set<string>();
  let isAsking = false;
  const ofAccount = (accountId: string, what: What): void => {
    for (const one of watchers) if (one.client.accountId === accountId) tell(one, [what]);
  };
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      while (moved.size > 0 && !signal.aborted) {
        const ids = [...moved];
        moved.clear();
        const watched = [...new Set([...watchers].map(({ client }) => client.accountId))];
        for (const id of await ownersOf(on.db, ids, watched)) ofAccount(id, "activity");
        // Under a flood the next question is for all that moved meanwhile.
        await on.clock.wait(restMs, signal);
      }
    } catch (error) {
      on.log.warn({ error }, "pages could not be told of a change; they look again by themselves");
    } finally {
      isAsking = false;
    }
  };
  return (topic) => {
    if (watchers.size === 0) return;
    if (topic.startsWith("book:")) ofAccount(topic.slice(5), "calendar");
    else if (topic === "channels") for (const one of watchers) tell(one, ["channels"]);
    else if (topic.startsWith("log:")) {
      for (const one of watchers) if (one.everybody) tell(one, ["activity"]);
      moved.add(topic.slice(4));
      void ask();
    }
  };
}

async function ownersOf(
  db: ChangeDeps["db"],
  conversations: readonly string[],
  accounts: readonly string[],
): Promise<string[]> {
  const rows = await db.transaction(asEngine, (sql) =>
    sql.rows<{ id: string }>(
      "select distinct account_id as id from conversation where id = any($1) and account_id = any($2)",
      [conversations, accounts],
    ),
  );
  return rows.map(({ id }) => id);
}
