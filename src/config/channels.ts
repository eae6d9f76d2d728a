import { z } from "zod";
import { everyChannel } from "./every-channel.ts";
import { wechatSection } from "./wechat.ts";
import { wecomSection } from "./wecom.ts";
import { evolutionSection, whatsappSection } from "./whatsapp.ts";

export type ChannelSections = Readonly<Record<string, z.ZodType>>;

/**
 * `channels.<name>.*`, one schema per channel. A strict object with `.prefault({})`, every key with a `describe`;
 * a secret carries `.meta({ writeOnly: true })`. Masks, environment names and suggestions follow from that.
 */
export const channelSections = {
  web: z
    .strictObject(everyChannel({ enabled: true, busyPolicy: "queue" }))
    .prefault({})
    .describe("The web page's own chat."),
  wechat: wechatSection,
  whatsapp: whatsappSection,
  evolution: evolutionSection,
  wecom: wecomSection,
} satisfies ChannelSections;
