import { z } from "zod";
import { calledHosts, httpUrl, secret } from "../../../fields.ts";
import { chatAccessProblems, unmet } from "../../kit/chat-access.ts";
import { commonSettings } from "../../kit/common-settings.ts";
import type { SectionOf } from "../../kit/descriptor.ts";
import { wecomKey } from "../crypto.ts";
import { aesKey } from "../section.ts";
import type { WecomServiceSettings } from "./settings.ts";

const externalId = z.string().regex(/^[\w.@-]{1,64}$/, "must be a customer's id");

export const wecomServiceSection = z
  .strictObject({
    ...commonSettings({ enabled: false, busyPolicy: "supersede" }),
    corp_id: z
      .string()
      .regex(/^w[wx][0-9a-zA-Z]{6,40}$/, "must be the company's id, which begins with ww")
      .optional()
      .describe("Id of the company (企业ID), from the admin console."),
    secret: secret
      .min(8)
      .optional()
      .describe("Secret of the app that may call customer service (可调用接口的应用)."),
    token: secret.optional().describe("Token of customer service's callback."),
    encoding_aes_key: aesKey.optional().describe("EncodingAESKey of customer service's callback."),
    accounts: z
      .array(z.string().regex(/^wk[\w-]{6,60}$/, "must be an account's id, which begins with wk"))
      .default([])
      .describe("Ids of the customer service accounts that are answered here (open_kfid)."),
    welcome: z
      .string()
      .max(500)
      .optional()
      .describe("What a person gets who opens the chat for the first time in two days."),
    access: z
      .enum(["paired", "list", "open"])
      .default("paired")
      .describe(
        "Who gets an answer, in addition to known people: senders of a pairing code (`paired`), also the people of `allowed_users` (`list`), or everyone who writes (`open`).",
      ),
    allowed_users: z
      .array(externalId)
      .default([])
      .describe(
        "Ids of people who get an account when they first write. Only used with `access: list`.",
      ),
    api_base_url: httpUrl
      .default("https://qyapi.weixin.qq.com")
      .describe("Address of the API, or of a forwarder with a fixed address."),
    allowed_hosts: calledHosts
      .default([])
      .describe(
        "Hosts that may be called in addition to WeCom's. A local or private host must be listed.",
      ),
  })
  .prefault({})
  .describe("Customer service of WeCom in WeChat (微信客服).");

export type WecomServiceSection = SectionOf<typeof wecomServiceSection>;

export function wecomServiceProblems(section: WecomServiceSection): readonly string[] {
  if (!section.enabled) return [];
  return [
    ...unmet([
      [
        section.corp_id !== undefined && section.secret !== undefined,
        "`channels.wecom_service` is enabled but `corp_id` or `secret` is missing: allow an app to call customer service in WeCom's admin console.",
      ],
      [
        keyOf(section) !== undefined,
        "`channels.wecom_service` needs `token` and `encoding_aes_key`, as the console shows them.",
      ],
      [
        section.accounts.length > 0,
        "`channels.wecom_service.accounts` is empty: no customer service account would be answered.",
      ],
    ]),
    ...chatAccessProblems("wecom_service", section),
  ];
}

const keyOf = ({ token, encoding_aes_key: key }: WecomServiceSection) =>
  token === undefined || key === undefined ? undefined : wecomKey(token, key);

/** The section as the channel takes it. */
export function wecomServiceSettings(section: WecomServiceSection): WecomServiceSettings {
  const { corp_id: corpId = "", secret: given = "" } = section;
  const key = keyOf(section);
  return {
    app: { id: corpId, corpId, agentId: 0, secret: given },
    accounts: [...new Set(section.accounts)],
    welcome: section.welcome,
    busyPolicy: section.busy_policy,
    access: section.access,
    allowedUsers: section.allowed_users,
    keys: () => (key === undefined ? [] : [key]),
    apiBaseUrl: section.api_base_url,
    allowedHosts: section.allowed_hosts,
  };
}
