import { z } from "zod";
import { calledHosts, httpUrl, secret } from "../../fields.ts";
import {
  chatAccessProblems,
  chatAccessSettings,
  readChatAccess,
  unmet,
} from "../kit/chat-access.ts";
import { commonSettings } from "../kit/common-settings.ts";
import type { SectionOf } from "../kit/descriptor.ts";
import type { FeishuSettings } from "./settings.ts";

export const feishuSection = z
  .strictObject({
    ...commonSettings({ enabled: false, busyPolicy: "supersede" }),
    app_id: z
      .string()
      .regex(/^cli_[0-9a-zA-Z]{6,40}$/, "must be the app's id, which begins with cli_")
      .optional()
      .describe("App ID of the self-built app, from the developer console."),
    app_secret: secret.min(8).optional().describe("App Secret of the app."),
    events: z
      .enum(["connection", "callback"])
      .default("connection")
      .describe(
        "How messages arrive: over a long `connection`, which needs no public address, or by a `callback` to `server.public_url`.",
      ),
    encrypt_key: secret
      .min(8)
      .optional()
      .describe("Encrypt Key of the app's callbacks. Needed for `events: callback`."),
    ...chatAccessSettings({ userId: /^ou_\w{1,80}$/, groupId: /^oc_\w{1,80}$/ }),
    streaming: z
      .boolean()
      .default(true)
      .describe("Whether an answer is shown in a card while it is written."),
    api_base_url: httpUrl
      .default("https://open.feishu.cn")
      .describe("Address of the API. Lark's is https://open.larksuite.com."),
    allowed_hosts: calledHosts
      .default([])
      .describe(
        "Hosts that may be called in addition to the vendor's. A local or private host must be listed.",
      ),
  })
  .prefault({})
  .describe("Feishu or Lark, by a self-built app of your own.");

export type FeishuSection = SectionOf<typeof feishuSection>;

export function feishuProblems(section: FeishuSection): readonly string[] {
  if (!section.enabled) return [];
  return [
    ...unmet([
      [
        section.app_id !== undefined && section.app_secret !== undefined,
        "`channels.feishu` is enabled but has no `app_id` or no `app_secret`: create a self-built app in the developer console.",
      ],
      [
        section.events === "connection" || section.encrypt_key !== undefined,
        "`channels.feishu.events` is callback but there is no `encrypt_key`: anyone could write in any person's name.",
      ],
    ]),
    ...chatAccessProblems("feishu", section),
  ];
}

export const encryptKeys = ({ encrypt_key: given }: FeishuSection): readonly string[] =>
  given === undefined ? [] : [given];

/** The section as the channel takes it. */
export const feishuSettings = (
  section: FeishuSection,
  keys: readonly string[] = encryptKeys(section),
): FeishuSettings => ({
  apps: [{ id: section.app_id ?? "", secret: section.app_secret ?? "", events: section.events }],
  busyPolicy: section.busy_policy,
  ...readChatAccess(section),
  encryptKeys: keys,
  streams: section.streaming,
  apiBaseUrl: section.api_base_url,
  allowedHosts: section.allowed_hosts,
});
