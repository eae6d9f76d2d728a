import * as fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  discordBot,
  type DiscordBench,
  openDiscordBench,
} from "../../../test/support/discord-bench.ts";
import { runs } from "../../../test/support/runs.ts";
import { partTo } from "../../../test/support/telegram-bench.ts";
import { safeHttp } from "../../outbound/safe-fetch.ts";
import { systemClock } from "../../cli/system.ts";
import { discord } from "./descriptor.ts";
import { readClick, readMessage, readReaction } from "./read.ts";
import { discordProblems, discordSection, discordSettings } from "./section.ts";

const never = new AbortController().signal;
let bench: DiscordBench;
let held: { close(): Promise<void> } | undefined;
beforeEach(async () => {
  bench = await openDiscordBench({ sharedChannels: ["77"] });
  bench.ports.paired.set("5", "account-a");
  held = bench.discord.start();
  await bench.until(() => bench.server.gateway.isLive(discordBot));
});
afterEach(async () => {
  await held?.close();
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

const author = { id: "5", username: "ada_f", global_name: "Ada" };
const message = { id: "101", type: 0, channel_id: "95", author, content: "hello" };
const give = (name: string, data: object): void =>
  void bench.server.gateway.dispatch(discordBot, name, { ...data });
const waitTaken = async (count = 1) => {
  await bench.until(() => bench.ports.taken.length >= count);
  return bench.ports.taken;
};
const send = (scope: string, more: object = {}) =>
  bench.discord.channel.send(
    partTo(scope, { channel: "discord", channelAccount: discordBot, ...more }),
    never,
  );

it("a message in private is taken with its sender, and a quotation with its words", async () => {
  bench.quotes.set("99", "what we said");
  give("MESSAGE_CREATE", {
    ...message,
    type: 19,
    message_reference: { message_id: "99", channel_id: "95" },
  });
  expect(await waitTaken()).toMatchObject([
    {
      route: { channel: "discord", channelAccount: discordBot, scope: "user:5", peer: "5" },
      vendorId: "101",
      subject: "5",
      senderName: "Ada",
      text: "hello",
      payload: { quote: { vendor_id: "99", text: "what we said", from: "us" } },
    },
  ]);
});

it("a message on a server is taken only if it is meant for the bot, without its name, and never as the person's own place", async () => {
  const there = { ...message, guild_id: "7", channel_id: "70" };
  const mention = { mentions: [{ id: discordBot }] };
  give("MESSAGE_CREATE", { ...there, content: "talk among people" });
  give("MESSAGE_CREATE", {
    ...there,
    id: "102",
    content: `<@${discordBot}> /scene list`,
    ...mention,
  });
  give("MESSAGE_CREATE", {
    ...there,
    id: "103",
    channel_id: "77",
    content: `and you, <@!${discordBot}>`,
    ...mention,
    member: { nick: "Countess" },
  });
  give("MESSAGE_CREATE", {
    ...there,
    id: "104",
    referenced_message: { id: "1", author: { id: discordBot }, content: "yes" },
    message_reference: { message_id: "1" },
  });
  expect(await waitTaken(3)).toMatchObject([
    { text: "/scene list", route: { scope: "group:70:user:5", peer: "group:70:user:5" } },
    {
      text: "and you,",
      route: { scope: "group:77" },
      payload: { sender: "Countess", surroundings: { shared: true } },
      mayStop: "own",
    },
    { text: "hello", payload: { quote: { text: "yes", from: "us" } } },
  ]);
});

it("a click on a button counts as its words, is answered, and another program's button is ignored", async () => {
  const click = {
    id: "201",
    token: "click-token",
    type: 3,
    channel_id: "95",
    user: author,
    message: { id: "100", content: "⏰ tea" },
  };
  give("INTERACTION_CREATE", { ...click, data: { custom_id: "other" } });
  give("INTERACTION_CREATE", { ...click, id: "202", data: { custom_id: "mw:done:en" } });
  expect(await waitTaken()).toMatchObject([
    { text: "done", vendorId: "click:202", payload: { quote: { vendor_id: "100" } } },
  ]);
  await bench.until(() =>
    bench.server.calls.some(({ path }) => path === "/interactions/202/click-token/callback"),
  );
});

it("files go both ways, and an address that ended is asked for again", async () => {
  const bytes = Buffer.from("OggS voice");
  const base = bench.server.url.replace(/\/api$/, "");
  bench.server.files.set("/files/new", bytes);
  bench.server.known.set("101", { attachments: [{ id: "1", url: `${base}/files/new` }] });
  const file = {
    id: "1",
    filename: "voice.ogg",
    content_type: "audio/ogg",
    url: `${base}/files/old`,
  };
  give("MESSAGE_CREATE", { ...message, content: "", flags: 8192, attachments: [file] });
  const [first] = await waitTaken();
  const media = (first?.payload?.media ?? [])[0] ?? {};
  expect(media).toMatchObject({ kind: "voice", name: "voice.ogg", type: "audio/ogg" });
  const fetchWith = async (allowedHosts: readonly string[]) => {
    const other = await openDiscordBench({ apiBaseUrl: bench.server.url, allowedHosts });
    const of = { channelAccount: discordBot, vendorId: "101", media };
    const fetched = await other.discord.channel.fetchFile?.(of, never);
    await other.close();
    return fetched;
  };
  expect(await fetchWith(["127.0.0.1"])).toEqual({ failed: "unreachable", again: false });
  expect(await fetchWith([new URL(base).host])).toEqual({ bytes: new Uint8Array(bytes) });
  const id = await bench.media.put(bytes, { type: "image/png", name: 'a"b.png', channel: "x" });
  expect(await send("user:5", { payload: { media: { id } } })).toMatchObject({ kind: "sent" });
  expect(bench.server.messages.at(-1)?.file).toEqual(bytes);
});

it("an answer on a server answers its message, notifies no one, and shows no previews", async () => {
  bench.typing({ scope: "group:70:user:5", vendorId: "102" })?.end();
  await send("group:70:user:5", { text: "@everyone https://example.org" });
  expect(bench.server.messages[0]).toMatchObject({
    channelId: "70",
    fields: {
      allowed_mentions: { parse: [] },
      flags: 4,
      message_reference: { message_id: "102", fail_if_not_exists: false },
    },
  });
});

it("a person who is not paired gets one reply, and a revoked token holds messages back until it works", async () => {
  give("MESSAGE_CREATE", { ...message, author: { id: "6", username: "eve" }, channel_id: "96" });
  await bench.until(() => bench.server.messages.length === 1);
  expect(bench.server.messages[0]?.fields["content"]).toMatch(/pairing code/);
  bench.server.revoked.add(discordBot);
  expect(await send("user:5")).toMatchObject({ kind: "not_sent", isFree: true });
  expect(bench.discord.channel.ready(discordBot)).toBe(false);
  bench.server.revoked.clear();
  await bench.until(() => bench.discord.channel.ready(discordBot), 5_000);
});

it("no event makes the reader fail, whatever it holds", async () => {
  const settings = discordSettings(
    discordSection.parse({ token: bench.server.tokenOf(discordBot) }),
  );
  const on = { settings, quotes: { find: async () => undefined } };
  const bot = { id: discordBot, token: "t" };
  const full = {
    ...message,
    mentions: [{ id: discordBot }],
    attachments: [{ id: "1", url: "https://cdn.discordapp.com/1", size: 3 }],
    referenced_message: { author: { id: discordBot }, content: "x" },
    message_reference: { message_id: "9" },
    data: { custom_id: "mw:done:en" },
    token: "t",
    user: author,
    message: { id: "3", content: "y" },
  };
  const damaged = fc
    .tuple(fc.constantFrom(...Object.keys(full)), fc.jsonValue({ maxDepth: 3 }))
    .map(([key, value]) => ({ ...full, [key]: value }));
  const event = fc.oneof(damaged, fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })));
  await fc.assert(
    fc.asyncProperty(event, async (data) => {
      await readMessage(on, bot, data);
      await readClick(on, bot, data);
      await readReaction(on, bot, data);
    }),
    { numRuns: runs(2_000, 40_000), seed: 20_260_105 },
  );
});

it("the doctor names the bot, and says what is wrong with its token", async () => {
  const http = safeHttp({ clock: systemClock });
  const section = discordSection.parse({
    enabled: true,
    token: bench.server.tokenOf(discordBot),
    api_base_url: bench.server.url,
    allowed_hosts: ["127.0.0.1"],
    access: "open",
  });
  const ask = () => discord.doctor.vendor?.({ section, http } as never);
  expect(await ask()).toMatchObject([{ status: "ok" }, { name: "discord access" }]);
  bench.server.revoked.add(discordBot);
  expect((await ask())?.[0]).toMatchObject({ status: "fail" });
  bench.server.revoked.clear();
  await http.close();
});

it("the settings of Discord are refused where a token is missing or of another form", () => {
  const problems = (more: object) =>
    discordProblems(discordSection.parse({ enabled: true, ...more }));
  expect(problems({}).join()).toMatch(/no `token`/);
  expect(problems({ access: "list" }).join()).toMatch(/`allowed_users` is empty/);
  expect(() => problems({ token: "abc" })).toThrow(/three parts/);
});
