import { z } from "zod";
import type { BusyPolicy } from "../../domain/message.ts";
import { proxyUrl } from "../../fields.ts";

const busyPolicies = ["busy", "queue", "supersede"] as const satisfies readonly BusyPolicy[];

/** Settings that every channel has. A channel adds its own keys beside these. */
export const commonSettings = (defaults: {
  readonly enabled: boolean;
  readonly busyPolicy: (typeof busyPolicies)[number];
}) => ({
  enabled: z.boolean().default(defaults.enabled).describe("Whether this channel runs."),
  busy_policy: z
    .enum(busyPolicies)
    .default(defaults.busyPolicy)
    .describe(
      "What to do with a message that arrives while a turn is running: answer `busy`, `queue` it, or let it `supersede` the turn.",
    ),
  proxy: proxyUrl
    .optional()
    .describe(
      "HTTP proxy for calls to the vendor, such as http://user:password@proxy.example.org:3128: for a fixed address, or where the vendor can't be reached directly.",
    ),
});

/** The part of the server's settings that channels read. */
export interface ServerSettings {
  readonly host: string;
  readonly public_url?: string | undefined;
  readonly allowed_hosts: readonly string[];
  readonly trusted_proxies: readonly string[];
}
