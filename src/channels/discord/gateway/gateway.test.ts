import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  discordBot,
  type DiscordBench,
  openDiscordBench,
} from "../../../../test/support/discord-bench.ts";
import { runs } from "../../../../test/support/runs.ts";

let bench: DiscordBench;
let held: { close(): Promise<void> } | undefined;
beforeEach(async () => {
  bench = await openDiscordBench();
  bench.ports.paired.set("5", "account-a");
});
afterEach(async () => {
  await held?.close();
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

const isLive = (): boolean => bench.server.gateway.isLive(discordBot);
const start = async (): Promise<void> => {
  held = bench.discord.start();
  await bench.until(() => isLive() && bench.ports.marksKept.size > 0);
};
let made = 100;
const say = (content: string): void => {
  const id = String((made += 1));
  const author = { id: "5", username: "ada" };
  const message = { id, type: 0, channel_id: "95", author, content };
  bench.server.gateway.dispatch(discordBot, "MESSAGE_CREATE", message);
};
const texts = (): string[] => bench.ports.taken.map(({ text }) => text);
const counts = () => bench.server.gateway.counts;
const state = () => bench.ports.accounts.find(({ channel }) => channel === "discord");

it("a connection that breaks is resumed, and brings what was written meanwhile, in order and once", async () => {
  await start();
  say("one");
  await bench.until(() => texts().length === 1);
  bench.server.gateway.socketOf(discordBot)?.cut();
  await bench.until(() => !isLive());
  say("two");
  say("three");
  await bench.until(() => texts().length === 3, 500);
  expect(texts()).toEqual(["one", "two", "three"]);
  expect([counts().identified, counts().resumed]).toEqual([1, 1]);
});

it("another process resumes the session behind the last message that was kept", async () => {
  await start();
  say("one");
  await bench.until(() => texts().length === 1);
  await held?.close();
  await bench.until(() => !isLive());
  say("two");
  held = bench.another().start();
  await bench.until(() => texts().length === 2, 500);
  expect([texts(), counts().identified, counts().resumed]).toEqual([["one", "two"], 1, 1]);
});

it("a message that could not be kept ends the connection, and comes again with the session", async () => {
  await start();
  bench.ports.takeFailures.push(new Error("the database is away"));
  say("keep me");
  await bench.until(() => texts().length === 1, 500);
  expect([texts(), counts().identified]).toEqual([["keep me"], 1]);
});

it("a session whose beginning could not be kept is resumed nevertheless", async () => {
  bench.ports.takeFailures.push(new Error("the database is away"));
  held = bench.discord.start();
  await bench.until(isLive);
  say("first words");
  await bench.until(() => texts().length === 1, 500);
  expect([texts(), counts().identified]).toEqual([["first words"], 1]);
});

it("a session that Discord has forgotten is followed by a new one", async () => {
  await start();
  bench.server.gateway.socketOf(discordBot)?.cut();
  bench.server.gateway.forget(discordBot);
  await bench.until(() => counts().identified === 2, 500);
});

it("a reconnect that Discord asks for, and a line without answers to heartbeats, resume the session", async () => {
  bench.server.gateway.hello.intervalMs = 40_000;
  await start();
  bench.server.gateway.raw(discordBot, JSON.stringify({ op: 7, d: null }));
  await bench.until(() => counts().resumed === 1, 500);
  await bench.until(() => counts().beats > 0, 1_000);
  bench.server.gateway.socketOf(discordBot)?.freeze();
  await bench.until(() => counts().resumed === 2, 5_000);
  expect(counts().identified).toBe(1);
});

it.each([
  [4004, "needs_login", "token_refused"],
  [4014, "failed", "intents_refused"],
])(
  "a connection that Discord closes with %i says why, and waits long",
  async (code, at, reason) => {
    bench.server.gateway.refusals.push(code);
    held = bench.discord.start();
    await bench.until(() => bench.server.gateway.refusals.length === 0, 100);
    await bench.until(() => state()?.reason === reason);
    expect(state()?.state).toBe(at);
    const now = bench.clock.now();
    await bench.until(isLive, 500);
    expect(bench.clock.now() - now).toBeGreaterThanOrEqual(14_000);
  },
);

it("a bot that may not begin another session today does not try", async () => {
  bench.server.starts.remaining = 0;
  held = bench.discord.start();
  await bench.until(() => state()?.reason === "identify_limit");
  expect(counts().identified).toBe(0);
});

it("frames that no one expects neither end the connection nor hold up a message", async () => {
  await start();
  const odd = ["", "null", "{}", '{"op":0}', '{"op":0,"t":"MESSAGE_CREATE","s":-1,"d":[]}', "[1"];
  for (const frame of [...odd, '{"op":99}', '{"op":10,"d":{"heartbeat_interval":1}}'])
    bench.server.gateway.raw(discordBot, frame);
  say("still here");
  await bench.until(() => texts().length === 1);
  expect(counts().identified).toBe(1);
});

it("no frame ends the connection but those that Discord ends it with, whatever it holds", async () => {
  await start();
  const odd = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.json({ maxDepth: 3 }),
    fc
      .record({
        op: fc.oneof(fc.constantFrom(0, 1, 10, 11, 99), fc.double(), fc.string()),
        d: fc.jsonValue({ maxDepth: 3 }),
        s: fc.oneof(fc.constant(null), fc.integer({ max: 0 }), fc.string()),
        t: fc.constantFrom("MESSAGE_CREATE", "INTERACTION_CREATE", "TYPING_START", "RESUMED"),
      })
      .filter(({ op }) => op !== 7 && op !== 9)
      .map((frame) => JSON.stringify(frame)),
  );
  for (const frame of fc.sample(odd, { numRuns: runs(2_000, 20_000), seed: 20_260_105 }))
    bench.server.gateway.raw(discordBot, frame);
  say("still here");
  await bench.until(() => texts().includes("still here"));
  expect([counts().identified, counts().resumed]).toEqual([1, 0]);
});
