import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import type { Database, Sql } from "../../store/database/database.ts";
import type { StreamNotice } from "../../domain/turn.ts";
import { StreamClient } from "./stream-client.ts";
import { StreamRoom } from "./stream-room.ts";

/** A connection that accepts `room` bytes and then reports "full" until it is drained. */
class Pipe extends EventEmitter {
  readonly written: string[] = [];
  destroyed = false;
  writableEnded = false;
  writableLength = 0;
  readonly #capacity: number;

  constructor(capacity: number) {
    super();
    this.#capacity = capacity;
  }

  write(bytes: Buffer): boolean {
    this.written.push(bytes.toString());
    this.writableLength += bytes.length;
    return this.writableLength < this.#capacity;
  }

  drain(): void {
    this.writableLength = 0;
    this.emit("drain");
  }

  end(): void {
    this.writableEnded = true;
    this.destroy();
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit("close");
  }

  get ids(): number[] {
    return this.written.flatMap((frame) => /^id: (\d+)/.exec(frame)?.[1] ?? []).map(Number);
  }
}

interface World {
  events: number;
  reads: { after: number; limit: number }[];
  now: number;
  failing: boolean;
  /** Runs once, after the next read has its result and before it returns. */
  during: (() => void | Promise<void>) | undefined;
}

/** A log that exists only as a count: event n says n. */
function world(events: number) {
  const state: World = { events, reads: [], now: 0, failing: false, during: undefined };
  let listener: (notice: StreamNotice) => void = () => undefined;
  const sql: Sql = {
    rows: async <R>(text: string, params: readonly unknown[] = []) => {
      if (!text.includes("from event_log")) return [];
      if (state.failing) throw new Error("away");
      const [, after, limit] = params as [string, number, number];
      state.reads.push({ after, limit });
      const ids = Array.from(
        { length: Math.max(0, Math.min(limit, state.events - after)) },
        (_, index) => after + index + 1,
      );
      const happens = state.during;
      state.during = undefined;
      await happens?.();
      return ids.map((id) => ({
        id,
        at: "",
        kind: "message_received",
        payload_json: { id: `m${id}`, text: "x".repeat(100) },
      })) as R[];
    },
  };
  const db = {
    transaction: async <T>(_as: unknown, work: (sql: Sql) => Promise<T>) => work(sql),
    transactionOfAccounts: async <T>(work: (as: () => Sql) => Promise<T>) => work(() => sql),
  } as unknown as Database;
  const silent = () => undefined;
  const clock = { now: () => state.now, wait: () => settle() };
  let emptied = 0;
  const room = new StreamRoom(
    {
      db,
      clock,
      log: { debug: silent, info: silent, warn: silent, error: silent },
      engine: {
        subscribe: (_id, hear) => {
          listener = hear;
          return () => (listener = () => undefined);
        },
      },
      catchUps: (work) => work(),
    },
    { conversationId: "c", accountId: "a" },
    () => (emptied += 1),
  );
  const join = (capacity: number, cursor = 0) => {
    const pipe = new Pipe(capacity);
    const client = new StreamClient(
      { out: pipe as unknown as ServerResponse, clock },
      { tokenId: "t", accountId: "a", cursor },
    );
    room.join(client);
    return { pipe, client };
  };
  return {
    state,
    room,
    join,
    hear: (notice: StreamNotice) => listener(notice),
    emptied: () => emptied,
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await settle();
}
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);
const wide = 1e9;

