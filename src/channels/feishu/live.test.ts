import { afterEach, beforeEach, expect, it } from "vitest";
import {
  feishuApp,
  type FeishuBench,
  openFeishuBench,
} from "../../../test/support/feishu-bench.ts";

let bench: FeishuBench;
let shown = "";
beforeEach(async () => {
  bench = await openFeishuBench();
  shown = "";
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

const begin = () =>
  bench.typing({
    peer: "ou_5",
    scope: "user:ou_5",
    vendorId: "om_12",
    shown: () => shown,
  });
const listSeen = (): string[] =>
  bench.server.messages
    .filter(({ isDeleted }) => !isDeleted)
    .map((each) => bench.server.wordsIn(each));
const finish = (text: string, more: object = {}, by = bench.bot) =>
  bench.send("user:ou_5", { turnId: "turn-1", text, ...more }, by);
const isLive = (): boolean =>
  [...bench.server.cards.made.values()].some(
    ({ card }) => (card["config"] as { streaming_mode: boolean }).streaming_mode,
  );

it("an answer is shown in one card while it is written, which then is the answer; a reaction says that it was read", async () => {
  const typing = begin();
  await bench.until(() => bench.server.reactions.has("om_12"), 250);
  shown = "Once";
  await bench.until(() => listSeen().join() === "Once", 250);
  shown = "Once upon";
  await bench.until(() => listSeen().join() === "Once upon", 250);
  expect(isLive()).toBe(true);
  const verdict = await finish("Once upon a time.");
  typing?.end();
  expect(verdict).toEqual({ kind: "sent", providerMessageId: bench.server.messages[0]?.id });
  await finish("The end.", { id: "d2", idempotencyKey: "k2" });
  expect([listSeen(), isLive()]).toEqual([["Once upon a time.", "The end."], false]);
  await bench.until(() => !bench.server.reactions.has("om_12"));
  expect([...bench.kept.values()].join()).not.toContain("Once");
});

it("another process finishes what a dead one has begun to show, also if the card was never sent, and leaves earlier parts alone", async () => {
  begin();
  shown = "Once";
  await bench.until(() => listSeen().join() === "Once", 250);
  const other = bench.another();
  expect(await finish("Once upon a time.", {}, other)).toMatchObject({ kind: "sent" });
  await finish("The end.", { id: "d2", idempotencyKey: "k2" }, other);
  expect(listSeen()).toEqual(["Once upon a time.", "The end."]);
  bench.server.plan(feishuApp, { kind: "code", code: 230_020 });
  bench.typing({ scope: "user:ou_5", turnId: "turn-2", shown: () => "Half" });
  await bench.until(() => bench.kept.size === 1, 250);
  const more = { turnId: "turn-2", idempotencyKey: "k3" };
  expect(await finish("Whole.", more, bench.another())).toMatchObject({ kind: "sent" });
  expect(listSeen().filter((text) => /Half|Whole/.test(text))).toEqual(["Whole."]);
});

it("what another process has finished is not removed by the one that began to show it", async () => {
  const typing = begin();
  shown = "Once";
  await bench.until(() => listSeen().length === 1, 250);
  await finish("Once upon a time.", {}, bench.another());
  typing?.end();
  await bench.clock.advance(60_000);
  await bench.until(() => true, 1_000);
  expect(listSeen()).toEqual(["Once upon a time."]);
});

it("a turn that ends without an answer leaves no half of one behind", async () => {
  const typing = begin();
  shown = "Once";
  await bench.until(() => listSeen().length === 1, 250);
  typing?.end();
  await bench.until(() => listSeen().length === 0, 1_000);
});

it("a card that Feishu takes no more is replaced by the whole answer", async () => {
  begin();
  shown = "Once";
  await bench.until(() => listSeen().length === 1, 250);
  bench.server.cards.refusals.push(300_309, 300_309, 300_309);
  await finish("Once upon a time.");
  expect(listSeen()).toEqual(["Once upon a time."]);
});

it("an answer that Feishu does not take now is finished by the next try, in the same card", async () => {
  begin();
  shown = "Once";
  await bench.until(() => listSeen().join() === "Once", 250);
  bench.server.cards.refusals.push(230_020);
  expect(await finish("Once upon a time.")).toMatchObject({ kind: "not_sent", code: "busy" });
  expect(await finish("Once upon a time.", { attempt: 2 })).toMatchObject({ kind: "sent" });
  expect([listSeen(), bench.server.messages.length]).toEqual([["Once upon a time."], 1]);
});

it("a message goes again when Feishu says that there is room, and not before", async () => {
  const wait = { code: 99_991_400, status: 400, waitSeconds: 52 };
  bench.server.plan(feishuApp, { kind: "code", ...wait });
  expect(await finish("Hello.")).toEqual({ kind: "not_sent", code: "busy", retryAfterMs: 52_000 });
});

it("an answer that a process wrote before it died is not written beside itself by the next one", async () => {
  begin();
  shown = "Once";
  await bench.until(() => listSeen().join() === "Once", 250);
  const unsettled = new Map(bench.kept);
  await finish("Once upon a time.");
  for (const [part, rest] of unsettled) bench.kept.set(part, rest);
  expect(await finish("Once upon a time.", {}, bench.another())).toMatchObject({ kind: "sent" });
  expect([listSeen(), bench.server.messages.length]).toEqual([["Once upon a time."], 1]);
});
