import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../../../../test/support/silent-log.ts";
import {
  type ConnectionBench,
  openConnectionBench,
} from "../../../../test/support/wecom-connection-bench.ts";
import { runs } from "../../../../test/support/runs.ts";
import { createSystemChance } from "../../../cli/system.ts";
import { safeSockets } from "../../../outbound/safe-socket.ts";
import { openSession } from "./session.ts";

let bench: ConnectionBench;
beforeEach(async () => {
  bench = await openConnectionBench();
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

const zhang = { userid: "zhangsan" };
const never = new AbortController().signal;
const minute = 60_000;

/** Frames as WeCom writes them, with values that parsers trip over, and other texts. */
const oddFrames: fc.Arbitrary<string> = (() => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom<unknown>(
      "\0",
      "\ud800",
      "x".repeat(5_000),
      { __proto__: null },
      "zhangsan",
      "AIB1",
    ),
  );
  const body = fc.dictionary(
    fc.constantFrom(
      "msgid",
      "aibotid",
      "chattype",
      "chatid",
      "from",
      "msgtype",
      "text",
      "event",
      "file",
    ),
    value,
    { maxKeys: 6 },
  );
  const frame = fc
    .record({
      cmd: fc.oneof(
        fc.constantFrom("aibot_msg_callback", "aibot_event_callback", "ping", "x"),
        value,
      ),
      headers: fc.oneof(fc.record({ req_id: fc.string() }), value),
      body: fc.oneof(body, value),
      errcode: fc.option(fc.oneof(fc.integer(), value), { nil: undefined }),
    })
    .map((one) => JSON.stringify(one));
  const cut = fc.tuple(frame, fc.nat()).map(([text, at]) => text.slice(0, at % text.length));
  return fc.oneof(
    { weight: 6, arbitrary: frame },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
  );
})();

