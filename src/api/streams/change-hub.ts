import { Refusal } from "../../domain/errors.ts";
import type { ServerResponse } from "node:http";
import { engine as asEngine } from "../../domain/principal.ts";
import type { Access } from "../../accounts/access.ts";
import type { Database } from "../../store/database/database.ts";
import { toRateLimitRefusal } from "../http/failure.ts";
import type { Engine } from "../http/ports.ts";
import { StreamClient } from "./stream-client.ts";
import { startStream, sse } from "./stream-frames.ts";
import { type WatchDeps, watchStreams } from "./stream-watch.ts";

/**
 * `calendar`: reminders, friends and what they share. `activity`: messages, turns and deliveries.
 * `channels`: accounts at vendors.
 */
export const changeables = ["calendar", "activity", "channels"] as const;
type ChangeTopic = (typeof changeables)[number];

/**
 * Tells open pages that something has changed, so that they reload it through the usual routes: a
 * lost or doubled hint does no harm.
 */
export interface ChangeHub {
  /** Takes over the connection. */
  open(stream: NewWatch): void;
  /** The same hints for other listeners than pages. The result stops them. */
  listen(who: Pick<Watch, "accountId" | "hear">): () => void;
  readonly count: number;
  close(): Promise<void>;
}

interface NewWatch {
  readonly accountId: string;
  readonly tokenId: string;
  readonly out: ServerResponse;
  /** For operators: messages and deliveries of all accounts, not only their own. */
  readonly allAccounts: boolean;
}

export interface ChangeDeps extends WatchDeps {
  readonly db: Pick<Database, "transaction">;
  readonly engine: Pick<Engine, "onTopic">;
  readonly access: Pick<Access, "endedAmong" | "onEnded">;
}

/** One that hears of the changes of an account. */
interface Watch {
  readonly accountId: string;
  readonly allAccounts: boolean;
  hear(what: readonly ChangeTopic[]): void;
}

interface Watcher extends Watch {
  readonly due: Set<ChangeTopic>;
  isTelling: boolean;
  isGone: boolean;
}

const streamsPerAccount = 50;
const streamsInAll = 10_000;
/**
 * A turn writes several events within a moment: the first is announced at once, the rest together.
 */
const restMs = 400;

export function createChangeHub(on: ChangeDeps): ChangeHub {
  const pages = new Map<Watcher, StreamClient>();
  const watchers = new Set<Watcher>();
  const stopping = new AbortController();
  const clients = (): StreamClient[] => [...pages.values()];
  const cut = (ids: readonly string[]): void => {
    for (const client of clients()) if (ids.includes(client.tokenId)) client.end();
  };
  const tell = (one: Watcher, what: readonly ChangeTopic[]): void =>
    void announce(on, one, { what, signal: stopping.signal });
  const stopHearing = on.access.onEnded(cut);
  const stopTopics = on.engine.onTopic(
    createTopicHandler(on, { watchers, tell, signal: stopping.signal }),
  );
  // Nothing is watched while no page is open.
  let watch = { over: new AbortController(), ended: Promise.resolve() };
  const arrive = (who: Watch): Watcher => {
    const one: Watcher = { ...who, due: new Set(), isTelling: false, isGone: false };
    watchers.add(one);
    return one;
  };
  const leave = (one: Watcher): void => {
    one.isGone = true;
    watchers.delete(one);
    if (pages.delete(one) && pages.size === 0) watch.over.abort();
  };
  const show = (one: Watcher, client: StreamClient): void => {
    pages.set(one, client);
    if (pages.size > 1) return;
    const over = new AbortController();
    watch = { over, ended: watchStreams(on, { clients, cut, signal: over.signal }) };
  };
  return {
    get count() {
      return pages.size;
    },
    open({ accountId, tokenId, out, allAccounts }) {
      if (pages.size >= streamsInAll) throw new Refusal("unavailable");
      if (clients().filter((client) => client.accountId === accountId).length >= streamsPerAccount)
        throw toRateLimitRefusal(5_000);
      startStream(out);
      const client = new StreamClient({ out, clock: on.clock }, { tokenId, accountId, cursor: 0 });
      const hear = (what: readonly ChangeTopic[]): void =>
        void client.write(sse("changed", { what }));
      const one = arrive({ accountId, allAccounts, hear });
      client.live = true;
      show(one, client);
      const onDrain = (): void => {
        client.live = true;
        tell(one, changeables);
      };
      client.watch({ drained: onDrain, closed: () => leave(one) });
    },
    listen(who) {
      const one = arrive({ ...who, allAccounts: false });
      return () => leave(one);
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

async function announce(
  on: ChangeDeps,
  one: Watcher,
  { what, signal }: { what: readonly ChangeTopic[]; signal: AbortSignal },
): Promise<void> {
  for (const each of what) one.due.add(each);
  if (one.isTelling) return;
  one.isTelling = true;
  while (one.due.size > 0 && !one.isGone && !signal.aborted) {
    const due = [...one.due];
    one.due.clear();
    one.hear(due);
    await on.clock.wait(restMs, signal);
  }
  one.isTelling = false;
}

interface TopicHandlerDeps {
  readonly watchers: ReadonlySet<Watcher>;
  readonly tell: (one: Watcher, what: readonly ChangeTopic[]) => void;
  readonly signal: AbortSignal;
}

/**
 * Decides what a wake-up means to which watcher. The owners of conversations are queried once for
 * all that changed together, and only while a page is open.
 */
function createTopicHandler(
  on: ChangeDeps,
  { watchers, tell, signal }: TopicHandlerDeps,
): (topic: string) => void {
  const moved = new Set<string>();
  let isAsking = false;
  const ofAccount = (accountId: string, what: ChangeTopic): void => {
    for (const one of watchers) if (one.accountId === accountId) tell(one, [what]);
  };
  const ask = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    try {
      while (moved.size > 0 && !signal.aborted) {
        const ids = [...moved];
        moved.clear();
        const watched = [...new Set([...watchers].map(({ accountId }) => accountId))];
        for (const id of await readOwners(on.db, ids, watched)) ofAccount(id, "activity");
        // Under load, the next query covers everything that changed meanwhile.
        await on.clock.wait(restMs, signal);
      }
    } catch (error) {
      on.log.warn(
        { error },
        "open pages could not be notified of a change; they reload by themselves",
      );
    } finally {
      isAsking = false;
    }
  };
  return (topic) => {
    if (watchers.size === 0) return;
    if (topic.startsWith("book:")) ofAccount(topic.slice(5), "calendar");
    else if (topic === "channels") for (const one of watchers) tell(one, ["channels"]);
    else if (topic.startsWith("log:")) {
      for (const one of watchers) if (one.allAccounts) tell(one, ["activity"]);
      moved.add(topic.slice(4));
      void ask();
    }
  };
}

async function readOwners(
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
