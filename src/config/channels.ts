import { z } from "zod";
import type { BusyPolicy } from "../domain/message.ts";

const busyPolicies = ["busy", "queue", "supersede"] as const satisfies readonly BusyPolicy[];

/** What every channel can be told. A channel adds its own keys beside these. */
const everyChannel = (defaults: { readonly enabled: boolean; readonly busyPolicy: BusyPolicy }) => ({
  enabled: z.boolean().default(defaults.enabled).describe("Whether this channel runs."),
  busy_policy: z
    .enum(busyPolicies)
    .default(defaults.busyPolicy)
    .describe("A message that comes while a turn runs: answer `busy`, `queue` it, or let it `supersede` the turn."),
});

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
} satisfies ChannelSections;
