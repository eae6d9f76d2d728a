import { z } from "zod";
import { calledHosts, httpUrl, isLoopbackHost, secret } from "../../fields.ts";
import { commonSettings, type ServerSettings } from "../kit/common-settings.ts";
import type { SectionOf } from "../kit/descriptor.ts";

export const wechatSection = z
  .strictObject({
    ...commonSettings({ enabled: false, busyPolicy: "supersede" }),
    webhook_secret: secret
      .refine(
        (text) => text.split(",").every((one) => one.trim().length >= 8),
        "must have at least 8 characters each",
      )
      .optional()
      .describe(
        "Secret that the connector sends as X-Webhook-Secret or as a bearer token. While you change it: both, with a comma.",
      ),
    insecure_no_secret: z
      .boolean()
      .default(false)
      .describe(
        "Accept webhooks without a secret, from programs on this machine. Not allowed with a public address or a proxy.",
      ),
    connector_send_url: httpUrl
      .optional()
      .describe("Where an external connector accepts replies by POST. Without it replies wait."),
    connector_token: secret.min(1).optional().describe("Bearer token for `connector_send_url`."),
    allowed_hosts: calledHosts
      .default([])
      .describe(
        "Hosts that may be on this machine or in a private network. All others need https.",
      ),
    ilink: z
      .strictObject({
        enabled: z
          .boolean()
          .default(false)
          .describe("Whether people can link their own WeChat by scanning a code."),
        api_base_url: httpUrl
          .default("https://ilinkai.weixin.qq.com")
          .describe("Address of Tencent's bot API, where logins begin."),
        cdn_base_url: httpUrl
          .default("https://novac2c.cdn.weixin.qq.com/c2c")
          .describe("Where files are downloaded and uploaded."),
        allowed_hosts: calledHosts
          .default([])
          .describe("Hosts in addition to the vendor's own, such as a test server."),
      })
      .prefault({})
      .describe("Our own connector for Tencent's bot API."),
  })
  .prefault({})
  .describe("Personal WeChat.");

export type WechatSection = SectionOf<typeof wechatSection>;

export const webhookSecrets = ({
  webhook_secret: given,
}: Pick<WechatSection, "webhook_secret">): readonly string[] =>
  (given ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** A channel without its secret does not start, and says so before anything else does. */
export function wechatProblems(
  wechat: WechatSection,
  server: ServerSettings | undefined,
): readonly string[] {
  if (!wechat.enabled || webhookSecrets(wechat).length > 0) return [];
  if (!wechat.insecure_no_secret)
    return [
      "`channels.wechat` is enabled but has no `webhook_secret`: anyone could write in any person's name.",
    ];
  if (server === undefined) return [];
  // Behind a proxy on this machine every caller looks local.
  const open = [
    ...(isLoopbackHost(server.host) ? [] : [`\`server.host\` is ${server.host}`]),
    ...(server.public_url === undefined ? [] : ["`server.public_url` is set"]),
    ...(server.trusted_proxies.length === 0 ? [] : ["`server.trusted_proxies` is set"]),
  ];
  if (open.length === 0) return [];
  return [
    `\`channels.wechat.insecure_no_secret\` is possible on loopback only, but ${open.join(" and ")}: set \`webhook_secret\`.`,
  ];
}
