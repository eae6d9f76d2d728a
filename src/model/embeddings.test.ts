import { afterEach, beforeEach, expect, it } from "vitest";
import { fakeClock, type FakeClock } from "../../test/support/fake-clock.ts";
import {
  createCountedChance,
  memoryLedger,
  recordingLog,
  recordingMetrics,
} from "../../test/support/model-ports.ts";
import {
  type ModelServer,
  type ModelServerOptions,
  startModelServer,
} from "../../test/vendors/model-server.ts";
import { createEmbeddings } from "./embeddings.ts";

let server: ModelServer;
let clock: FakeClock;
let embed: NonNullable<ModelServerOptions["embed"]>;
const [ledger, log] = [() => memoryLedger(), () => recordingLog()];
let on: ReturnType<typeof setUp>;

function setUp() {
  const ports = {
    ledger: ledger(),
    log: log(),
    clock,
    chance: createCountedChance(),
    metrics: recordingMetrics(),
  };
  const options = {
    baseUrl: server.baseUrl,
    apiKey: server.apiKey,
    model: "meaning-1",
    waitMs: 300,
    fetch: globalThis.fetch,
  };
  return { ...ports, embeddings: createEmbeddings({ ...ports, ...options }) };
}

beforeEach(async () => {
  embed = async ({ input }) => input.map((text) => [text.length, 1, -0.5]);
  server = await startModelServer({ embed: (body) => embed(body) });
  clock = fakeClock();
  on = setUp();
});

afterEach(async () => {
  await server.close();
  expect(server.violations).toEqual([]);
  expect(clock.waiting).toBe(0);
  expect(JSON.stringify([on.log.lines, on.ledger.calls])).not.toContain(server.apiKey);
});

const ask = (...texts: string[]) =>
  on.embeddings.embed({
    texts,
    sourceEventIds: [4, 7],
    accountId: "ada",
    turnId: "t",
    chatId: "story",
    viewer: "ann",
  });

it("texts go to the provider in one request, and an embedding comes back for each", async () => {
  expect(await ask("a", "钥匙").soon).toEqual([
    [1, 1, -0.5],
    [2, 1, -0.5],
  ]);
  expect(server.embedded).toEqual([
    { model: "meaning-1", input: ["a", "钥匙"], encoding_format: "float" },
  ]);
});

it("the call is a row with its viewer and its sources, and without a word of what was asked", async () => {
  await ask("the canary sings").whole;
  expect(on.ledger.calls).toMatchObject([
    {
      purpose: "embedding",
      viewer: "ann",
      chatId: "story",
      sourceEventIds: [4, 7],
      model: "meaning-1",
    },
  ]);
  expect(on.ledger.onlyEnd()).toMatchObject({ outcome: "ok", output: '{"texts":1}' });
  expect(JSON.stringify([on.ledger.calls, [...on.ledger.ends], on.log.lines])).not.toContain(
    "canary",
  );
});

it("a search waits no longer than a moment; an embedding that comes late is there for the caller that keeps it", async () => {
  const gate = Promise.withResolvers<void>();
  embed = async () => {
    await gate.promise;
    return [[1]];
  };
  const asked = ask("a");
  await clock.whenWaiting(2);
  await clock.advance(300);
  expect(await asked.soon).toBeUndefined();
  gate.resolve();
  expect(await asked.whole).toEqual([[1]]);
  expect(on.embeddings.trouble()).toBeUndefined();
});

it("a server that fails is reported once, left alone for a minute, and reported again when it is back", async () => {
  embed = async () => 500;
  expect(await ask("a").soon).toBeUndefined();
  expect(await ask("b").soon).toBeUndefined();
  expect([server.embedded.length, on.embeddings.trouble()]).toEqual([1, "overloaded"]);
  embed = async () => [[1]];
  await clock.advance(60_000);
  expect(await ask("c").soon).toEqual([[1]]);
  expect(on.embeddings.trouble()).toBeUndefined();
  expect(
    on.log.lines
      .filter(({ level }) => level !== "debug")
      .map(({ level, sentence }) => `${level}: ${sentence}`),
  ).toEqual([
    "info: a model call ended",
    "warn: no embeddings: memories are found by words alone",
    "info: memories are found by meaning again",
  ]);
});

it("an answer with a missing embedding is rejected", async () => {
  embed = async () => [[1]];
  expect(await ask("a", "b").soon).toBeUndefined();
  expect(on.embeddings.trouble()).toBe("bad_output");
});
