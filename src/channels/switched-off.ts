import { Refusal } from "../domain/errors.ts";
import type { ChannelWebhook } from "../domain/webhook.ts";

/** Where a vendor would knock. A channel that is not set up says so, rather than that there is no such place. */
const doors = {
  wechat: ["/webhooks/wechat/personal"],
  whatsapp: ["/webhooks/whatsapp"],
  evolution: ["/webhooks/evolution"],
  wecom: ["/wecombot/callback"],
} as const;

export function switchedOff(channel: keyof typeof doors): readonly ChannelWebhook[] {
  return doors[channel].map((path) => ({
    method: "post",
    path,
    isOff: true,
    handle: () => Promise.reject(new Refusal("unsupported_provider", "This channel is not set up here.", { channel })),
  }));
}
