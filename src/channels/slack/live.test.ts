import { afterEach, beforeEach, expect, it } from "vitest";
import { openSlackBench, slackApp, type SlackBench } from "../../../test/support/slack-bench.ts";

let bench: SlackBench;
let shown = "";
beforeEach(async () => {
  bench = await openSlackBench();
  shown = "";
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

const begin = () =>
  bench.typing({ peer: "U05", scope: "user:U05", vendorId: "D9U05:12.1", shown: () => shown });
const listSeen = (): string[] =>
  bench.server.messages
    .filter(({ isDeleted }) => !isDeleted)
    .map((each) => bench.server.wordsIn(each));
const finish = (text: string, more: object = {}, by = bench.bot) =>
  bench.send("user:U05", { turnId: "turn-1", text, ...more }, by);
const showHalf = async (): Promise<void> => {
  begin();
  shown = "Once";
  await bench.until(() => listSeen().join() === "Once" && bench.kept.size === 1, 250);
};

it("an answer is shown in one message while it is written, which then is the answer; a reaction says that it was read", async () => {
  const typing = begin();
  await bench.until(() => bench.server.reactions.get("D9U05:12.1") === "eyes", 250);
  shown = "Once";
  await bench.until(() => listSeen().join() === "Once", 250);
  shown = "Once upon";
  await bench.until(() => listSeen().join() === "Once upon", 250);
  const verdict = await finish("Once upon a time.");
  typing?.end();
  const [first] = bench.server.messages;
  expect(verdict).toEqual({ kind: "sent", providerMessageId: `D9U05:${first?.ts}` });
  await finish("The end.", { id: "d2", idempotencyKey: "k2" });
  expect(listSeen()).toEqual(["Once upon a time.", "The end."]);
  await bench.until(() => bench.server.reactions.size === 0);
  expect([...bench.kept.values()].join()).not.toContain("Once");
});

it("another process finishes what a dead one has begun to show, also if it died before it knew which message that is", async () => {
  await showHalf();
  expect(await finish("Once upon a time.", {}, bench.another())).toMatchObject({ kind: "sent" });
  expect(listSeen()).toEqual(["Once upon a time."]);
  bench.server.plan(slackApp, { kind: "taken_then_cut" });
  bench.typing({ scope: "user:U05", turnId: "turn-2", shown: () => "Half" });
  await bench.until(() => listSeen().includes("Half"), 250);
  const [key, kept = "{}"] = [...bench.kept][0] ?? [];
  const { ts: _, ...unknown } = JSON.parse(kept) as { ts: string };
  bench.kept.set(key ?? "", JSON.stringify(unknown));
  await finish("Whole.", { turnId: "turn-2", idempotencyKey: "k3" }, bench.another());
  expect(listSeen()).toEqual(["Once upon a time.", "Whole."]);
});

it("an answer that Slack does not take now is finished by the next try, and no half of it stays", async () => {
  await showHalf();
  bench.server.planChange({ kind: "plain", status: 429, body: "", retryAfter: 3 });
  expect(await finish("Once upon a time.")).toEqual({
    kind: "not_sent",
    code: "busy",
    retryAfterMs: 3_000,
  });
  expect(listSeen()).toEqual(["Once"]);
  expect(await finish("Once upon a time.")).toMatchObject({ kind: "sent" });
  expect(listSeen()).toEqual(["Once upon a time."]);
});

it("a change whose outcome is unclear is made again, and one that Slack refuses is replaced by the whole answer", async () => {
  await showHalf();
  bench.server.planChange({ kind: "plain", status: 500, body: "" });
  expect(await finish("Once upon a time.")).toMatchObject({ kind: "not_sent" });
  bench.server.planChange({ kind: "error", error: "edit_window_closed" });
  expect(await finish("Once upon a time.")).toMatchObject({ kind: "sent" });
  expect(listSeen()).toEqual(["Once upon a time."]);
});

it("a turn that ends without an answer leaves no half of one behind", async () => {
  const typing = begin();
  shown = "Once";
  await bench.until(() => listSeen().length === 1, 250);
  typing?.end();
  await bench.until(() => listSeen().length === 0, 1_000);
});
