import type { DiscordSettings } from "../../../src/channels/discord/settings.ts";
import type { DiscordFate, DiscordServer } from "../../vendors/discord/server.ts";
import {
  type ChannelBench,
  type ChannelWorld,
  type Fate,
  type Heard,
  type OpenBench,
  partFor,
  type Said,
  type Someone,
  type VendorCase,
} from "./bench.ts";

export const discordBots = { first: "710000000000000001", second: "710000000000000002" } as const;

export const discordSettings = ({ url, gateway, tokenOf }: DiscordServer): DiscordSettings => ({
  bots: Object.values(discordBots).map((id) => ({ id, token: tokenOf(id) })),
  busyPolicy: "supersede",
  access: "open",
  allowedUsers: [],
  allowedChannels: ["*"],
  sharedChannels: [],
  streams: true,
  apiBaseUrl: url,
  allowedHosts: ["127.0.0.1", new URL(gateway.url.replace("ws", "http")).host],
});

let people = 920_000_000_000;

const messageOf = (world: ChannelWorld, userId: string, { text, id }: Said) => ({
  id: (BigInt(id) % 10_000_000_000_000_000_000n).toString(),
  type: 0,
  channel_id: world.vendors.discord.directChannel(userId),
  author: { id: userId, username: "ada", global_name: "Ada" },
  content: text,
  mentions: [],
  attachments: [],
});

const failures = ({ lines }: ChannelWorld): number =>
  lines.filter((line) => line === "a message could not be accepted").length;

/** Up to which event the bot's session was kept. */
async function readSeq(world: ChannelWorld, bot: string): Promise<number> {
  const of = { channel: "discord", channelAccount: bot, key: "session" };
  const mark = await world.one.spine.ports.marks.read(of);
  return mark === undefined ? 0 : (JSON.parse(mark) as { seq: number }).seq;
}

/** Gives the bot an event and waits until it was kept, or could not be. */
async function hear(world: ChannelWorld, bot: string, data: object): Promise<Heard> {
  const { gateway } = world.vendors.discord;
  await world.until(() => gateway.isLive(bot));
  const failed = failures(world);
  const seq = gateway.dispatch(bot, "MESSAGE_CREATE", { ...data }) ?? 0;
  await world.until(async () => (await readSeq(world, bot)) >= seq || failures(world) > failed);
  return (await readSeq(world, bot)) >= seq ? "taken" : "later";
}

async function createPerson(world: ChannelWorld, bot: string): Promise<Someone> {
  const peer = String((people += 1));
  const { discord: server } = world.vendors;
  const person: Someone = {
    peer,
    channelAccount: bot,
    says: (said) => hear(world, bot, messageOf(world, peer, said)),
    async comesAgain() {
      // The session is resumed after a pause, and brings what was not kept.
      const before = await readSeq(world, bot);
      await world.until(async () => {
        await world.clock.advance(1_000);
        return (await readSeq(world, bot)) > before;
      });
      return "taken";
    },
    async reacts(emoji) {
      const channelId = server.directChannel(peer);
      const last = server.messages.findLast((each) => each.channelId === channelId);
      const under = { user_id: peer, channel_id: channelId, message_id: last?.id };
      const reaction = { ...under, emoji: { id: null, name: emoji } };
      server.gateway.dispatch(bot, "MESSAGE_REACTION_ADD", reaction);
      return "taken";
    },
    saw: async () =>
      server.messages
        .filter((each) => each.bot === bot && each.channelId === server.directChannel(peer))
        .map(({ fields }) => String(fields["content"]))
        .slice(1),
    window: () => ({
      lastInboundAt: new Date(world.clock.now()).toISOString(),
      sendsSinceInbound: 0,
      contextToken: null,
    }),
  };
  // Their channel is known from here on, so a part is one call.
  const greeting = partFor({ channel: "discord" }, person);
  await world.one.channel("discord").send(greeting, new AbortController().signal);
  return person;
}

const plans: Readonly<Record<Extract<Fate, string>, DiscordFate>> = {
  taken_then_500: { kind: "taken_then_500" },
  taken_then_cut: { kind: "taken_then_cut" },
  not_now: { kind: "error", status: 429, body: { retry_after: 1 } },
};

/** A person in a private talk with the bot. Only Discord can put a message there. */
export const discordBench: OpenBench = (world): ChannelBench => {
  const { discord: server } = world.vendors;
  const bot = discordBots.first;
  const answers = (
    name: string,
    fates: readonly DiscordFate[],
    verdict: Pick<VendorCase, "kind" | "code">,
  ): VendorCase => ({ name, arrange: () => server.plan(bot, ...fates), ...verdict });
  const error = (
    status: number,
    code: number,
    verdict: Pick<VendorCase, "kind" | "code">,
  ): VendorCase =>
    answers(`${status} with ${code}`, [{ kind: "error", status, body: { code } }], verdict);
  const thrice = (fate: DiscordFate): readonly DiscordFate[] => [fate, fate, fate];
  return {
    channel: "discord",
    asksAgain: true,
    knowsCopies: true,
    person: () => createPerson(world, bot),
    elsewhere: () => createPerson(world, discordBots.second),
    async unproven(said) {
      const forged = messageOf(world, "920000000001", said);
      const { gateway } = server;
      await world.until(() => gateway.isLive(bot));
      gateway.dispatch(bot, "MESSAGE_CREATE", {
        ...forged,
        author: { ...forged.author, bot: true },
      });
      gateway.dispatch(bot, "MESSAGE_CREATE", { ...forged, guild_id: "5", channel_id: "6" });
      gateway.dispatch(bot, "MESSAGE_CREATE", { ...forged, webhook_id: "7" });
      const ada = await createPerson(world, bot);
      await ada.says({ text: "after them", id: `${said.id}1`.slice(-18) });
      return ["refused"];
    },
    fate: (next) =>
      server.plan(
        bot,
        typeof next === "string" ? plans[next] : { kind: "held", until: next.until },
      ),
    cases: [
      error(403, 50007, { kind: "waiting_for_user", code: "blocked" }),
      error(403, 50013, { kind: "refused", code: "no_permission" }),
      error(404, 10003, { kind: "refused", code: "unknown_chat" }),
      error(400, 50035, { kind: "refused", code: "http_400" }),
      answers("429", [plans.not_now], { kind: "not_sent", code: "busy" }),
      answers("500 thrice", thrice({ kind: "error", status: 500 }), {
        kind: "unknown",
        code: "http_500",
      }),
      answers("500 once", [{ kind: "taken_then_500" }], { kind: "sent" }),
      answers("200 without sense", thrice({ kind: "plain", status: 200, body: "<html>" }), {
        kind: "unknown",
      }),
      answers("a redirect", thrice({ kind: "plain", status: 302, body: "" }), { kind: "unknown" }),
    ],
    withhold: () => server.plan(bot, { kind: "error", status: 403, body: { code: 50007 } }),
    handed: () =>
      server.calls.filter(
        (call) => call.bot === bot && call.method === "POST" && call.path.endsWith("/messages"),
      ).length,
    complaints: () => server.violations,
  };
};