describe("the connection of a bot", () => {
  it("no frame of WeCom's ends the connection or holds up a message, whatever it holds", async () => {
    bench.ports.paired.set("zhangsan", "a");
    await bench.connect();
    const frames = fc.sample(oddFrames, { numRuns: runs(2_000, 20_000), seed: 20_260_105 });
    for (const text of frames) bench.server.raw("AIB1", text);
    bench.server.text(zhang, "still here");
    await bench.soon(() => bench.ports.taken.some(({ text }) => text === "still here"));
    expect([bench.server.opened, bench.wecom.channel.ready("default")]).toEqual([1, true]);
  });

  it("a WeCom bot's connection is opened once however many processes there are, and by the next one when the first has gone", async () => {
    await bench.connect();
    const second = bench.another();
    await second.connect();
    await bench.clock.advance(20_000);
    expect([bench.server.opened, second.channel.ready("default")]).toEqual([1, false]);
    await bench.wecom.disconnect();
    await bench.soon(() => second.channel.ready("default"));
    expect([bench.server.opened, bench.states]).toEqual([
      2,
      ["connected", "not_connected: stopped", "connected"],
    ]);
  });

  it("a WeCom bot's connection is opened again when it breaks, after growing pauses, and is reported as away when that fails", async () => {
    await bench.connect();
    bench.server.refuse(503);
    bench.server.cut("AIB1");
    await bench.soon(() => !bench.wecom.channel.ready("default"));
    for (const [nth, pauseMs] of [
      1_000,
      2_000,
      4_000,
      8_000,
      16_000,
      32_000,
      minute,
      minute,
    ].entries()) {
      await bench.clock.whenWaiting(1);
      if (nth === 7) bench.server.refuse(undefined);
      await bench.clock.advance(pauseMs - 1);
      expect(bench.wecom.channel.ready("default")).toBe(false);
      await bench.clock.advance(1);
      await bench.soon(
        () => bench.clock.waiting > 0 && bench.server.opened === (nth === 7 ? 2 : 1),
      );
    }
    await bench.soon(() => bench.wecom.channel.ready("default"));
    expect(bench.states).toEqual([
      "connected",
      "connecting: unreached",
      "failed: unreachable",
      "connected",
    ]);
  });

  it("a WeCom bot's connection with the wrong secret is reported to the operator, tried rarely, and open as soon as WeCom accepts it", async () => {
    bench.server.bot("AIB1", "another");
    await bench.wecom.connect();
    await bench.soon(() => bench.states.includes("failed: secret_refused"));
    await bench.later(() => bench.server.opened === 3);
    expect(bench.errors).toEqual([
      "WeCom refuses this bot's id or secret: no messages are received or sent until they are corrected",
    ]);
    expect(bench.clock.now()).toBeGreaterThan(Date.UTC(2026, 0, 5, 9, 0, 0) + 60_000);
    bench.server.bot("AIB1", "s3cret");
    await bench.later(() => bench.wecom.channel.ready("default"));
    expect(bench.states).toEqual(["failed: secret_refused", "connected"]);
  });

  it("a WeCom bot's connection that another client takes is left to it: it comes back after a while, and later each time", async () => {
    await bench.connect();
    const rival = await openConnectionBench({ socketUrl: bench.server.url });
    try {
      for (const awayMs of [5 * minute, 10 * minute]) {
        await rival.connect();
        await bench.soon(() => bench.states.at(-1) === "failed: taken_over");
        await rival.wecom.disconnect();
        await bench.clock.advance(awayMs - 1);
        expect(bench.wecom.channel.ready("default")).toBe(false);
        await bench.clock.advance(1);
        await bench.soon(() => bench.wecom.channel.ready("default"));
      }
      expect(bench.errors).toHaveLength(2);
    } finally {
      await rival.close();
    }
  });

  it("a WeCom bot's connection is opened again when WeCom stops answering on it, and when the bot does not belong to it any more", async () => {
    await bench.connect();
    const began = bench.clock.now();
    await bench.later(() => bench.clock.now() >= began + 2 * minute);
    expect([bench.wecom.channel.ready("default"), bench.server.opened]).toEqual([true, 1]);
    bench.server.freeze("AIB1");
    await bench.later(() => bench.server.opened === 2);
    await bench.soon(() => bench.wecom.channel.ready("default"));
    bench.server.plan("aibot_send_msg", { errcode: 846609 });
    bench.server.event(zhang, { eventtype: "feedback_event" });
    expect(await bench.wecom.channel.send(bench.part(), never)).toMatchObject({
      kind: "not_sent",
      code: "not_connected",
    });
    await bench.later(() => bench.server.opened === 3);
  });

  it("a WeCom bot's connection goes nowhere but where it may", async () => {
    const inside = await openConnectionBench({ socketUrl: "ws://127.0.0.1:9", allowedHosts: [] });
    await inside.wecom.connect();
    await inside.soon(() => inside.states.length > 0);
    expect(inside.states).toEqual(["failed: address_blocked"]);
    await inside.close();
  });
});

it("frames of one answer wait for the acknowledgement of the one before, those of different answers do not", async () => {
  const asked: string[] = [];
  const session = await openSession(
    {
      clock: bench.clock,
      chance: createSystemChance(() => bench.clock.now()),
      log: silentLog,
      sockets: safeSockets(bench),
    },
    {
      url: bench.server.url,
      allowedHosts: [new URL(bench.server.url).host],
      signal: never,
      onCallback: ({ reqId }) => void asked.push(reqId),
    },
  );
  await session.call({ cmd: "aibot_subscribe", body: { bot_id: "AIB1", secret: "s3cret" } });
  const bubbles = [bench.server.text(zhang, "一"), bench.server.text(zhang, "二")];
  await bench.soon(() => asked.length === 2);
  const held = Promise.withResolvers<void>();
  bench.server.plan("aibot_respond_msg", { held: held.promise });
  const say = (nth: number, finish: boolean) =>
    session.call({
      cmd: "aibot_respond_msg",
      reqId: asked[nth],
      body: { msgtype: "stream", stream: { id: `s${nth}`, finish, content: "好" } },
    });
  const [first, second] = [say(0, false), say(0, true)];
  await say(1, true);
  expect(bubbles.map((bubble) => bubble?.finished)).toEqual([false, true]);
  await bench.clock.advance(400);
  held.resolve();
  expect([await first, await second]).toMatchObject([{ kind: "ok" }, { kind: "ok" }]);
  expect(bubbles.map((bubble) => bubble?.finished)).toEqual([true, true]);
  session.end();
});

