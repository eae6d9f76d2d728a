import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import type { TurnContext } from "../../src/domain/skill.ts";
import { safeHttp } from "../../src/outbound/safe-fetch.ts";
import { type Bubble, type WecomApp, wecomApp } from "../vendors/wecom-app.ts";
import { startWecomServer, type WecomServer } from "../vendors/wecom-server.ts";
import { openPostgresStore } from "./api.ts";
import { type FakeClock, fakeClock } from "./fake-clock.ts";
import type { OpenStore } from "./stores.ts";
import { openWecomLab, type WecomLab, type WecomLabOptions } from "./wecom-lab.ts";

/** The product with WeCom before a fake of it, on one database for a file. Time stands still until the test moves it. */
export interface UsedWecom {
  readonly store: OpenStore;
  readonly clock: FakeClock;
  readonly server: WecomServer;
  /** WeCom, calling the process that was opened last. */
  readonly app: WecomApp;
  readonly http: ReturnType<typeof safeHttp>;
  open(options?: Partial<WecomLabOptions>): Promise<WecomLab>;
  close(lab: WecomLab): Promise<void>;
  /** Asks once a second, as WeCom does, until the bubble is done. */
  finished(bubble: Bubble): Promise<string>;
  /** Time passes until every delivery is in this state. */
  settled(...statuses: readonly string[]): Promise<void>;
  statuses(): Promise<string[]>;
  /** Until it is so. Time passes only while nothing is under way: the network may take its own. */
  passing(condition: (statuses: readonly string[]) => boolean): Promise<void>;
  /** Until the turn's words are where every process finds them. */
  shown(text: string): Promise<void>;
  posts(): readonly string[];
}

const running = new Set<WecomLab>();

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let looks = 1; !(await condition()); looks += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    // Stands for the sweep, which finds what a wake-up missed because its row was locked just then.
    if (looks % 25 === 0) for (const { spine } of running) spine.wake();
  }
}

/** A turn that shows text and ends when the test says so. */
export function createDirectedTurn() {
  const begun = Promise.withResolvers<TurnContext>();
  const answer = Promise.withResolvers<string>();
  return {
    begun: begun.promise,
    end: (text: string): void => answer.resolve(text),
    run: async (turn: TurnContext): Promise<string> => {
      begun.resolve(turn);
      const aborted = Promise.withResolvers<string>();
      turn.signal.addEventListener("abort", () => aborted.reject(turn.signal.reason as Error), {
        once: true,
      });
      return Promise.race([answer.promise, aborted.promise]);
    },
  };
}

export function useWecom(): UsedWecom {
  const labs: WecomLab[] = [];
  const on: {
    store?: OpenStore;
    http?: ReturnType<typeof safeHttp>;
    clock?: FakeClock;
    server?: WecomServer;
    app?: WecomApp;
  } = {};
  const there = <T>(thing: T | undefined): T => {
    if (thing === undefined) throw new Error("it is opened before the first test");
    return thing;
  };
  beforeAll(async () => {
    on.store = await openPostgresStore();
    on.http = safeHttp({ clock: systemClock });
  });
  afterAll(async () => {
    await on.http?.close();
    await on.store?.close();
  });
  beforeEach(async () => {
    await on.store?.empty();
    on.clock = fakeClock();
    on.server = await startWecomServer(on.clock);
  });
  afterEach(async () => {
    running.clear();
    for (const lab of labs.splice(0)) await lab.close();
    await on.server?.close();
    expect([on.server?.violations, on.app?.violations]).toEqual([[], []]);
  });
  const used: UsedWecom = {
    get store() {
      return there(on.store);
    },
    get clock() {
      return there(on.clock);
    },
    get server() {
      return there(on.server);
    },
    get app() {
      return there(on.app);
    },
    get http() {
      return there(on.http);
    },
    async open(options = {}) {
      const { store, clock, server, http } = used;
      const lab = await openWecomLab({ db: store.db, clock, server, http, ...options });
      labs.push(lab);
      running.add(lab);
      on.app = wecomApp({ clock, server, sendCallback: lab.sendCallback });
      return lab;
    },
    async close(lab) {
      running.delete(lab);
      labs.splice(labs.indexOf(lab), 1);
      await lab.close();
    },
    async finished(bubble) {
      await until(async () => {
        await used.app.poll();
        if (!bubble.finished) await used.clock.pass(1_000);
        return bubble.finished;
      });
      return bubble.content;
    },
    settled: (...wanted) =>
      until(async () => {
        await used.clock.pass(250);
        return (await used.statuses()).join() === wanted.join();
      }),
    passing: (condition) =>
      until(async () => {
        const statuses = await used.statuses();
        if (statuses.includes("pending") && !statuses.includes("sending"))
          await used.clock.pass(1_000);
        return condition(statuses);
      }),
    statuses: async () =>
      (
        await used.store.db.rows<{ status: string }>(
          "select status from delivery_attempt order by ordinal",
        )
      ).map(({ status }) => status),
    async shown(text) {
      let looks = 0;
      await until(async () => {
        // What is shown while the database has words of before is written a moment after them.
        if (looks % 25 === 0) await used.clock.pass(250);
        looks += 1;
        return (
          (await used.store.db.rows("select 1 from turn_stream where text = $1", [text])).length > 0
        );
      });
    },
    posts: () => used.server.ledger.map(({ way, text }) => `${way}: ${text}`),
  };
  return used;
}
