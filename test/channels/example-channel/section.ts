import { z } from "zod";
import { commonSettings } from "../../../src/channels/kit/common-settings.ts";
import type { SectionOf } from "../../../src/channels/kit/descriptor.ts";
import { calledHosts, httpUrl, secret, webhookSecret } from "../../../src/fields.ts";

export const pagerSection = z
  .strictObject({
    ...commonSettings({ enabled: false, busyPolicy: "queue" }),
    webhook_secrets: z
      .array(webhookSecret)
      .default([])
      .describe("Secret that the pager sends as X-Pager-Secret. Two while it is being changed."),
    api_base_url: httpUrl.default("https://pager.example").describe("Where pages are sent to."),
    api_token: secret.min(1).optional().describe("Bearer for `api_base_url`."),
    allowed_hosts: calledHosts.default([]).describe("Hosts that may lie on this machine."),
  })
  .prefault({})
  .describe("A pager.");

export type PagerSection = SectionOf<typeof pagerSection>;

export const pagerProblems = ({ enabled, webhook_secrets: secrets }: PagerSection) =>
  enabled && secrets.length === 0
    ? ["`channels.pager` is enabled but has no `webhook_secrets`: anyone could write."]
    : [];
