import { describe, expect, test } from "vitest";
import { type StreamEvent } from "../api/contract.ts";
import { keepStream, type Source, type StreamStatus } from "./live-stream.ts";

class FakeSource implements Source {
  readyState = 0;
  readonly #listeners = new Map<string, (event: MessageEvent<string>) => void>();

  addEventListener(type: string, listener: (event: MessageEvent<string>) => void): void {
    this.#listeners.set(type, listener);
  }
  close(): void {
    this.readyState = 2;
  }
  emit(type: string, data: unknown = {}, lastEventId = ""): void {
    if (type === "open") this.readyState = 1;
    this.#listeners.get(type)?.({
      data: JSON.stringify(data),
      lastEventId,
    } as MessageEvent<string>);
  }
  /** As a browser does on a response that is not a stream. */
  refuse(): void {
    this.readyState = 2;
    this.emit("error");
  }
}

function bench({ visible = true } = {}) {
  const sources: FakeSource[] = [];
  const statuses: StreamStatus[] = [];
  const applied: [StreamEvent, number | undefined][] = [];
  const timers: { ms: number; run: () => void; over: boolean }[] = [];
  const world = { online: true, visible, changed: () => {}, reloads: 0, refusals: 0 };
  const stop = keepStream({
    connect: () => {
      sources.push(new FakeSource());
      return sources.at(-1)!;
    },
    apply: (event, id) => applied.push([event, id]),
    reload: async () => {
      world.reloads += 1;
    },
    onStatus: (status) => statuses.push(status),
    onRefused: () => {
      world.refusals += 1;
    },
    surroundings: {
      online: () => world.online,
      visible: () => world.visible,
      watch: (changed) => {
        world.changed = changed;
        return () => {};
      },
      later: (ms, run) => {
        const timer = { ms, run, over: false };
        timers.push(timer);
        return () => {
          timer.over = true;
        };
      },
    },
  });
  const due = (): { ms: number; run: () => void }[] => timers.filter((timer) => !timer.over);
  const set = (change: Partial<typeof world>): void => {
    Object.assign(world, change);
    world.changed();
  };
  return { sources, statuses, applied, due, world, set, stop };
}

describe("a conversation's stream", () => {
  test("a conversation's stream hands events on, with their place in the log where they have one", () => {
    const { sources, applied } = bench();
    sources[0]?.emit("turn", { turn_id: "t" }, "7");
    sources[0]?.emit("delta", { text: "x" }, "7");
    expect(applied).toEqual([
      [{ type: "turn", data: { turn_id: "t" } }, 7],
      [{ type: "delta", data: { text: "x" } }, undefined],
    ]);
  });

  test("a conversation's stream leaves a cut connection to the browser, and tries a refused one again, less and less often", () => {
    const { sources, statuses, due, world } = bench();
    sources[0]?.emit("open");
    sources[0]?.emit("error");
    expect(statuses).toEqual(["connecting", "live", "reconnecting"]);
    expect(due()).toEqual([]);

    const delays: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      sources.at(-1)?.refuse();
      const timer = due().at(-1);
      delays.push(timer?.ms ?? 0);
      timer?.run();
    }
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(world.refusals).toBe(7);
    expect(sources).toHaveLength(8);
  });

  test("a conversation's stream goes on after a reset only when everything has been read again", async () => {
    const { sources, world } = bench();
    sources[0]?.emit("reset");
    expect(sources[0]?.readyState).toBe(2);
    expect(world.reloads).toBe(1);
    expect(sources).toHaveLength(1);
    await expect.poll(() => sources.length).toBe(2);
  });

  test("a conversation's stream closes without a network and begins again with the network", () => {
    const { sources, statuses, set } = bench();
    sources[0]?.emit("open");
    set({ online: false });
    expect(sources[0]?.readyState).toBe(2);
    expect(statuses.at(-1)).toBe("offline");
    set({ online: true });
    expect(sources).toHaveLength(2);
  });

  test("a hidden page gives its connection back after a while, and a short look away costs nothing", () => {
    const { sources, due, set } = bench();
    sources[0]?.emit("open");
    set({ visible: false });
    set({ visible: true });
    expect(due()).toEqual([]);
    expect(sources).toHaveLength(1);
    set({ visible: false });
    due()[0]?.run();
    expect(sources[0]?.readyState).toBe(2);
    set({ visible: true });
    expect(sources).toHaveLength(2);
  });

  test("a page that was opened in the background takes no connection until it is looked at", () => {
    const { sources, set } = bench({ visible: false });
    set({ online: false });
    set({ online: true });
    expect(sources).toHaveLength(0);
    set({ visible: true });
    expect(sources).toHaveLength(1);
  });

  test("a conversation's stream ends for good when the page leaves the conversation", async () => {
    const { sources, stop } = bench();
    sources[0]?.emit("reset");
    stop();
    await Promise.resolve();
    await Promise.resolve();
    expect(sources).toHaveLength(1);
    expect(sources[0]?.readyState).toBe(2);
  });
});
