import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { openSlackBench, slackApp, type SlackBench } from "../../../test/support/slack-bench.ts";
import { buttonsOf } from "../../../test/vendors/slack/checks.ts";
import { slackBot } from "../../../test/vendors/slack/server.ts";
import { slack } from "./descriptor.ts";
import { slackProblems, slackSection } from "./section.ts";

const never = new AbortController().signal;
let bench: SlackBench;
beforeEach(async () => {
  bench = await openSlackBench({ sharedGroups: ["C0SHARED"] });
  bench.ports.paired.set("U05", "account-a");
  bench.start();
  await bench.until(() => bench.server.line.isLive(slackApp));
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

const message = { type: "message", user: "U05", channel: "D9U05", ts: "17.0001", text: "hello" };
const give = (type: string, payload: object): Promise<boolean> =>
  bench.server.line.give(slackApp, { type, payload: { api_app_id: slackApp, ...payload } })
    .acknowledged;
const say = (more: object = {}): Promise<boolean> =>
  give("events_api", { event: { ...message, ...more } });
const texts = (): string[] => bench.ports.taken.map(({ text }) => text);

it("a message in private is taken, with its words as the person sees them", async () => {
  bench.server.names.set("U08", "Bob");
  expect(await say({ text: "a &lt;b&gt; &amp; <https://e.org|this> <@U08> <#C1|general>" })).toBe(
    true,
  );
  expect(bench.ports.taken).toMatchObject([
    {
      route: { channel: "slack", channelAccount: slackApp, scope: "user:U05", peer: "U05" },
      vendorId: "D9U05:17.0001",
      subject: "U05",
      text: "a <b> & this (https://e.org) @Bob #general",
    },
  ]);
});

it("a message in a channel is taken only if it is meant for the bot: by its name, or in a thread of ours", async () => {
  bench.server.names.set("U05", "Ada");
  bench.known.set("C07:16.0001", "what we said");
  await say({ channel: "C07", ts: "17.1", text: "talk among people" });
  // Slack tells of a mention twice, with the same id.
  await say({ channel: "C07", ts: "17.2", text: `<@${slackBot}> /scene list` });
  await say({
    channel: "C07",
    ts: "17.2",
    type: "app_mention",
    text: `<@${slackBot}> /scene list`,
  });
  await say({ channel: "C07", ts: "17.3", thread_ts: "16.0001", text: "and then?" });
  await say({ channel: "C0SHARED", ts: "17.4", text: `and you, <@${slackBot}>` });
  expect(bench.ports.taken).toMatchObject([
    { text: "/scene list", vendorId: "C07:17.2", route: { scope: "group:C07:user:U05" } },
    {
      text: "and then?",
      vendorId: "C07:17.3:16.0001",
      payload: { quote: { vendor_id: "C07:16.0001", text: "what we said", from: "us" } },
    },
    {
      text: "and you,",
      route: { scope: "group:C0SHARED" },
      payload: { sender: "Ada", surroundings: { shared: true } },
      mayStop: "own",
    },
  ]);
});

it("a command of the app counts as its words", async () => {
  await give("slash_commands", {
    command: "/scene",
    text: "list",
    user_id: "U05",
    channel_id: "D9U05",
    trigger_id: "1.2.abc",
  });
  expect(bench.ports.taken).toMatchObject([
    { text: "/scene list", vendorId: "command:1.2.abc", route: { scope: "user:U05" } },
  ]);
});

it("a click counts as the words of its button and removes the buttons; another program's button is ignored", async () => {
  await bench.send("user:U05", { payload: { undoable: true }, text: "Deleted." });
  const [sent] = bench.server.messages;
  const click = (value: string, at: string) =>
    give("interactive", {
      type: "block_actions",
      user: { id: "U05" },
      channel: { id: "D9U05" },
      container: { type: "message", message_ts: sent?.ts, channel_id: "D9U05" },
      message: { text: "Deleted.", blocks: sent?.fields["blocks"] },
      actions: [{ type: "button", value, action_ts: at }],
    });
  await click("other", "18.1");
  expect(texts()).toEqual([]);
  await click("mw:undo:en", "18.2");
  expect(bench.ports.taken).toMatchObject([
    { text: "undo", payload: { quote: { vendor_id: `D9U05:${sent?.ts}` } } },
  ]);
  await bench.until(() => sent !== undefined && buttonsOf(sent.fields).length === 0);
  expect(sent && bench.server.wordsIn(sent)).toBe("Deleted.");
});

it("files go both ways", async () => {
  const bytes = Buffer.from("%PDF-1.7");
  bench.server.files.add("F0ABC", bytes);
  await say({
    subtype: "file_share",
    text: "",
    files: [{ id: "F0ABC", name: "a.pdf", mimetype: "application/pdf" }],
  });
  const media = (bench.ports.taken[0]?.payload?.media ?? [])[0] ?? {};
  expect(media).toMatchObject({ kind: "document", name: "a.pdf" });
  const of = { channelAccount: slackApp, vendorId: "D9U05:17.0001", media };
  expect(await bench.bot.channel.fetchFile?.(of, never)).toEqual({ bytes: new Uint8Array(bytes) });
  const id = await bench.media.put(bytes, { type: "application/pdf", name: "b.pdf", channel: "x" });
  expect(await bench.send("user:U05", { payload: { media: { id } } })).toMatchObject({
    kind: "sent",
  });
  const sent = [...bench.server.files.all.values()].at(-1);
  expect(sent).toMatchObject({ name: "b.pdf", bytes, sharedIn: ["D9U05"] });
});

it("an answer in a channel goes into the thread of its message, in which words notify no one", async () => {
  bench.typing({ scope: "group:C07:user:U05", vendorId: "C07:17.2" })?.end();
  await bench.send("group:C07:user:U05", { text: "<!channel> **你好** see https://e.org/a." });
  const [sent] = bench.server.messages;
  expect(sent?.fields).toMatchObject({ channel: "C07", thread_ts: "17.2" });
  expect(sent && bench.server.wordsIn(sent)).toBe("<!channel> 你好 see https://e.org/a.");
  expect(JSON.stringify(sent?.fields["blocks"])).toContain(
    '{"type":"text","text":"你好","style":{"bold":true}}',
  );
  bench.typing({ scope: "group:C07:user:U05", vendorId: "C07:17.3:16.0001" })?.end();
  await bench.send("group:C07:user:U05", { id: "d2", idempotencyKey: "k2" });
  expect(bench.server.messages.at(-1)?.fields).toMatchObject({ thread_ts: "16.0001" });
});

it("a lost answer of Slack's in a thread is settled by looking for the message there", async () => {
  bench.server.plan(slackApp, { kind: "taken_then_cut" });
  bench.typing({ scope: "group:C07:user:U05", vendorId: "C07:17.2" })?.end();
  const verdict = await bench.send("group:C07:user:U05");
  const [sent] = bench.server.messages;
  expect(verdict).toEqual({ kind: "sent", providerMessageId: `C07:${sent?.ts}` });
});

it("a person who is not paired gets one reply; a refused app holds messages back until it works", async () => {
  await say({ user: "U06", channel: "D9U06" });
  await bench.until(() => bench.server.messages.length === 1);
  const [reply] = bench.server.messages;
  expect(reply && bench.server.wordsIn(reply)).toMatch(/pairing code/);
  bench.server.revoked.add(slackApp);
  expect(await bench.send("user:U06")).toMatchObject({ kind: "not_sent", isFree: true });
  expect(bench.bot.channel.ready(slackApp)).toBe(false);
  bench.server.revoked.clear();
  await bench.until(() => bench.bot.channel.ready(slackApp), 5_000);
});

it("nothing that Slack tells makes the reader fail, whatever it holds, and none holds up the next", async () => {
  const full = {
    event: { ...message, thread_ts: "16.1", files: [{ id: "F0A" }], item: { ts: "16.1" } },
    type: "block_actions",
    user: { id: "U05" },
    channel: { id: "D9U05" },
    container: { message_ts: "16.1" },
    actions: [{ value: "mw:done:en", action_ts: "1.1" }],
    command: "/scene",
    user_id: "U05",
    channel_id: "D9U05",
    trigger_id: "1",
  };
  const odd = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string());
  const keys = Object.keys(full) as (keyof typeof full)[];
  const damaged = fc
    .tuple(
      fc.constantFrom("events_api", "interactive", "slash_commands", "hello", "other"),
      fc.constantFrom(...keys),
      fc.constantFrom("type", "text", "user", "channel", "ts", "files", "thread_ts", "id"),
      odd,
      fc.boolean(),
    )
    .map(([type, key, inner, value, isDeep]) => {
      const part = full[key];
      const isObject = typeof part === "object" && !Array.isArray(part);
      const changed = isDeep && isObject ? { ...part, [inner]: value } : value;
      return { type, payload: { ...full, [key]: changed } };
    })
    .filter(({ type }) => type !== "hello");
  const inputs = fc.sample(damaged, { numRuns: runs(2_000, 20_000), seed: 20_260_105 });
  for (let at = 0; at < inputs.length; at += 50) {
    const answers = await Promise.all(
      inputs.slice(at, at + 50).map((told) => bench.server.line.give(slackApp, told).acknowledged),
    );
    expect(new Set(answers)).toEqual(new Set([true]));
  }
  for (const text of fc.sample(fc.oneof(fc.string(), fc.json()), { numRuns: 200, seed: 5 }))
    bench.server.line.raw(slackApp, text);
  await say({ ts: "99.1" });
  expect(bench.ports.taken.at(-1)?.vendorId).toBe("D9U05:99.1");
  expect(bench.server.line.counts.opened).toBe(1);
});

it("the doctor names the bot, and says what is wrong with a token", async () => {
  const section = slackSection.parse({
    enabled: true,
    app_token: bench.server.appToken(slackApp),
    bot_token: bench.server.botToken(slackApp),
    api_base_url: bench.server.url,
    allowed_hosts: ["127.0.0.1"],
    access: "open",
  });
  const { http, clock } = bench;
  const ask = () => slack.doctor.vendor?.({ section, http, clock, server: {} } as never);
  expect(await ask()).toMatchObject([{ status: "ok" }, { name: "slack access" }]);
  bench.server.revoked.add(slackApp);
  expect((await ask())?.[0]).toMatchObject({ status: "fail" });
});

it("the settings of Slack are refused where a token is missing or of another kind", () => {
  const problems = (more: object) => slackProblems(slackSection.parse({ enabled: true, ...more }));
  expect(problems({}).join()).toMatch(/no `app_token`/);
  expect(problems({ access: "list" }).join()).toMatch(/`allowed_users` is empty/);
  expect(() => problems({ app_token: "xoxb-1000-2000-3000" })).toThrow(/xapp-/);
  expect(() => problems({ bot_token: "xoxp-1000-2000-3000" })).toThrow(/xoxb-/);
});
