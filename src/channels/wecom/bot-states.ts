import type { ChannelPorts } from "../../domain/ports/channel-ports.ts";
import type { Log } from "../../domain/ports/log.ts";
import { wecomChannel, type WecomSettings } from "./settings.ts";

export interface BotStates {
  /** Lists the bots of the settings, and no others. */
  list(): Promise<void>;
  /** WeCom has called this bot's address with the right keys. */
  heard(bot: string): void;
}

/**
 * The state of bots with a callback, for the operator: connected once WeCom has called. Long
 * connections report their own.
 */
export function createBotStates(on: {
  readonly ports: Pick<ChannelPorts, "directory">;
  readonly settings: Pick<WecomSettings, "bots">;
  readonly log: Log;
}): BotStates {
  const { directory } = on.ports;
  const known = new Set<string>();
  const of = (channelAccount: string) => ({ channel: wecomChannel, channelAccount });
  return {
    async list() {
      const before = await directory.configured(wecomChannel);
      const names = on.settings.bots.map(({ name }) => name);
      for (const { channelAccount } of before)
        if (!names.includes(channelAccount)) await directory.unlink(of(channelAccount));
      for (const { name, connection } of on.settings.bots) {
        const isNew =
          connection === undefined && !before.some(({ channelAccount }) => channelAccount === name);
        if (isNew)
          await directory.stateChanged(of(name), {
            state: "not_connected",
            reason: "not_called_yet",
          });
      }
    },
    heard(bot) {
      if (known.has(bot)) return;
      known.add(bot);
      directory.stateChanged(of(bot), { state: "connected" }).catch((error: unknown) => {
        // The next call reports it again.
        known.delete(bot);
        on.log.warn({ error, channel: wecomChannel }, "the state of a bot could not be recorded");
      });
    },
  };
}
