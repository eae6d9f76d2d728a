import type { AnswerStreams } from "../../domain/answer-streams.ts";
import type { Channel } from "../../domain/channel.ts";
import type { ChannelPorts } from "../../domain/channel-ports.ts";
import type { ChannelReports } from "../../domain/channel-reports.ts";
import { type Chance, type Clock, iso } from "../../domain/clock.ts";
import type { Outlook, Prospect } from "../../domain/delivery-outlook.ts";
import type { OutboundHttp } from "../../domain/http.ts";
import type { Log } from "../../domain/log.ts";
import type { ReplyTickets } from "../../domain/reply-tickets.ts";
import type { ChannelWebhook } from "../../domain/webhook.ts";
import { wecomWebhooks } from "./callback.ts";
import { createCalls } from "./calls.ts";
import { createChain } from "./chain.ts";
import { deliver } from "./deliver.ts";
import { fetchWecomFile } from "./download.ts";
import { defaultBot, pushKey } from "./push-key.ts";
import { wecomChannel, type WecomSettings } from "./settings.ts";

export interface WecomDeps {
  readonly ports: ChannelPorts;
  readonly reports?: ChannelReports | undefined;
  readonly streams: AnswerStreams;
  readonly tickets: ReplyTickets;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly settings: WecomSettings;
  /** A text as parts of so many bytes. */
  readonly split: (text: string, bytes: number) => readonly string[];
}

export interface Wecom {
  readonly channel: Channel;
  readonly webhooks: readonly ChannelWebhook[];
  /** Seals what the operator set. */
  start(): Promise<void>;
}

/** With room for the mark of a supplement. */
const partBytes = 20_400;
const hourMs = 3_600_000;

/** WeCom's AI bots. Messages come by callbacks; answers are fetched as streams and go on by other ways when they can't be. */
export function createWecom(deps: WecomDeps): Wecom {
  const { settings, ports } = deps;
  const bots = new Map(settings.bots.map((bot) => [bot.name, bot]));
  const post = createCalls(deps);
  const chain = createChain({ ...deps, post, secrets: ports.secrets });
  const channel: Channel = {
    name: wecomChannel,
    ready: (name) => bots.has(name),
    limits: { partLength: partBytes, partUnit: "bytes", paceMs: 0, sendTimeoutMs: 60_000, turnTimeoutMs: settings.turnTimeoutMs },
    unknownSends: "keep",
    outlook: (prospect) => outlook(settings, prospect),
    send: (delivery, signal) => deliver({ ...deps, chain }, delivery, signal),
    fetchFile: async (file, signal) => {
      const bot = bots.get(file.channelAccount);
      return bot === undefined ? { failed: "gone", again: false } : fetchWecomFile({ ...deps, bot }, file, signal);
    },
  };
  return {
    channel,
    webhooks: wecomWebhooks({ ...deps, post, settings }),
    async start() {
      for (const [scope, url] of Object.entries(settings.pushUrls)) await ports.secrets.put(pushKey(defaultBot, scope), url);
    },
  };
}

/** Without a robot, WeCom takes words only for an hour after the person wrote. */
function outlook({ fallbackUrl, pushUrls }: WecomSettings, { window, at }: Prospect): Outlook {
  if (fallbackUrl !== undefined || Object.keys(pushUrls).length > 0) return { kind: "open" };
  if (window.lastInboundAt === null) return { kind: "closed", reason: "never_wrote", windowEndsAt: null };
  const ends = Date.parse(window.lastInboundAt) + hourMs;
  return at < ends ? { kind: "open" } : { kind: "closed", reason: "window_closed", windowEndsAt: iso(ends) };
}
