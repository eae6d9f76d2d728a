import { channelName } from "../../../src/channels/wechat/ilink/accounts.ts";
import type { Bot } from "../../vendors/ilink-people.ts";
import type { Planned } from "../../vendors/ilink-server.ts";
import type {
  ChannelBench,
  Fate,
  Heard,
  OpenBench,
  Said,
  Someone,
  VendorCase,
  ChannelWorld,
} from "./bench.ts";

/** A person who linked their own WeChat by scanning a code. What they write is fetched by the poll. */
export const ilinkBench: OpenBench = (world): ChannelBench => {
  const { ilink: server } = world.vendors;
  const answers = (
    name: string,
    answer: Planned,
    verdict: Pick<VendorCase, "kind" | "code">,
  ): VendorCase => ({
    name,
    arrange: () => server.plan("sendmessage", answer),
    ...verdict,
  });
  const plans: Readonly<Record<Extract<Fate, string>, Planned>> = {
    taken_then_500: { status: 500, taken: true },
    taken_then_cut: { cut: true, taken: true },
    not_now: { status: 503 },
  };
  return {
    channel: channelName,
    person: () => linkPerson(world),
    elsewhere: () => linkPerson(world),
    async unproven(said) {
      const someone = await linkPerson(world);
      return [await someone.hears(said, "stranger@im.wechat").then(() => "refused" as const)];
    },
    fate: (next) =>
      server.plan("sendmessage", typeof next === "string" ? plans[next] : { ...next, taken: true }),
    cases: [
      ...["prepare failed", "", "unknown error", "rate limited"].map((errmsg) =>
        answers(
          `ret -2 "${errmsg}"`,
          { json: { ret: -2, errmsg } },
          { kind: "waiting_for_user", code: "vendor_window" },
        ),
      ),
      answers(
        "errcode -2 alone",
        { json: { errcode: -2 } },
        { kind: "waiting_for_user", code: "vendor_window" },
      ),
      answers("ret -3", { json: { ret: -3 } }, { kind: "refused", code: "invalid_argument" }),
      answers("an unknown code", { json: { ret: -7 } }, { kind: "not_sent", code: "ret_-7" }),
      answers(
        "a code that is no number",
        { json: { ret: "error" } },
        { kind: "unknown", code: "no_code" },
      ),
      answers("`{}`", { json: {}, taken: true }, { kind: "sent" }),
      answers("408", { status: 408 }, { kind: "not_sent", code: "http_408" }),
      answers("429", { status: 429 }, { kind: "not_sent", code: "http_429" }),
      answers("404", { status: 404 }, { kind: "refused", code: "http_404" }),
      answers(
        "a redirect",
        { status: 302, headers: { location: "http://127.0.0.1/" } },
        { kind: "unknown" },
      ),
    ],
    withhold: () => server.plan("sendmessage", { json: { ret: -2, errmsg: "prepare failed" } }),
    hasWindow: true,
    handed: () => server.calls.filter(({ endpoint }) => endpoint === "sendmessage").length,
    // An answer that left while the next message was on its way to us carries the token before: that cannot be avoided.
    complaints: () => server.violations.filter((line) => line !== "not the newest context token"),
  };
};

export interface Linked extends Someone {
  readonly bot: Bot;
  hears(said: Said, from: string): Promise<Heard>;
  /** Their login ends, at the vendor. */
  loses(): void;
  /** They scan the code once more, and write to the new bot. */
  linksAgain(): Promise<Linked>;
}

interface Again {
  readonly account: string;
  readonly userId: string;
  /** The place keeps the name of the first bot. */
  readonly channelAccount: string;
}

export async function linkPerson(world: ChannelWorld, again?: Again): Promise<Linked> {
  const { ilink: server } = world.vendors;
  const account = again?.account ?? (await world.one.api.person()).id;
  const made = server.bot();
  const bot = { ...made, userId: again?.userId ?? made.userId };
  const channelAccount = again?.channelAccount ?? bot.botId;
  const { session } = await world.one.ilink.login.start(account);
  server.plan("get_qrcode_status", {
    json: {
      status: "confirmed",
      bot_token: bot.token,
      ilink_bot_id: bot.botId,
      ilink_user_id: bot.userId,
      baseurl: server.url,
    },
  });
  const login = await world.one.ilink.login.status({ session, accountId: account });
  if (login?.state !== "connected") throw new Error(`nobody was linked: ${login?.reason}`);
  let written = 0;
  let token = "ctx";
  server.people.wrote(bot, bot.userId, token);
  const hears: Linked["hears"] = async ({ text, id }, from) => {
    const failed = failures(world);
    written += 1;
    server.says(bot, { text, messageId: BigInt(id), from });
    token = server.people.tokenOf(bot, bot.userId);
    let heard: Heard | undefined;
    let looks = 0;
    await world.until(async () => {
      looks += 1;
      // A poller that rests after a failure goes on when time does.
      if (looks % 100 === 0) await world.clock.advance(1_000);
      if (await isPast(world, { bot, channelAccount }, written)) heard = "taken";
      else if (failures(world) > failed) heard = "later";
      return heard !== undefined;
    });
    return heard ?? "later";
  };
  return {
    bot,
    loses: () => server.kill(bot),
    linksAgain: () => linkPerson(world, { account, userId: bot.userId, channelAccount }),
    peer: bot.userId,
    channelAccount,
    hears,
    says: (said) => hears(said, bot.userId),
    async comesAgain() {
      await world.until(async () => {
        await world.clock.advance(1_000);
        return isPast(world, { bot, channelAccount }, written);
      });
      return "taken";
    },
    saw: async () =>
      server.people.ledger.filter(({ to }) => to === bot.userId).map(({ text }) => text ?? ""),
    window: () => ({
      lastInboundAt: new Date(world.clock.now()).toISOString(),
      sendsSinceInbound: 0,
      contextToken: token,
    }),
  };
}

const failures = ({ lines }: ChannelWorld): number =>
  lines.filter((line) => line === "a batch of messages could not be accepted").length;

async function isPast(
  world: ChannelWorld,
  { bot, channelAccount }: Pick<Linked, "bot" | "channelAccount">,
  count: number,
): Promise<boolean> {
  const key = `cursor:${bot.botId}`;
  const cursor = await world.one.spine.ports.marks.read({
    channel: channelName,
    channelAccount,
    key,
  });
  return cursor === `at:${count}`;
}
