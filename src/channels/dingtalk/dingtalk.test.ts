import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  dingtalkApp,
  type DingtalkBench,
  openDingtalkBench,
} from "../../../test/support/dingtalk-bench.ts";
import { runs } from "../../../test/support/runs.ts";
import { dingtalk } from "./descriptor.ts";
import { dingtalkProblems, dingtalkSection } from "./section.ts";

const never = new AbortController().signal;
let bench: DingtalkBench;
beforeEach(async () => {
  bench = await openDingtalkBench({ sharedGroups: ["cidSHARED=="] });
  bench.ports.paired.set("staff-5", "account-a");
  bench.start();
  await bench.until(isLive);
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

const isLive = (): boolean => bench.server.line.isLive(dingtalkApp);
const message = {
  conversationId: "cid5==",
  conversationType: "1",
  msgId: "msg1==",
  senderStaffId: "staff-5",
  senderNick: "Ada",
  robotCode: dingtalkApp,
  msgtype: "text",
  text: { content: " hello " },
};
const give = (more: object = {}) => bench.server.line.give(dingtalkApp, { ...message, ...more });
const say = (more: object = {}): Promise<boolean> => give(more).acknowledged;

it("a message in private is taken with its quotation, and its sender's name only in shared groups", async () => {
  bench.known.set("msg0==", "what we said");
  expect(await say({ text: { content: "yes", repliedMsg: { msgId: "msg0==" } } })).toBe(true);
  await say({ conversationType: "2", conversationId: "cid7==", msgId: "m2", isInAtList: false });
  await say({ conversationType: "2", conversationId: "cid7==", msgId: "m3", isInAtList: true });
  await say({
    conversationType: "2",
    conversationId: "cidSHARED==",
    msgId: "m4",
    isInAtList: true,
  });
  expect(bench.ports.taken).toMatchObject([
    {
      route: { channel: "dingtalk", channelAccount: dingtalkApp, scope: "user:staff-5" },
      vendorId: "msg1==",
      text: "yes",
      payload: { quote: { text: "what we said", from: "us" } },
    },
    { text: "hello", route: { scope: "group:cid7==:user:staff-5" } },
    { route: { scope: "group:cidSHARED==" }, payload: { sender: "Ada" }, mayStop: "own" },
  ]);
});

it("rich text, a voice message with its words, and files both ways", async () => {
  const bytes = Buffer.from("%PDF-1.7");
  bench.server.files.set("code1", bytes);
  await say({
    msgtype: "richText",
    content: { richText: [{ text: "see" }, { type: "picture", downloadCode: "code1" }] },
  });
  await say({ msgId: "m2", msgtype: "audio", content: { downloadCode: "c", recognition: "hi" } });
  const file = { downloadCode: "code1", fileName: "a.pdf" };
  await say({ msgId: "m3", msgtype: "file", content: file });
  expect(bench.ports.taken).toMatchObject([
    { text: "see", payload: { media: [{ kind: "image" }] } },
    { text: "hi" },
    { payload: { media: [{ kind: "document", name: "a.pdf" }] } },
  ]);
  const media = (bench.ports.taken[2]?.payload?.media ?? [])[0] ?? {};
  const of = { channelAccount: dingtalkApp, vendorId: "m3", media };
  expect(await bench.bot.channel.fetchFile?.(of, never)).toEqual({ bytes: new Uint8Array(bytes) });
  for (const [type, key] of [
    ["image/png", "sampleImageMsg"],
    ["application/pdf", "sampleFile"],
  ] as const) {
    const id = await bench.media.put(bytes, { type, name: "b.pdf", channel: "x" });
    const verdict = await bench.send("user:staff-5", { payload: { media: { id } } });
    expect(verdict).toMatchObject({ kind: "sent" });
    const sent = bench.server.messages.at(-1);
    const uploaded = sent?.param["photoURL"] ?? sent?.param["mediaId"] ?? "";
    expect([sent?.key, bench.server.files.get(uploaded)]).toEqual([key, bytes]);
  }
});

it("a button lets the person's app say its words; lines stay lines, and pictures are not fetched", async () => {
  await bench.send("group:cid7==:user:staff-5", {
    text: "Deleted.\n![x](https://e.org)",
    payload: { undoable: true },
  });
  const [sent] = bench.server.messages;
  expect(sent).toMatchObject({ to: "cid7==", key: "sampleActionCard" });
  expect(sent?.param["text"]).toBe("Deleted.  \n[x](https://e.org)");
  expect(sent?.param["singleURL"]).toBe("dtmd://dingtalkclient/sendMessage?content=undo");
});

it("an answer is shown in a card while it is written, which then is the answer, also by another process", async () => {
  let shown = "Once";
  bench.typing({ scope: "user:staff-5", shown: () => shown });
  const cards = () => [...bench.server.cards.values()];
  await bench.until(() => cards()[0]?.content === "Once", 250);
  shown = "Once upon";
  await bench.until(() => cards()[0]?.content === "Once upon", 250);
  bench.server.planChange({ kind: "plain", status: 500, body: "" });
  const finish = () =>
    bench.send("user:staff-5", { turnId: "turn-1", text: "Once upon a time." }, bench.another());
  expect(await finish()).toMatchObject({ kind: "not_sent" });
  expect(await finish()).toMatchObject({ kind: "sent" });
  expect(cards()).toEqual([
    { content: "Once upon a time.", isFinal: true, space: "dtv1.card//IM_ROBOT.staff-5" },
  ]);
  expect(bench.server.messages).toEqual([]);
});

it("a card that DingTalk does not let become the answer shows no half of it beside the whole one", async () => {
  bench.typing({ scope: "user:staff-5", shown: () => "Once" });
  const cards = () => [...bench.server.cards.values()];
  await bench.until(() => cards()[0]?.content === "Once", 250);
  bench.server.planChange({ kind: "code", code: "param.error", status: 400 });
  expect(
    await bench.send("user:staff-5", { turnId: "turn-1", text: "Once upon a time." }),
  ).toMatchObject({ kind: "sent" });
  expect(cards()).toMatchObject([{ content: "⬇", isFinal: true }]);
  expect(bench.server.messages.map(bench.server.wordsIn)).toEqual(["Once upon a time."]);
});

it("a person who is not paired gets one reply; a refused app holds messages back until it works", async () => {
  await say({ senderStaffId: "staff-6" });
  await bench.until(() => bench.server.messages.length === 1);
  const [reply] = bench.server.messages;
  expect(reply && bench.server.wordsIn(reply)).toMatch(/pairing code/);
  bench.server.revoked.add(dingtalkApp);
  expect(await bench.send("user:staff-6")).toMatchObject({ kind: "not_sent", isFree: true });
  expect(bench.bot.channel.ready(dingtalkApp)).toBe(false);
  bench.server.revoked.clear();
  await bench.until(() => bench.bot.channel.ready(dingtalkApp), 5_000);
});

it("a token that ended is renewed without anyone noticing", async () => {
  await bench.send("user:staff-5");
  bench.server.endTokens();
  expect(await bench.send("user:staff-5")).toMatchObject({ kind: "sent" });
});

it("pings are answered; a line that no longer answers ours is opened again; DingTalk may renew it", async () => {
  bench.server.line.system(dingtalkApp, "ping");
  await bench.until(() => bench.server.line.counts.pings === 1);
  await bench.clock.advance(20_000);
  const given = give();
  bench.server.line.system(dingtalkApp, "disconnect");
  expect(await given.acknowledged).toBe(true);
  await bench.until(() => bench.server.line.counts.opened === 2 && isLive());
  bench.server.line.socketOf(dingtalkApp)?.freeze();
  await bench.until(() => bench.server.line.counts.opened === 3 && isLive(), 5_000);
  bench.ports.takeFailures.push(new Error("the database is away"));
  const unkept = give({ msgId: "m9" });
  await bench.until(() => bench.ports.takeFailures.length === 0);
  expect(await say({ msgId: "m10" })).toBe(true);
  expect(unkept.isAcknowledged()).toBe(false);
});

it("only DingTalk's own hosts are dialled, wherever its answer points", async () => {
  const elsewhere = await openDingtalkBench({
    apiBaseUrl: bench.server.url,
    allowedHosts: [new URL(bench.server.url).host],
  });
  elsewhere.start();
  await elsewhere.until(() => elsewhere.state()?.reason === "unreachable", 500);
  expect(bench.server.line.counts.opened).toBe(1);
  await elsewhere.close();
});

it("no message makes the reader fail, whatever it holds, and none holds up the next", async () => {
  const full = { ...message, content: { richText: [{ text: "x" }], downloadCode: "c" } };
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string());
  const damaged = fc
    .tuple(
      fc.constantFrom(...(Object.keys(full) as (keyof typeof full)[])),
      fc.constantFrom("content", "repliedMsg", "richText", "downloadCode", "fileName"),
      fc.constantFrom("text", "richText", "picture", "audio", "file", "other"),
      odd,
      fc.boolean(),
    )
    .map(([key, inner, msgtype, value, isDeep]) => {
      const part = full[key];
      const changed = isDeep && typeof part === "object" ? { ...part, [inner]: value } : value;
      return { ...full, msgtype, [key]: changed };
    });
  const inputs = fc.sample(damaged, { numRuns: runs(2_000, 20_000), seed: 20_260_105 });
  for (let at = 0; at < inputs.length; at += 50) {
    const answers = await Promise.all(
      inputs
        .slice(at, at + 50)
        .map((data) => bench.server.line.give(dingtalkApp, data).acknowledged),
    );
    expect(new Set(answers)).toEqual(new Set([true]));
  }
  for (const text of fc.sample(fc.oneof(fc.string(), fc.json()), { numRuns: 200, seed: 5 }))
    bench.server.line.raw(dingtalkApp, text);
  await say({ msgId: "last" });
  expect(bench.ports.taken.at(-1)?.vendorId).toBe("last");
  expect(bench.server.line.counts.opened).toBe(1);
});

it("the doctor checks the app, and the settings are refused where an id or a secret is missing", async () => {
  const section = dingtalkSection.parse({
    enabled: true,
    client_id: dingtalkApp,
    client_secret: bench.server.secretOf(dingtalkApp),
    api_base_url: bench.server.url,
    allowed_hosts: ["127.0.0.1"],
    access: "open",
  });
  const { http, clock } = bench;
  const ask = () => dingtalk.doctor.vendor?.({ section, http, clock, server: {} } as never);
  expect(await ask()).toMatchObject([{ status: "ok" }, { name: "dingtalk access" }]);
  bench.server.revoked.add(dingtalkApp);
  expect((await ask())?.[0]).toMatchObject({ status: "fail" });
  const problems = (more: object) =>
    dingtalkProblems(dingtalkSection.parse({ enabled: true, ...more }));
  expect(problems({}).join()).toMatch(/no `client_id`/);
  expect(() => problems({ card_template: "abc" })).toThrow(/\.schema/);
});
