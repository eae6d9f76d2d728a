import { createDiscord, type Discord } from "../../src/channels/discord/create.ts";
import type { DiscordSettings } from "../../src/channels/discord/settings.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import type { AwaitedAnswer } from "../../src/domain/channel.ts";
import type { QuotedMessages } from "../../src/domain/ports/quotes.ts";
import { safeHttp } from "../../src/outbound/safe-fetch.ts";
import { safeSockets } from "../../src/outbound/safe-socket.ts";
import { type DiscordServer, startDiscordServer } from "../vendors/discord/server.ts";
import { fakeMedia, type FakeMedia, fakePorts, type FakePorts } from "./channel-ports.ts";
import { type FakeClock, fakeClock } from "./fake-clock.ts";
import { fakePushes } from "./bot-bench.ts";
import { silentLog } from "./silent-log.ts";

export const discordBot = "710000000000000001";

/** Discord's channel before its vendor, over real sockets. */
export interface DiscordBench {
  readonly server: DiscordServer;
  readonly discord: Discord;
  readonly ports: FakePorts;
  readonly media: FakeMedia;
  readonly clock: FakeClock;
  /** Quotations that are known, by the vendor's id. */
  readonly quotes: Map<string, string>;
  /** Another process with the same database. */
  another(): Discord;
  /** Lets real input and output happen until the condition holds; time moves when it says so. */
  until(condition: () => boolean, stepMs?: number): Promise<void>;
  typing(more: Partial<AwaitedAnswer>): { end(): void } | undefined;
  close(): Promise<void>;
}

export async function openDiscordBench(
  change: Partial<DiscordSettings> = {},
): Promise<DiscordBench> {
  const server = await startDiscordServer([discordBot]);
  const clock = fakeClock();
  const ports = fakePorts(clock);
  const linked = { channel: "discord", channelAccount: discordBot, accountId: "server" };
  await ports.directory.link({ ...linked, state: "not_connected", reason: null });
  const media = fakeMedia();
  const network = safeHttp({ clock: systemClock });
  const http = clock.underWay.http(network);
  const known = new Map<string, string>();
  const quotes: QuotedMessages = {
    find: async ({ vendorId }) => {
      const text = known.get(vendorId);
      return text === undefined ? undefined : { text, from: "us", payload: {} };
    },
  };
  const pushes = fakePushes();
  const made: Discord[] = [];
  const another = (): Discord => {
    const discord = createDiscord({
      ports,
      quotes,
      pushes,
      media,
      http,
      sockets: safeSockets({ clock: systemClock }),
      clock,
      chance: createSystemChance(systemClock.now),
      log: silentLog,
      metrics: { count: () => undefined, observe: () => undefined },
      settings: {
        bots: [{ id: discordBot, token: server.tokenOf(discordBot) }],
        busyPolicy: "supersede",
        access: "paired",
        allowedUsers: [],
        allowedChannels: ["*"],
        sharedChannels: [],
        streams: true,
        apiBaseUrl: server.url,
        allowedHosts: ["127.0.0.1", new URL(server.gateway.url.replace("ws", "http")).host],
        ...change,
      },
    });
    made.push(discord);
    return discord;
  };
  const discord = another();
  return {
    server,
    discord,
    ports,
    media,
    clock,
    quotes: known,
    another,
    async until(condition, stepMs = 0) {
      for (let looks = 1; !condition(); looks += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        if (stepMs > 0 && looks % 20 === 0) await clock.pass(stepMs);
      }
    },
    typing: (more) =>
      discord.channel.typing?.({
        channelAccount: discordBot,
        peer: "5",
        scope: "user:5",
        vendorId: "12",
        contextToken: undefined,
        turnId: "turn-1",
        shown: () => "",
        ...more,
      }),
    async close() {
      for (const each of made) await each.close();
      await network.close();
      await server.close();
    },
  };
}
