import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  feishuApp,
  type FeishuBench,
  openFeishuBench,
} from "../../../../test/support/feishu-bench.ts";
import { runs } from "../../../../test/support/runs.ts";
import { pingFrame, readFrame, writeFrame } from "./frames.ts";

let bench: FeishuBench;
beforeEach(async () => {
  bench = await openFeishuBench();
  bench.ports.paired.set("ou_5", "account-a");
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

const isLive = (): boolean => bench.server.line.isLive(feishuApp);
const start = async (): Promise<void> => {
  bench.start();
  await bench.until(isLive);
};
const say = (id: string) =>
  bench.server.line.give(feishuApp, {
    schema: "2.0",
    header: { event_id: id, event_type: "im.message.receive_v1" },
    event: {
      sender: { sender_id: { open_id: "ou_5" }, sender_type: "user" },
      message: {
        message_id: `om_${id}`,
        chat_id: "oc_5",
        chat_type: "p2p",
        message_type: "text",
        content: JSON.stringify({ text: id }),
      },
    },
  });
const texts = (): string[] => bench.ports.taken.map(({ text }) => text);

/** Written by the vendor's own client, version 1.74.0. */
const byVendor = {
  ping: "08001000182120002a0c0a0474797065120470696e67",
  event:
    "0807108080a0a89c94b6e6f901182120012a0d0a047479706512056576656e742a110a0a6d6573736167655f69641203" +
    "6d2d3132046a736f6e3a0474657874420268694a036c6f67",
};

it("frames are the bytes that the vendor's own client writes and reads", () => {
  expect(Buffer.from(pingFrame(33)).toString("hex")).toBe(byVendor.ping);
  const frame = readFrame(Buffer.from(byVendor.event, "hex"));
  expect(frame).toMatchObject({
    seqId: 7n,
    logId: 18_000_000_000_000_000_000n,
    service: 33,
    method: 1,
  });
  expect(Buffer.from(frame?.payload ?? []).toString()).toBe("hi");
  expect(frame && Buffer.from(writeFrame(frame)).toString("hex")).toBe(byVendor.event);
});

it("a line without answers to pings is closed and opened again, although it looks open", async () => {
  await start();
  await bench.until(() => bench.server.line.counts.pings > 1, 10_000);
  bench.server.line.socketOf(feishuApp)?.freeze();
  await bench.until(() => bench.server.line.counts.opened === 2, 10_000);
  expect((await say("again"))?.code).toBe(200);
});

it("a broken line is opened again, and a message that could not be kept is refused and comes again", async () => {
  await start();
  bench.server.line.socketOf(feishuApp)?.cut();
  await bench.until(() => bench.server.line.counts.opened === 2 && isLive(), 500);
  bench.ports.takeFailures.push(new Error("the database is away"));
  expect((await say("keep"))?.code).toBe(500);
  expect((await say("keep"))?.code).toBe(200);
  expect(texts()).toEqual(["keep"]);
});

it("an app whose secret is refused says so, waits long, and connects when it works again", async () => {
  bench.server.revoked.add(feishuApp);
  bench.start();
  await bench.until(() => bench.state()?.reason === "credentials_refused");
  expect(bench.state()?.state).toBe("needs_login");
  const began = bench.clock.now();
  bench.server.revoked.clear();
  await bench.until(isLive, 1_000);
  expect(bench.clock.now() - began).toBeGreaterThanOrEqual(14_000);
  await bench.until(() => bench.state()?.state === "connected");
});

it("no bytes end the connection or hold up a message, whatever they are", async () => {
  await start();
  const header = fc.tuple(
    fc.constantFrom("type", "message_id", "sum", "seq", "x"),
    fc.oneof(fc.string(), fc.constantFrom("event", "pong", "card", "2", "-1", "1e9")),
  );
  const frame = fc
    .record({
      seqId: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      logId: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      service: fc.nat(),
      method: fc.integer({ min: 0, max: 3 }),
      headers: fc.array(header, { maxLength: 5 }),
      payload: fc.oneof(
        fc.uint8Array({ maxLength: 100 }),
        fc.json({ maxDepth: 2 }).map((text) => Buffer.from(text)),
      ),
    })
    // An event that can be read is answered, and the fake waits for none of these.
    .filter(({ headers, method }) => method !== 1 || headers[0]?.[1] !== "event")
    .map((one) => Buffer.from(writeFrame({ ...one, rest: [] })));
  const odd = fc.oneof(fc.uint8Array({ maxLength: 200 }), frame);
  const cut = fc.tuple(odd, fc.nat()).map(([bytes, at]) => bytes.subarray(0, at % 80));
  const inputs = fc.sample(fc.oneof(odd, cut), { numRuns: runs(2_000, 20_000), seed: 20_260_105 });
  for (const bytes of inputs) {
    const read = readFrame(bytes);
    const isEvent = read?.method === 1 && read.headers.some(([, value]) => value === "event");
    if (!isEvent) bench.server.line.raw(feishuApp, bytes);
  }
  expect((await say("still_here"))?.code).toBe(200);
  expect([texts(), bench.server.line.counts.opened]).toEqual([["still_here"], 1]);
});

it("only the vendor's own hosts are dialled, wherever its answer points", async () => {
  const other = await openFeishuBench({ allowedHosts: ["127.0.0.1"] });
  const elsewhere = await openFeishuBench({
    apiBaseUrl: other.server.url,
    allowedHosts: [new URL(other.server.url).host],
  });
  elsewhere.start();
  await elsewhere.until(() => elsewhere.state()?.reason === "unreachable", 500);
  expect(other.server.line.counts.opened).toBe(0);
  await elsewhere.close();
  await other.close();
});
