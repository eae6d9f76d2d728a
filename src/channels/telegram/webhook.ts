import { Refusal } from "../../domain/errors.ts";
import type { ChannelWebhook } from "../../domain/webhook.ts";
import { objectIn } from "../kit/json-fields.ts";
import { isAnyOf, isSameText } from "../kit/same-text.ts";
import type { Profile } from "./addressed.ts";
import { telegramChannel, type TelegramBot } from "./settings.ts";
import { takeUpdates, type TakeDeps } from "./take.ts";

export interface WebhookDeps extends TakeDeps {
  readonly secrets: readonly string[];
  /** Undefined while Telegram can't be asked. */
  findProfile(bot: TelegramBot): Promise<Profile | undefined>;
}

export const webhookPath = "/webhooks/telegram";
const maxBytes = 1024 * 1024;

/** Telegram posts each update here with the secret that `setWebhook` gave it. */
export const createWebhook = (on: WebhookDeps, bot: TelegramBot): ChannelWebhook => ({
  method: "post",
  path: `${webhookPath}/${bot.id}`,
  maxBytes,
  async handle({ headers, body }) {
    const given = headers["x-telegram-bot-api-secret-token"] ?? "";
    if (!isAnyOf(on.secrets, (secret) => isSameText(secret, given)))
      throw new Refusal("webhook_unauthorized", undefined, "The secret token is missing or wrong.");
    const update = objectIn(body);
    try {
      const me = await on.findProfile(bot);
      if (me === undefined) throw new Refusal("unavailable");
      await takeUpdates(on, { token: bot.token, me, updates: [update] });
    } catch (error) {
      // The person writes too fast: Telegram sends it again later.
      if (error instanceof Refusal && error.status === 429) throw error;
      on.log.error(
        { error, channel: telegramChannel },
        "a callback could not be stored; the vendor will send it again",
      );
      throw new Refusal("unavailable", undefined, "Please send it again.");
    }
    return { status: 200, body: "{}", contentType: "application/json" };
  },
});
