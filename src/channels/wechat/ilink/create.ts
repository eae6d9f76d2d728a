import type { Channel } from "../../../domain/channel.ts";
import type { ChannelLogin } from "../../../domain/ports/channel-login.ts";
import type { ChannelPorts } from "../../../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../../domain/ports/channel-reports.ts";
import type { Chance, Clock } from "../../../domain/ports/clock.ts";
import type { OutboundHttp } from "../../../domain/ports/http.ts";
import type { Log, Metrics } from "../../../domain/ports/log.ts";
import type { MediaStore } from "../../../domain/ports/media.ts";
import type { QuotedMessages } from "../../../domain/ports/quotes.ts";
import { openAccounts } from "./accounts.ts";
import { createLogin } from "./login.ts";
import { type Polling, startPolling } from "./polling.ts";
import { ilinkChannel } from "./send.ts";
import { type IlinkSettings, ilinkDefaults } from "./settings.ts";
import { createTyping, type Typing } from "./typing.ts";
import { createWire } from "./wire.ts";

export interface IlinkDeps {
  readonly ports: ChannelPorts;
  readonly reports?: ChannelReports | undefined;
  readonly media: MediaStore;
  readonly quotes: QuotedMessages;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
  /** What differs from `ilinkDefaults`. */
  readonly settings?: Partial<IlinkSettings> | undefined;
}

/** Tencent's API for bots in personal WeChat: people link their own by scanning a code. */
export interface Ilink {
  readonly channel: Channel;
  /**
   * Whether an account of `wechat_personal` is one of ours. Others belong to an outside connector.
   */
  owns(channelAccount: string): boolean;
  readonly login: ChannelLogin;
  readonly typing: Typing;
  startPolling(): Pick<Polling, "close">;
}

/** Does not wait for the vendor to remove the typing indicator. */
const withoutWaiting = (shown: { end(): Promise<void> }): { end(): void } => ({
  end: () => void shown.end(),
});

export function createIlink(deps: IlinkDeps): Ilink {
  const settings = { ...ilinkDefaults, ...deps.settings };
  const wire = createWire({ ...deps, settings });
  const accounts = openAccounts(deps);
  const on = { ...deps, settings, wire, accounts };
  const running = new Set<Polling>();
  const typing = createTyping(on);
  return {
    channel: { ...ilinkChannel(on), typing: (to) => withoutWaiting(typing.begin(to)) },
    owns: (channelAccount) =>
      accounts.known(channelAccount) !== undefined || channelAccount.endsWith("@im.bot"),
    login: createLogin({
      ...on,
      onConnected: () => {
        for (const polling of running) polling.wake();
      },
    }),
    typing,
    startPolling: () => {
      const polling = startPolling({ ...on, sole: deps.ports.sole });
      running.add(polling);
      return {
        close: async () => {
          running.delete(polling);
          await polling.close();
        },
      };
    },
  };
}
