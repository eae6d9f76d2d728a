import type { TelegramFate } from "../../vendors/telegram/server.ts";
import {
  type ChannelBench,
  type ChannelWorld,
  type Fate,
  type Heard,
  type OpenBench,
  type Said,
  type Someone,
  toHeard,
  type VendorCase,
} from "./bench.ts";
import { telegramBots, telegramSecret } from "./channels.ts";

let people = 810_000_000;

/** A text message of a person, as Telegram writes it. */
function messageOf(
  world: ChannelWorld,
  chatId: number,
  { text, id, from = {} }: Said & { readonly from?: object },
) {
  return {
    message: {
      message_id: world.vendors.telegram.messageId(chatId, id),
      from: { id: chatId, is_bot: false, first_name: "Ada", ...from },
      chat: { id: chatId, type: "private", first_name: "Ada" },
      date: Math.floor(world.clock.now() / 1_000),
      text,
    },
  };
}

/** A reaction under the last message that the person saw. */
function reactionOf(world: ChannelWorld, chatId: number, emoji: string) {
  const last = world.vendors.telegram.seen.findLast((each) => each.chatId === chatId);
  return {
    message_reaction: {
      chat: { id: chatId, type: "private", first_name: "Ada" },
      message_id: last?.messageId,
      user: { id: chatId, is_bot: false, first_name: "Ada" },
      date: Math.floor(world.clock.now() / 1_000),
      old_reaction: [],
      new_reaction: [{ type: "emoji", emoji }],
    },
  };
}

const callWebhook = async (
  world: ChannelWorld,
  body: object,
  how: { readonly by?: Said["by"]; readonly secret?: string | undefined },
): Promise<Heard> =>
  toHeard(
    (
      await (how.by ?? world.one).api.call(`/webhooks/telegram/${telegramBots.hook}`, {
        method: "POST",
        body: JSON.stringify({ update_id: 1, ...body }),
        headers: {
          "Content-Type": "application/json",
          ...(how.secret === undefined ? {} : { "x-telegram-bot-api-secret-token": how.secret }),
        },
      })
    ).status,
  );

function someone(world: ChannelWorld, bot: string, says: Someone["says"]): Someone {
  const peer = String(people);
  return {
    peer,
    channelAccount: bot,
    says,
    comesAgain: says,
    saw: async () =>
      world.vendors.telegram.seen
        .filter((each) => each.bot === bot && String(each.chatId) === peer)
        .map(({ text }) => text),
    window: () => ({
      lastInboundAt: new Date(world.clock.now()).toISOString(),
      sendsSinceInbound: 0,
      contextToken: null,
    }),
  };
}

function createWebhookPerson(world: ChannelWorld): Someone {
  const chatId = (people += 1);
  const hear = (update: object, by?: Said["by"]): Promise<Heard> =>
    callWebhook(world, update, { by, secret: telegramSecret });
  return {
    ...someone(world, telegramBots.hook, ({ by, ...said }) =>
      hear(messageOf(world, chatId, said), by),
    ),
    reacts: (emoji) => hear(reactionOf(world, chatId, emoji)),
  };
}

const failures = ({ lines }: ChannelWorld): number =>
  lines.filter((line) => line === "a batch of messages could not be accepted").length;

/** Until the poll has confirmed it, or could not keep it. */
async function untilHeard(world: ChannelWorld, update: object): Promise<Heard> {
  const { telegram } = world.vendors;
  const failed = failures(world);
  telegram.queue(telegramBots.poll, { ...update });
  let looks = 0;
  await world.until(async () => {
    looks += 1;
    // A poller that rests after a failure goes on when time does.
    if (looks % 100 === 0) await world.clock.advance(1_000);
    return telegram.waiting(telegramBots.poll) === 0 || failures(world) > failed;
  });
  return telegram.waiting(telegramBots.poll) === 0 ? "taken" : "later";
}

function createPolledPerson(world: ChannelWorld): Someone {
  const chatId = (people += 1);
  const { telegram } = world.vendors;
  return {
    ...someone(world, telegramBots.poll, (said) =>
      untilHeard(world, messageOf(world, chatId, said)),
    ),
    reacts: (emoji) => untilHeard(world, reactionOf(world, chatId, emoji)),
    async comesAgain() {
      await world.until(async () => {
        await world.clock.advance(1_000);
        return telegram.waiting(telegramBots.poll) === 0;
      });
      return "taken";
    },
  };
}

const plans: Readonly<Record<Extract<Fate, string>, TelegramFate>> = {
  taken_then_500: { kind: "taken_then_500" },
  taken_then_cut: { kind: "taken_then_cut" },
  not_now: { kind: "error", code: 429, parameters: { retry_after: 1 } },
};

function benchOf(
  world: ChannelWorld,
  bot: string,
): Omit<ChannelBench, "person" | "elsewhere" | "unproven"> {
  const { telegram: server } = world.vendors;
  const answers = (
    name: string,
    fates: readonly TelegramFate[],
    verdict: Pick<VendorCase, "kind" | "code">,
  ): VendorCase => ({ name, arrange: () => server.plan(bot, ...fates), ...verdict });
  const number = (code: number, verdict: Pick<VendorCase, "kind" | "code">): VendorCase =>
    answers(`error ${code}`, [{ kind: "error", code }], verdict);
  return {
    channel: "telegram",
    fate: (next) =>
      server.plan(
        bot,
        typeof next === "string" ? plans[next] : { kind: "held", until: next.until },
      ),
    cases: [
      number(403, { kind: "waiting_for_user", code: "blocked" }),
      number(400, { kind: "refused", code: "http_400" }),
      number(429, { kind: "not_sent", code: "busy" }),
      number(500, { kind: "unknown", code: "http_500" }),
      number(502, { kind: "unknown", code: "http_502" }),
      answers("200 without an id", [{ kind: "taken_without_id" }], {
        kind: "unknown",
        code: "no_message_id",
      }),
      answers("200 without sense", [{ kind: "plain", status: 200, body: "<html>" }], {
        kind: "unknown",
        code: "http_200",
      }),
      answers("a redirect", [{ kind: "plain", status: 302, body: "" }], { kind: "unknown" }),
    ],
    withhold: () => server.plan(bot, { kind: "error", code: 403 }),
    handed: () =>
      server.calls.filter((call) => call.bot === bot && call.method === "sendMessage").length,
    complaints: () => server.violations,
  };
}

/** A person whose messages Telegram posts to us. */
export const telegramHookBench: OpenBench = (world): ChannelBench => ({
  ...benchOf(world, telegramBots.hook),
  person: async () => createWebhookPerson(world),
  elsewhere: async () => createPolledPerson(world),
  unproven: (said) =>
    Promise.all(
      [undefined, "", "another-secret-000001", `${telegramSecret}x`].map((secret) =>
        callWebhook(world, messageOf(world, 1, said), { secret }),
      ),
    ),
});

/** A person whose messages we fetch. Only Telegram can put one there; it also brings those of other bots. */
export const telegramPollBench: OpenBench = (world): ChannelBench => ({
  ...benchOf(world, telegramBots.poll),
  person: async () => createPolledPerson(world),
  elsewhere: async () => createWebhookPerson(world),
  async unproven(said) {
    const chatId = (people += 1);
    await untilHeard(world, messageOf(world, chatId, { ...said, from: { is_bot: true } }));
    return ["refused"];
  },
});
