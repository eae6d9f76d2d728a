import type { ChannelList } from "../channels/kit/descriptor.ts";
import type { Config } from "../config.ts";
import { sectionOf } from "../config/channel-section.ts";

/**
 * The secrets that vendors prove themselves by. Channels are handed the lists once, and the lists
 * change in place when the settings are read again: a secret is replaced without a restart, and
 * while two are listed both are valid.
 */
export interface WebhookSecrets {
  /** The lists of one channel, by setting. */
  listsOf(channel: string): Readonly<Record<string, readonly string[]>>;
  all(): readonly string[];
  /** Takes the secrets of these settings. Gives the names of the settings that changed. */
  renew(config: Config): readonly string[];
  /** The secrets of a channel that is wired again. */
  replace(config: Config, channel: string): void;
}

interface SecretLists {
  readonly channel: string;
  readonly key: string;
  readonly values: string[];
  read(config: Config): readonly string[];
}

export function openWebhookSecrets(config: Config, list: ChannelList): WebhookSecrets {
  const kept: readonly SecretLists[] = list.flatMap((each) =>
    Object.entries(each.settings.webhookSecrets ?? {}).map(([key, secret]) => {
      const read = ({ channels }: Config) => secret.read(sectionOf(channels, each));
      return { channel: each.name, key, read, values: [...read(config)] };
    }),
  );
  return {
    listsOf: (channel) =>
      Object.fromEntries(
        kept.filter((each) => each.channel === channel).map(({ key, values }) => [key, values]),
      ),
    all: () => kept.flatMap(({ values }) => values),
    renew: (changed) =>
      kept
        .filter(({ values, read }) => {
          const next = read(changed);
          // An address that has a secret never loses its last one while it runs: an operator who
          // wants it open says so at a start.
          if (next.length === 0 || JSON.stringify(values) === JSON.stringify(next)) return false;
          values.splice(0, values.length, ...next);
          return true;
        })
        .map(({ channel, key }) => `channels.${channel}.${key}`),
    replace: (changed, channel) => {
      for (const each of kept)
        if (each.channel === channel)
          each.values.splice(0, each.values.length, ...each.read(changed));
    },
  };
}
