import type { Config } from "../config.ts";
import { webhookSecrets } from "../config/wechat.ts";

/**
 * By what vendors prove themselves. The lists are handed to the channels once and change in place when the settings are
 * read again: a secret is replaced without a restart, and while two are listed both are valid.
 */
export interface WebhookSecrets {
  readonly lists: Readonly<Record<ListName, readonly string[]>>;
  /** Takes what the settings say now. Gives the names of what changed. */
  renew(config: Config): readonly ListName[];
}

const read = {
  "channels.wechat.webhook_secret": ({ channels }: Config) => webhookSecrets(channels.wechat),
  "channels.whatsapp.app_secrets": ({ channels }: Config) => channels.whatsapp.app_secrets,
  "channels.whatsapp.verify_tokens": ({ channels }: Config) => channels.whatsapp.verify_tokens,
  "channels.evolution.webhook_secrets": ({ channels }: Config) =>
    channels.evolution.webhook_secrets,
  "channels.evolution.jwt_keys": ({ channels }: Config) => channels.evolution.jwt_keys,
} as const;

type ListName = keyof typeof read;

export function openWebhookSecrets(config: Config): WebhookSecrets {
  const names = Object.keys(read) as ListName[];
  const lists = Object.fromEntries(names.map((name) => [name, [...read[name](config)]])) as Record<
    ListName,
    string[]
  >;
  return {
    lists,
    renew(changed) {
      return names.filter((name) => {
        const [now, next] = [lists[name], read[name](changed)];
        // A way in that has a secret never loses its last one while it runs: whoever wants it open says so at a start.
        if (next.length === 0 || JSON.stringify(now) === JSON.stringify(next)) return false;
        now.splice(0, now.length, ...next);
        return true;
      });
    },
  };
}
