import { afterEach, beforeEach, expect } from "vitest";
import type { Model, ModelChunk, ModelRequest } from "../../src/domain/ports/model.ts";
import { createProviderModel, type ProviderOptions } from "../../src/model/provider.ts";
import { startModelServer, type ModelServer } from "../vendors/model-server.ts";
import { fakeClock, type FakeClock } from "./fake-clock.ts";
import {
  createCountedChance,
  memoryLedger,
  recordingLog,
  recordingMetrics,
  type MemoryLedger,
} from "./model-ports.ts";

export interface ProviderBench {
  readonly server: ModelServer;
  readonly clock: FakeClock;
  readonly ledger: MemoryLedger;
  readonly log: ReturnType<typeof recordingLog>;
  readonly metrics: ReturnType<typeof recordingMetrics>;
  readonly stop: AbortController;
  readonly chunks: ModelChunk[];
  readonly onChunk: (chunk: ModelChunk) => void;
  readonly model: (options?: Partial<ProviderOptions>) => Model;
  readonly request: (fields?: Partial<ModelRequest>) => ModelRequest;
  /** What a screen shows after all chunks so far. */
  readonly shown: () => string;
  /** Resolves as soon as the screen shows exactly this. */
  readonly whenShown: (text: string) => Promise<void>;
}

/** A provider model in front of the fake server, on a clock that the test moves. Made again for each test of the file. */
export function useProviderBench(): () => ProviderBench {
  let bench: ProviderBench;

  beforeEach(async () => {
    bench = await setUp();
  });

  afterEach(async () => {
    await bench.server.close();
    expect(bench.server.violations).toEqual([]);
    expect(bench.server.unused).toBe(0);
    expect([...bench.ledger.ends.keys()].toSorted()).toEqual(
      bench.ledger.calls.map((call) => call.id),
    );
    expect(bench.clock.waiting).toBe(0);
    expect(JSON.stringify(bench.log.lines)).not.toContain(bench.server.apiKey);
  });

  return () => bench;
}

async function setUp(): Promise<ProviderBench> {
  const server = await startModelServer();
  const clock = fakeClock();
  const ledger = memoryLedger(() => clock.now());
  const log = recordingLog();
  const metrics = recordingMetrics();
  const stop = new AbortController();
  const chunks: ModelChunk[] = [];
  const awaited: { readonly text: string; readonly tell: () => void }[] = [];
  const settings: ProviderOptions = {
    ledger,
    clock,
    log,
    metrics,
    chance: createCountedChance(),
    baseUrl: server.baseUrl,
    apiKey: server.apiKey,
    model: "big",
    mainPurposes: new Set(["chat"]),
    timeouts: { firstTokenMs: 30_000, idleMs: 20_000, totalMs: 120_000 },
    retryBudgetMs: 60_000,
    maxToolCalls: 16,
    maxToolRounds: 8,
    maxChars: 32_000,
    fetch: globalThis.fetch,
  };
  const request: ModelRequest = {
    purpose: "chat",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello?" },
    ],
    sourceEventIds: [4, 7],
    accountId: "ada",
    conversationId: "lane",
    turnId: "turn",
    signal: stop.signal,
  };
  return {
    server,
    clock,
    ledger,
    log,
    metrics,
    stop,
    chunks,
    onChunk: (chunk) => {
      chunks.push(chunk);
      for (const one of awaited) if (one.text === joinShown(chunks)) one.tell();
    },
    model: (options) => createProviderModel({ ...settings, ...options }),
    request: (fields) => ({ ...request, ...fields }),
    shown: () => joinShown(chunks),
    whenShown: (text) =>
      joinShown(chunks) === text
        ? Promise.resolve()
        : new Promise((tell) => awaited.push({ text, tell })),
  };
}

export const joinShown = (chunks: readonly ModelChunk[]): string =>
  chunks.reduce((shown, chunk) => (chunk.kind === "restart" ? "" : shown + chunk.text), "");
