import { z } from "zod";
import { page } from "../../domain/page.ts";
import { commonSettings } from "../kit/common-settings.ts";
import { defineChannel } from "../kit/descriptor.ts";
import type { WireContext } from "../kit/wiring.ts";
import { type Channel, plainChatApp } from "../../domain/channel.ts";

/**
 * The web page. A reply is handed over when its row is there: the page reads rows, resumes where it
 * left off and knows each message by its id, so showing one twice is impossible and a repeat is
 * harmless.
 */
export function webChannel(notifyAway?: WireContext<unknown>["notifyAway"]): Channel {
  return {
    name: page.channel,
    ready: () => true,
    async send(delivery) {
      // An answer is awaited on the page; what comes by itself may find the page closed.
      if (delivery.source !== "reply") void notifyAway?.(delivery);
      return { kind: "sent", providerMessageId: delivery.messageId ?? delivery.id };
    },
    limits: { partLength: 100_000, partUnit: "characters", paceMs: 0, sendTimeoutMs: 10_000 },
    capabilities: { ...plainChatApp, opensLinks: false, reportsLater: false },
    unknownSends: "resend",
  };
}

export const web = defineChannel({
  name: "web",
  provider: page.channel,
  settings: {
    schema: z
      .strictObject(commonSettings({ enabled: true, busyPolicy: "queue" }))
      .omit({ proxy: true })
      .prefault({})
      .describe("The web page's own chat."),
  },
  capabilities: { bindsPeople: false, handlesFiles: ({ enabled }) => enabled },
  webhooks: [],
  words: { name: { en: "Web", zh: "网页" } },
  doctor: {},
  wire: ({ notifyAway }) => ({ channel: webChannel(notifyAway) }),
});
