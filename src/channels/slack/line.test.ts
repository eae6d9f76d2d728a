import { afterEach, beforeEach, expect, it } from "vitest";
import { openSlackBench, slackApp, type SlackBench } from "../../../test/support/slack-bench.ts";

let bench: SlackBench;
beforeEach(async () => {
  bench = await openSlackBench();
  bench.ports.paired.set("U05", "account-a");
  bench.start();
  await bench.until(isLive);
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

const isLive = (): boolean => bench.server.line.isLive(slackApp);
const say = (ts: string) =>
  bench.server.line.give(slackApp, {
    type: "events_api",
    payload: { event: { type: "message", user: "U05", channel: "D9U05", ts, text: ts } },
  });
const texts = (): string[] => bench.ports.taken.map(({ text }) => text);

it("a line that no longer answers pings is closed and opened again, although it looks open", async () => {
  await bench.clock.advance(60_000);
  expect(bench.server.line.counts.opened).toBe(1);
  bench.server.line.socketOf(slackApp)?.freeze();
  await bench.until(() => bench.server.line.counts.opened === 2, 5_000);
  await bench.until(isLive);
  expect(await say("1.1").acknowledged).toBe(true);
});

it("Slack renews a connection without a loss, and one that it renews at once waits", async () => {
  await bench.clock.advance(20_000);
  const given = say("1.1");
  bench.server.line.raw(slackApp, JSON.stringify({ type: "disconnect", reason: "warning" }));
  expect(await given.acknowledged).toBe(true);
  await bench.until(() => bench.server.line.counts.opened === 2 && isLive());
  bench.server.line.raw(slackApp, JSON.stringify({ type: "disconnect", reason: "warning" }));
  await bench.until(() => !isLive());
  expect(bench.server.line.counts.opened).toBe(2);
  await bench.until(() => bench.server.line.counts.opened === 3 && isLive(), 500);
});

it("what could not be kept is not acknowledged, and comes again", async () => {
  bench.ports.takeFailures.push(new Error("the database is away"));
  const first = say("1.1");
  await bench.until(() => bench.ports.takeFailures.length === 0);
  expect(await say("1.2").acknowledged).toBe(true);
  expect(first.isAcknowledged()).toBe(false);
  expect(await say("1.1").acknowledged).toBe(true);
  expect(texts()).toEqual(["1.2", "1.1"]);
});

it("an app that is refused, or has Socket Mode off, says so and connects when it works again", async () => {
  bench.server.line.raw(slackApp, JSON.stringify({ type: "disconnect", reason: "link_disabled" }));
  await bench.until(() => bench.state()?.reason === "socket_mode_off");
  bench.server.revoked.add(slackApp);
  await bench.until(() => bench.state()?.reason === "credentials_refused", 1_000);
  expect(bench.state()?.state).toBe("needs_login");
  bench.server.revoked.clear();
  await bench.until(isLive, 1_000);
  await bench.until(() => bench.state()?.state === "connected");
});

it("only Slack's own hosts are dialled, wherever its answer points", async () => {
  const elsewhere = await openSlackBench({
    apiBaseUrl: bench.server.url,
    allowedHosts: [new URL(bench.server.url).host],
  });
  elsewhere.start();
  await elsewhere.until(() => elsewhere.state()?.reason === "unreachable", 500);
  expect(bench.server.line.counts.opened).toBe(1);
  await elsewhere.close();
});
