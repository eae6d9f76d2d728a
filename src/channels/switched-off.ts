import { Refusal } from "../domain/errors.ts";
import type { ChannelWebhook } from "../domain/webhook.ts";

/** Where a vendor would knock. A channel that is not set up says so, rather than that there is no such place. */
const doors = {
  wechat: ["/webhooks/wechat/personal"],
  whatsapp: ["/webhooks/whatsapp"],
  evolution: ["/webhooks/evolution"],
  wecom: ["/wecombot/callback"],
} as const;

/** Vendors that check an address before they use it. */
const checked: readonly string[] = ["whatsapp", "wecom"];

export function switchedOff(channel: keyof typeof doors): readonly ChannelWebhook[] {
  const methods = checked.includes(channel) ? (["get", "post"] as const) : (["post"] as const);
  return doors[channel].flatMap((path) =>
    methods.map((method) => ({
      method,
      path,
      isOff: true,
      handle: () =>
        Promise.reject(
          new Refusal("unsupported_provider", "This channel is not set up here.", { channel }),
        ),
    })),
  );
}
