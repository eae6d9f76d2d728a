import type { PushLedger } from "../../src/domain/ports/channel-storage.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import type { AwaitedAnswer, Channel } from "../../src/domain/channel.ts";
import type { Delivery, Verdict } from "../../src/domain/delivery.ts";
import type { QuotedMessages } from "../../src/domain/ports/quotes.ts";
import type { ChannelWebhook, ChannelWebhookAnswer } from "../../src/domain/webhook.ts";
import { safeHttp } from "../../src/outbound/safe-fetch.ts";
import { safeSockets } from "../../src/outbound/safe-socket.ts";
import { fakeMedia, fakePorts } from "./channel-ports.ts";
import { fakeClock } from "./fake-clock.ts";
import { silentLog } from "./silent-log.ts";
import { partTo } from "./telegram-bench.ts";

interface Bot {
  readonly channel: Channel;
  readonly webhooks?: readonly ChannelWebhook[] | undefined;
  start(): { close(): Promise<void> };
  close(): Promise<void>;
}

interface BotOf {
  readonly channel: string;
  readonly channelAccount: string;
}

export type BotParts = ReturnType<typeof createParts>;

/** What every channel of a bot is made of, over real sockets and a clock of the test's. */
function createParts() {
  const clock = fakeClock();
  const ports = fakePorts(clock);
  const known = new Map<string, string>();
  const kept = new Map<string, string>();
  const network = safeHttp({ clock: systemClock });
  const quotes: QuotedMessages = {
    find: async ({ vendorId }) => {
      const text = known.get(vendorId);
      return text === undefined ? undefined : { text, from: "us", payload: {} };
    },
  };
  return {
    ports,
    media: fakeMedia(),
    clock,
    quotes,
    /** Quotations that are known, by the vendor's id. */
    known,
    kept,
    pushes: fakePushes(kept),
    network,
    http: clock.underWay.http(network),
    sockets: safeSockets({ clock: systemClock }),
    chance: createSystemChance(systemClock.now),
    log: silentLog,
    metrics: { count: () => undefined, observe: () => undefined },
  };
}

/** A channel of a bot before its vendor. */
export async function openBotBench<Made extends Bot>(of: BotOf, make: (parts: BotParts) => Made) {
  const parts = createParts();
  const linked = { ...of, accountId: "server", state: "not_connected", reason: null } as const;
  await parts.ports.directory.link(linked);
  const made: Made[] = [];
  const another = (): Made => {
    const one = make(parts);
    made.push(one);
    return one;
  };
  const bot = another();
  let held: { close(): Promise<void> } | undefined;
  return {
    ...parts,
    bot,
    /** Another process with the same database. */
    another,
    start: () => void (held = bot.start()),
    state: () => parts.ports.accounts.find(({ channel }) => channel === of.channel),
    /** Lets real input and output happen until the condition holds; time moves when it says so. */
    async until(condition: () => boolean, stepMs = 0): Promise<void> {
      for (let looks = 1; !condition(); looks += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        if (stepMs > 0 && looks % 20 === 0) await parts.clock.pass(stepMs);
      }
    },
    typing: (more: Partial<AwaitedAnswer>) =>
      bot.channel.typing?.({
        channelAccount: of.channelAccount,
        peer: "5",
        scope: "user:5",
        vendorId: "12",
        contextToken: undefined,
        turnId: "turn-1",
        shown: () => "",
        ...more,
      }),
    send: (scope: string, more: Partial<Delivery> = {}, by: Bot = bot): Promise<Verdict> =>
      by.channel.send(partTo(scope, { ...of, ...more }), new AbortController().signal),
    call: (
      body: string | Uint8Array,
      headers: Readonly<Record<string, string>> = {},
      { query = "", method = "post" } = {},
    ): Promise<ChannelWebhookAnswer> => {
      const webhook = bot.webhooks?.find((each) => each.method === method);
      if (webhook === undefined) throw new Error("this bot has no such webhook");
      return webhook.handle({
        headers,
        body: Buffer.from(body as string),
        query: new URLSearchParams(query),
        ip: "203.0.113.9",
        isLocal: false,
      });
    },
    async close(): Promise<void> {
      await held?.close();
      for (const each of made) await each.close();
      await parts.network.close();
    },
  };
}

/** What channels keep of parts, in memory. */
export const fakePushes = (kept = new Map<string, string>()): PushLedger => ({
  slot: async () => 0,
  restOf: async (part) => kept.get(part),
  keepRest: async (part, rest) => {
    if (rest === undefined) kept.delete(part);
    else kept.set(part, rest);
  },
});
