import { z } from "zod";
import { calledHosts, httpUrl, secret } from "../../../fields.ts";
import { chatAccessProblems, unmet } from "../../kit/chat-access.ts";
import { commonSettings } from "../../kit/common-settings.ts";
import type { SectionOf } from "../../kit/descriptor.ts";
import { wecomKey } from "../crypto.ts";
import { aesKey } from "../section.ts";
import type { WecomAppSettings } from "./settings.ts";

export const wecomAppSection = z
  .strictObject({
    ...commonSettings({ enabled: false, busyPolicy: "supersede" }),
    corp_id: z
      .string()
      .regex(/^w[wx][0-9a-zA-Z]{6,40}$/, "must be the company's id, which begins with ww")
      .optional()
      .describe("Id of the company (企业ID), from the admin console."),
    agent_id: z.int().min(1).optional().describe("AgentId of the self-built app."),
    secret: secret.min(8).optional().describe("Secret of the self-built app."),
    token: secret.optional().describe("Token of the app's callback (接收消息服务器配置)."),
    encoding_aes_key: aesKey.optional().describe("EncodingAESKey of the app's callback."),
    access: z
      .enum(["paired", "list", "open"])
      .default("paired")
      .describe(
        "Who gets an answer, in addition to known people: senders of a pairing code (`paired`), also the people of `allowed_users` (`list`), or everyone who may use the app (`open`).",
      ),
    allowed_users: z
      .array(z.string().regex(/^[\w.@-]{1,64}$/, "must be a user's id"))
      .default([])
      .describe(
        "Ids of people who get an account when they first write. Only used with `access: list`.",
      ),
    api_base_url: httpUrl
      .default("https://qyapi.weixin.qq.com")
      .describe(
        "Address of the API, or of a forwarder with a fixed address: WeCom answers addresses only that the app trusts.",
      ),
    allowed_hosts: calledHosts
      .default([])
      .describe(
        "Hosts that may be called in addition to WeCom's. A local or private host must be listed.",
      ),
  })
  .prefault({})
  .describe("A self-built app of WeCom (自建应用).");

export type WecomAppSection = SectionOf<typeof wecomAppSection>;

export function wecomAppProblems(section: WecomAppSection): readonly string[] {
  if (!section.enabled) return [];
  const { corp_id: corpId, agent_id: agentId, secret: given } = section;
  return [
    ...unmet([
      [
        corpId !== undefined && agentId !== undefined && given !== undefined,
        "`channels.wecom_app` is enabled but `corp_id`, `agent_id` or `secret` is missing: create a self-built app in WeCom's admin console.",
      ],
      [
        keyOf(section) !== undefined,
        "`channels.wecom_app` needs `token` and `encoding_aes_key`, as the console shows them.",
      ],
    ]),
    ...chatAccessProblems("wecom_app", section),
  ];
}

const keyOf = ({ token, encoding_aes_key: key }: WecomAppSection) =>
  token === undefined || key === undefined ? undefined : wecomKey(token, key);

/** The section as the channel takes it. */
export function wecomAppSettings(section: WecomAppSection): WecomAppSettings {
  const { corp_id: corpId = "", agent_id: agentId = 0, secret: given = "" } = section;
  const key = keyOf(section);
  return {
    apps: [{ id: `${corpId}.${agentId}`, corpId, agentId, secret: given }],
    busyPolicy: section.busy_policy,
    access: section.access,
    allowedUsers: section.allowed_users,
    keys: () => (key === undefined ? [] : [key]),
    apiBaseUrl: section.api_base_url,
    allowedHosts: section.allowed_hosts,
  };
}