describe("a room of streams", () => {
  it("a stream room writes nothing to a client that reads nothing, however much happens", async () => {
    const { state, join, hear } = world(0);
    const stalled = Array.from({ length: 200 }, () => join(1_000));
    const live = join(wide);
    await quiet();
    for (let event = 1; event <= 10_000; event += 1) {
      state.events = event;
      hear({ kind: "log" });
      hear({ kind: "delta", turnId: "t", attempt: 1, text: "word ", at: (event - 1) * 5 });
      if (event % 100 === 0) await settle();
    }
    await quiet();
    for (const { pipe, client } of stalled) {
      expect(pipe.writableLength).toBeLessThan(20_000);
      expect(client.blocked).toBe(true);
    }
    expect(live.pipe.ids).toEqual(upTo(10_000));
  });

  it("a client that drains gets every event once and in order, and then the latest text once", async () => {
    const { state, join, hear } = world(500);
    const { pipe, client } = join(2_000);
    await quiet();
    hear({ kind: "delta", turnId: "t", attempt: 1, text: "Hello ", at: 0 });
    hear({ kind: "delta", turnId: "t", attempt: 1, text: "you", at: 6 });
    for (let drain = 0; drain < 1_000 && !client.live; drain += 1) {
      if (drain === 20) state.events = 600;
      pipe.drain();
      await quiet();
    }
    expect(pipe.ids).toEqual(upTo(600));
    expect(pipe.written.filter((frame) => frame.startsWith("event:"))).toEqual([
      'event: text\ndata: {"turn_id":"t","attempt":1,"at":0,"text":"Hello you"}\n\n',
    ]);
  });

  it("a client that is catching up gets what was written meanwhile, although the wake-up came too early", async () => {
    const { state, join, hear } = world(2);
    state.during = () => {
      state.events = 3;
      hear({ kind: "log" });
    };
    const { pipe } = join(wide);
    await quiet();
    expect(pipe.ids).toEqual(upTo(3));
  });

  it("a client with a slow read reads once more if the others moved on meanwhile", async () => {
    const { state, join, hear } = world(2);
    const first = join(wide);
    await quiet();
    state.during = async () => {
      state.events = 4;
      hear({ kind: "log" });
      await quiet();
    };
    const second = join(wide);
    for (let turn = 0; turn < 3; turn += 1) await quiet();
    expect([first.pipe.ids, second.pipe.ids]).toEqual([upTo(4), upTo(4)]);
  });

  it("a stream room reads little for a client that takes little", async () => {
    const { state, join } = world(400);
    const { pipe, client } = join(1);
    for (let drain = 0; drain < 1_000 && !client.live; drain += 1) {
      await quiet();
      pipe.drain();
    }
    expect(pipe.ids).toEqual(upTo(400));
    const asked = state.reads.reduce((sum, { limit }) => sum + limit, 0);
    expect(asked).toBeLessThan(400 * 3 + 100);
  });

  it("a stream room reads once for all live clients and writes the same bytes to each", async () => {
    const { state, join, hear } = world(3);
    const clients = Array.from({ length: 50 }, () => join(wide));
    await quiet();
    state.reads.length = 0;
    state.events = 5;
    hear({ kind: "log" });
    await quiet();
    expect(state.reads).toHaveLength(1);
    for (const { pipe } of clients) expect(pipe.ids).toEqual(upTo(5));
  });

  it("a client that read nothing for thirty seconds is dropped, and not a moment before", async () => {
    const { state, join } = world(500);
    const { pipe, client } = join(1_000);
    await quiet();
    state.now = 29_999;
    expect([client.dropIfStalled(), pipe.destroyed]).toEqual([false, false]);
    state.now = 30_000;
    expect([client.dropIfStalled(), pipe.destroyed]).toEqual([true, true]);
  });

  it("a client with more than a megabyte waiting is dropped", async () => {
    const { join } = world(0);
    const { pipe, client } = join(10);
    await quiet();
    client.write(Buffer.alloc(1_000_001));
    expect(pipe.destroyed).toBe(true);
  });

  it("a stream room continues at its position after the log could not be read", async () => {
    const { state, join, hear } = world(2);
    const { pipe } = join(wide);
    await quiet();
    state.failing = true;
    state.events = 4;
    hear({ kind: "log" });
    await settle();
    state.failing = false;
    await quiet();
    expect(pipe.ids).toEqual(upTo(4));
  });

  it("a stream room is empty once the last client has left, even one that broke or never drained", async () => {
    const { join, emptied } = world(500);
    const blocked = join(1_000);
    const broken = join(wide);
    await quiet();
    broken.pipe.emit("error", new Error("reset"));
    blocked.pipe.destroy();
    expect(emptied()).toBe(1);
  });
});
