import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  feishuApp,
  type FeishuBench,
  openFeishuBench,
} from "../../../test/support/feishu-bench.ts";
import { runs } from "../../../test/support/runs.ts";
import { valuesOf } from "../../../test/vendors/feishu/checks.ts";
import { feishu } from "./descriptor.ts";
import { feishuProblems, feishuSection } from "./section.ts";

const never = new AbortController().signal;
let bench: FeishuBench;
beforeEach(async () => {
  bench = await openFeishuBench({ sharedGroups: ["oc_shared"] });
  bench.ports.paired.set("ou_5", "account-a");
  bench.start();
  await bench.until(() => bench.server.line.isLive(feishuApp));
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

const message = {
  message_id: "om_101",
  chat_id: "oc_5",
  chat_type: "p2p",
  message_type: "text",
  content: '{"text":"hello"}',
};
const sender = { sender_id: { open_id: "ou_5" }, sender_type: "user" };
const wrap = (type: string, event: object, id = "e1") => ({
  schema: "2.0",
  header: { event_id: id, event_type: type, app_id: feishuApp },
  event,
});
const say = (more: object = {}, from: object = sender) =>
  bench.server.line.give(
    feishuApp,
    wrap("im.message.receive_v1", { sender: from, message: { ...message, ...more } }),
  );
const atBot = (key = "@_user_1") => ({
  mentions: [{ key, id: { open_id: `ou_bot_${feishuApp}` }, name: "Meanwhile" }],
});

it("a message in private is taken with its quotation; an event in pieces is put together", async () => {
  bench.known.set("om_99", "what we said");
  expect((await say({ parent_id: "om_99" }))?.code).toBe(200);
  const long = "x".repeat(3_000);
  await bench.server.line.give(
    feishuApp,
    wrap("im.message.receive_v1", {
      sender,
      message: { ...message, message_id: "om_102", content: JSON.stringify({ text: long }) },
    }),
    5,
  );
  expect(bench.ports.taken).toMatchObject([
    {
      route: { channel: "feishu", channelAccount: feishuApp, scope: "user:ou_5", peer: "ou_5" },
      vendorId: "om_101",
      subject: "ou_5",
      text: "hello",
      payload: { quote: { vendor_id: "om_99", text: "what we said", from: "us" } },
    },
    { text: long },
  ]);
});

it("a message in a group is taken only if it is meant for the bot, without its name, and never as the person's own place", async () => {
  bench.server.names.set("ou_5", "Ada");
  const group = { chat_id: "oc_7", chat_type: "group" };
  await say({ ...group, message_id: "om_1", content: '{"text":"talk among people"}' });
  await say({
    ...group,
    message_id: "om_2",
    content: '{"text":"@_user_1 /scene list"}',
    ...atBot(),
  });
  await say({
    message_id: "om_3",
    chat_id: "oc_shared",
    chat_type: "group",
    content: '{"text":"and you, @_user_1"}',
    ...atBot(),
  });
  expect(bench.ports.taken).toMatchObject([
    { text: "/scene list", route: { scope: "group:oc_7:user:ou_5" } },
    {
      text: "and you,",
      route: { scope: "group:oc_shared" },
      senderName: "Ada",
      payload: { sender: "Ada", surroundings: { shared: true } },
      mayStop: "own",
    },
  ]);
});

it("rich text is read with its names, links and pictures, and a place with its name", async () => {
  await say({
    message_type: "post",
    content: JSON.stringify({
      title: "Plan",
      content: [
        [
          { tag: "text", text: "see " },
          { tag: "a", text: "this", href: "https://example.org" },
          { tag: "at", user_id: "@_user_2" },
        ],
        [{ tag: "img", image_key: "img_1" }],
      ],
    }),
    mentions: [{ key: "@_user_2", id: { open_id: "ou_9" }, name: "Bob" }],
  });
  await say({
    message_id: "om_102",
    message_type: "location",
    content: '{"name":"Pier","longitude":"120.1","latitude":"30.2"}',
  });
  expect(bench.ports.taken).toMatchObject([
    {
      text: "Plan\nsee this (https://example.org)@Bob",
      payload: { media: [{ kind: "image", vendor_id: "img_1" }] },
    },
    {
      text: "[location: Pier]",
      payload: { location: { latitude: 30.2, longitude: 120.1, name: "Pier" } },
    },
  ]);
});

it("a click on a button counts as its words and leaves the card without buttons; another program's button is ignored", async () => {
  bench.known.set("om_100", "⏰ tea");
  const click = (value: object, id: string) =>
    bench.server.line.give(
      feishuApp,
      wrap(
        "card.action.trigger",
        {
          operator: { open_id: "ou_5" },
          action: { tag: "button", value },
          context: { open_message_id: "om_100", open_chat_id: "oc_5" },
        },
        id,
      ),
    );
  expect(await click({ other: 1 }, "c1")).toEqual({ code: 200, data: undefined });
  const answer = await click({ mw: "mw:done:en", in: "p2p" }, "c2");
  expect(bench.ports.taken).toMatchObject([
    { text: "done", vendorId: "click:c2", payload: { quote: { vendor_id: "om_100" } } },
  ]);
  const data = answer?.data as
    | { card: { type: string; data: Record<string, unknown> } }
    | undefined;
  expect([data?.card.type, valuesOf(data?.card.data ?? {})]).toEqual(["raw", []]);
});

it("files go both ways", async () => {
  const bytes = Buffer.from("%PDF-1.7");
  bench.server.files.set("file_1", bytes);
  await say({ message_type: "file", content: '{"file_key":"file_1","file_name":"a.pdf"}' });
  const media = (bench.ports.taken[0]?.payload?.media ?? [])[0] ?? {};
  expect(media).toMatchObject({ kind: "document", name: "a.pdf" });
  const of = { channelAccount: feishuApp, vendorId: "om_101", media };
  expect(await bench.bot.channel.fetchFile?.(of, never)).toEqual({ bytes: new Uint8Array(bytes) });
  for (const [type, kind] of [
    ["image/png", "image"],
    ["application/pdf", "file"],
  ] as const) {
    const id = await bench.media.put(bytes, { type, name: "b", channel: "x" });
    const verdict = await bench.send("user:ou_5", {
      payload: { media: { id } },
      idempotencyKey: type,
    });
    expect(verdict).toMatchObject({ kind: "sent" });
    const { type: sent, content } = bench.server.messages.at(-1) ?? { content: {} };
    expect([sent, bench.server.files.get(String(Object.values(content)[0]))]).toEqual([
      kind,
      bytes,
    ]);
  }
});

it("an answer in a group answers its message; tags in it notify no one and show no pictures", async () => {
  bench.typing({ scope: "group:oc_7:user:ou_5", vendorId: "om_102" })?.end();
  await bench.send("group:oc_7:user:ou_5", { text: '<at id="all"></at> ![x](https://e.org)' });
  const [sent] = bench.server.messages;
  expect(sent).toMatchObject({ answered: "om_102" });
  expect(sent && bench.server.wordsIn(sent)).toBe('<at id="all"></at> [x](https://e.org)');
});

it("a person who is not paired gets one reply; a refused app holds messages back until it works", async () => {
  await say({ message_id: "om_7" }, { ...sender, sender_id: { open_id: "ou_6" } });
  await bench.until(() => bench.server.messages.length === 1);
  const [reply] = bench.server.messages;
  expect(reply && bench.server.wordsIn(reply)).toMatch(/pairing code/);
  bench.server.revoked.add(feishuApp);
  bench.server.endTokens();
  expect(await bench.send("user:ou_5")).toMatchObject({ kind: "not_sent", isFree: true });
  expect(bench.bot.channel.ready(feishuApp)).toBe(false);
  bench.server.revoked.clear();
  await bench.until(() => bench.bot.channel.ready(feishuApp), 5_000);
});

it("a token that ended is renewed without anyone noticing", async () => {
  await bench.send("user:ou_5");
  bench.server.endTokens();
  expect(await bench.send("user:ou_5", { id: "d2", idempotencyKey: "k2" })).toMatchObject({
    kind: "sent",
  });
});

it("no event makes the reader fail, whatever it holds, and none holds up the next", async () => {
  const full = wrap("im.message.receive_v1", {
    sender,
    message: { ...message, ...atBot(), parent_id: "om_1" },
    operator: { open_id: "ou_5" },
    action: { value: { mw: "mw:done:en" } },
    context: { open_message_id: "om_1", open_chat_id: "oc_1" },
  });
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string());
  const damaged = fc
    .tuple(
      fc.constantFrom("im.message.receive_v1", "card.action.trigger"),
      fc.constantFrom("sender", "message", "operator", "action", "context"),
      fc.constantFrom("content", "mentions", "chat_type", "message_type", "value", "sender_id"),
      odd,
      fc.boolean(),
    )
    .map(([type, key, inner, value, isDeep]) => {
      const part = full.event[key as keyof typeof full.event] as unknown as object;
      const event = { ...full.event, [key]: isDeep ? { ...part, [inner]: value } : value };
      return { ...full, header: { ...full.header, event_type: type }, event };
    });
  const inputs = fc.sample(fc.oneof(damaged, fc.object({ maxDepth: 2 })), {
    numRuns: runs(2_000, 20_000),
    seed: 20_260_105,
  });
  for (let at = 0; at < inputs.length; at += 50) {
    const answers = await Promise.all(
      inputs.slice(at, at + 50).map((event) => bench.server.line.give(feishuApp, event)),
    );
    expect(new Set(answers.map((answer) => answer?.code))).toEqual(new Set([200]));
  }
  await say({ message_id: "om_999" });
  expect(bench.ports.taken.at(-1)?.vendorId).toBe("om_999");
  expect(bench.server.line.counts.opened).toBe(1);
});

it("the doctor names the bot, and says what is wrong with its secret", async () => {
  const section = feishuSection.parse({
    enabled: true,
    app_id: feishuApp,
    app_secret: bench.server.secretOf(feishuApp),
    api_base_url: bench.server.url,
    allowed_hosts: ["127.0.0.1"],
    access: "open",
  });
  const { http, clock } = bench;
  const ask = () => feishu.doctor.vendor?.({ section, http, clock, server: {} } as never);
  expect(await ask()).toMatchObject([{ status: "ok" }, { name: "feishu access" }]);
  bench.server.revoked.add(feishuApp);
  expect((await ask())?.[0]).toMatchObject({ status: "fail" });
});

it("the settings of Feishu are refused where an id, a secret or a key is missing", () => {
  const problems = (more: object) =>
    feishuProblems(feishuSection.parse({ enabled: true, ...more }));
  expect(problems({}).join()).toMatch(/no `app_id`/);
  expect(problems({ events: "callback" }).join()).toMatch(/no `encrypt_key`/);
  expect(problems({ access: "list" }).join()).toMatch(/`allowed_users` is empty/);
  expect(() => problems({ app_id: "abc" })).toThrow(/cli_/);
});