describe("a message that our side can't take", () => {
  it("a WeCom message that our side can't take is held and tried again, since WeCom does not bring it a second time", async () => {
    bench.ports.paired.set("zhangsan", "a");
    bench.ports.takeFailures.push(new Error("the database is away"), new Error("still"));
    await bench.connect();
    const bubble = bench.server.text(zhang, "珍贵");
    await bench.later(() => bubble?.content === "正在处理中，请稍候。");
    expect(bench.ports.taken.map(({ text }) => text)).toEqual(["珍贵"]);
  });

  it("a WeCom message that our side can't take is reported to the person when that goes on for too long", async () => {
    bench.ports.takeFailures.push(...Array.from({ length: 6 }, () => new Error("gone")));
    await bench.connect();
    const bubble = bench.server.text(zhang, "珍贵");
    await bench.later(() => bubble?.finished === true);
    expect(bubble?.content).toBe("我这边暂时收不下消息，请过一会儿再发一次。");
  });
});

describe("a push", () => {
  it("a WeCom push says what kind of chat is meant, and WeCom's own word decides", async () => {
    await bench.connect();
    bench.server.event(zhang, { eventtype: "feedback_event" });
    bench.server.event({ userid: "lisi", chatid: "wrG1" }, { eventtype: "feedback_event" });
    const send = (more: Parameters<ConnectionBench["part"]>[0] = {}) =>
      bench.wecom.channel.send(bench.part(more), never);
    expect([
      await send(),
      await send({ scope: "group:wrG1:user:lisi" }),
      await send({ scope: "group:wrG1" }),
    ]).toEqual(Array.from({ length: 3 }, () => ({ kind: "sent" })));
    // Who never wrote to the bot can't be written to.
    expect(await send({ scope: "user:stranger" })).toMatchObject({ kind: "waiting_for_user" });
    bench.server.plan("aibot_send_msg", { errcode: 45009 });
    expect(await send()).toEqual({ kind: "not_sent", code: "errcode_45009", retryAfterMs: minute });
    // Given up half-way: whether it arrived is unknown.
    const giveUp = new AbortController();
    bench.server.plan("aibot_send_msg", "silent");
    const waiting = bench.wecom.channel.send(bench.part(), giveUp.signal);
    await bench.soon(
      () => bench.server.frames.filter(({ cmd }) => cmd === "aibot_send_msg").length === 6,
    );
    giveUp.abort();
    expect(await waiting).toEqual({ kind: "unknown", code: "no_answer" });
    bench.server.plan("aibot_send_msg", "cut");
    expect(await send()).toEqual({ kind: "unknown", code: "no_answer" });
    expect(await send()).toMatchObject({ kind: "not_sent", code: "not_connected" });
    expect(bench.server.pushed.map(({ chatid, chatType }) => [chatid, chatType])).toEqual([
      ["zhangsan", 1],
      ["wrG1", 2],
      ["wrG1", 2],
    ]);
  });

  it("a WeCom push waits its turn when a chat has had thirty messages in a minute", async () => {
    await bench.connect();
    bench.server.event(zhang, { eventtype: "feedback_event" });
    for (let nth = 0; nth < 30; nth += 1)
      await bench.wecom.channel.send(bench.part({ id: `d${nth}` }), never);
    const late = bench.part({ id: "late" });
    expect(await bench.wecom.channel.send(late, never)).toEqual({
      kind: "not_sent",
      code: "chat_is_full",
      retryAfterMs: minute,
    });
    await bench.clock.advance(minute);
    expect(await bench.wecom.channel.send(late, never)).toEqual({ kind: "sent" });
    expect(bench.server.pushed).toHaveLength(31);
  });
});

