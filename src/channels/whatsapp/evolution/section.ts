import { z } from "zod";
import { calledHosts, httpUrl, secret, webhookSecret } from "../../../fields.ts";
import { commonSettings } from "../../kit/common-settings.ts";
import type { SectionOf } from "../../kit/descriptor.ts";
import { accessProblems, accessSettings, readAccess, unmet } from "../access-settings.ts";

const instance = z.strictObject({
  name: z.string().min(1).max(200).describe("Name of the instance."),
  api_key: secret.min(1).describe("Key of the instance."),
});

export const evolutionSection = z
  .strictObject({
    ...commonSettings({ enabled: false, busyPolicy: "supersede" }),
    webhook_secrets: z
      .array(webhookSecret)
      .default([])
      .describe(
        "Secret that Evolution sends as X-Webhook-Secret or as a bearer token. While you change it: both.",
      ),
    jwt_keys: z
      .array(webhookSecret)
      .default([])
      .describe("Key that Evolution's webhook tokens are signed with (`jwt_key`)."),
    ...accessSettings,
    instances: z.array(instance).default([]).describe("The instances, each with its key."),
    api_base_url: httpUrl.default("http://127.0.0.1:8080").describe("Address of the gateway."),
    allowed_hosts: calledHosts
      .default([])
      .describe("Hosts that may be called. A local or private gateway must be listed."),
    groups: z.boolean().default(false).describe("Whether messages in groups are answered."),
  })
  .prefault({})
  .describe("WhatsApp by an Evolution API gateway.");

export type EvolutionSection = SectionOf<typeof evolutionSection>;

/** A channel without its secret does not start, and says so before anything else does. */
export function evolutionProblems(section: EvolutionSection): readonly string[] {
  if (!section.enabled) return [];
  return [
    ...accessProblems("evolution", section),
    ...unmet([
      [
        section.webhook_secrets.length + section.jwt_keys.length > 0,
        "`channels.evolution` is enabled but has neither `webhook_secrets` nor `jwt_keys`: anyone could write in any person's name.",
      ],
      [
        section.instances.length > 0,
        "`channels.evolution` is enabled but has no `instances`: say which is yours.",
      ],
    ]),
  ];
}

/** The section as the channel takes it. */
export function evolutionSettings(section: EvolutionSection) {
  return {
    busyPolicy: section.busy_policy,
    ...readAccess(section),
    webhookSecrets: section.webhook_secrets,
    jwtKeys: section.jwt_keys,
    instances: section.instances.map(({ name, api_key: apiKey }) => ({ name, apiKey })),
    apiBaseUrl: section.api_base_url,
    allowedHosts: section.allowed_hosts,
    groups: section.groups,
  };
}