describe("a file that goes out", () => {
  const png = Uint8Array.from([
    0x89,
    0x50,
    0x4e,
    0x47,
    ...Array.from({ length: 600_000 }, (_, at) => at % 251),
  ]);
  const keep = (bytes: Uint8Array, type: string, name?: string): Promise<string> =>
    bench.media.put(bytes, { type, name, channel: "wecom" });
  const send = async (mediaId: string, text = "给你") =>
    bench.wecom.channel.send(bench.part({ text, payload: { media: { id: mediaId } } }), never);

  it("a file to WeCom goes up in pieces, behind its words, and neither is sent twice when the other has to wait", async () => {
    await bench.connect();
    bench.server.event(zhang, { eventtype: "feedback_event" });
    const picture = await keep(png, "image/png");
    bench.server.plan("aibot_upload_media_chunk", { errcode: -1 });
    bench.server.plan("aibot_send_msg", { errcode: 0 }, { errcode: 45009 });
    const first = send(picture);
    await bench.later(
      () => bench.server.frames.filter(({ cmd }) => cmd === "aibot_send_msg").length === 2,
    );
    expect(await first).toMatchObject({ kind: "not_sent", code: "errcode_45009" });
    expect(await send(picture)).toEqual({ kind: "sent" });
    const said = bench.server.frames
      .map(({ cmd, body }) => [cmd.replace("aibot_", ""), body["msgtype"] ?? body["chunk_index"]])
      .slice(1);
    expect(said).toEqual([
      ["upload_media_init", undefined],
      ["upload_media_chunk", 0],
      ["upload_media_chunk", 0],
      ["upload_media_chunk", 1],
      ["upload_media_finish", undefined],
      ["send_msg", "markdown"],
      ["send_msg", "image"],
      ["send_msg", "image"],
    ]);
    expect(bench.server.pushed).toMatchObject([{ type: "image", file: { filename: "image.png" } }]);
    expect(bench.server.pushed[0]?.file?.bytes.equals(png)).toBe(true);
  });

  it("a file to WeCom is sent by the next process when its words are out already, and not again when it may have gone", async () => {
    await bench.connect();
    bench.server.event(zhang, { eventtype: "feedback_event" });
    const picture = await keep(png, "image/png");
    const { recall } = bench.wecom.channel;
    const recallPart = () => recall?.({ id: "d1", turnId: null, source: "reply", attemptedAt: 0 });
    bench.server.plan("aibot_send_msg", { errcode: 0 }, { errcode: 45009 });
    expect(await send(picture)).toMatchObject({ kind: "not_sent" });
    expect(await recallPart()).toEqual({ kind: "not_sent", code: "interrupted" });
    await bench.wecom.disconnect();
    const next = bench.another();
    await bench.connect(next);
    bench.server.plan("aibot_send_msg", "taken_then_cut");
    const part = bench.part({ text: "给你", payload: { media: { id: picture } } });
    expect(await next.channel.send(part, never)).toEqual({ kind: "unknown", code: "no_answer" });
    expect([await recallPart(), bench.server.pushed.map(({ type }) => type)]).toEqual([
      undefined,
      ["image"],
    ]);
    // The operator may say so.
    await bench.later(() => next.channel.ready("default"));
    expect(await next.channel.send(part, never)).toEqual({ kind: "sent" });
    expect([await recallPart(), bench.server.pushed.map(({ type }) => type)]).toEqual([
      { kind: "sent" },
      ["image", "image"],
    ]);
  });

  it("a file to WeCom is a plain file when it is too large for its kind, and refused when it is too large for any", async () => {
    await bench.connect();
    bench.server.event(zhang, { eventtype: "feedback_event" });
    expect(
      await send(await keep(new Uint8Array(11 * 1024 ** 2), "video/mp4", "片.mp4"), ""),
    ).toEqual({ kind: "sent" });
    expect(bench.server.pushed).toMatchObject([{ type: "file", file: { filename: "片.mp4" } }]);
    expect(await send(await keep(new Uint8Array(21 * 1024 ** 2), "application/pdf"))).toEqual({
      kind: "refused",
      code: "too_large",
    });
    expect(await send("gone")).toEqual({ kind: "refused", code: "media_gone" });
  });
});
