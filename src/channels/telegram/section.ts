import { z } from "zod";
import { calledHosts, httpUrl, secret } from "../../fields.ts";
import { commonSettings, type ServerSettings } from "../kit/common-settings.ts";
import type { SectionOf } from "../kit/descriptor.ts";
import { vendorRates, type TelegramSettings } from "./settings.ts";

const tokenForm = /^(\d{3,16}):[A-Za-z0-9_-]{20,100}$/;
const groupId = z
  .string()
  .regex(/^(?:\*|-\d{1,16})$/, "must be a group's id, which begins with a minus, or *");

export const telegramSection = z
  .strictObject({
    ...commonSettings({ enabled: false, busyPolicy: "supersede" }),
    token: secret
      .regex(tokenForm, "must be the token that BotFather shows, such as 110201543:AAHdqTcv…")
      .optional()
      .describe("Token of the bot, from BotFather."),
    updates: z
      .enum(["polling", "webhook"])
      .default("polling")
      .describe(
        "How messages arrive: by `polling`, which needs no public address, or by a `webhook` at `server.public_url`.",
      ),
    webhook_secret: secret
      .regex(/^[A-Za-z0-9_-]{16,256}$/, "must have 16 to 256 letters, digits, _ or -")
      .optional()
      .describe("Secret that Telegram sends with each call. Needed for a webhook."),
    access: z
      .enum(["paired", "list", "open"])
      .default("paired")
      .describe(
        "Who gets an answer, in addition to known people: senders of a pairing code (`paired`), also the people of `allowed_users` (`list`), or everyone who writes (`open`).",
      ),
    allowed_users: z
      .array(
        z
          .string()
          .transform((text) => text.replace(/^@/, ""))
          .refine(
            (text) => /^(?:\d{1,16}|[A-Za-z]\w{3,31})$/.test(text),
            "must be a user id or a user name",
          ),
      )
      .default([])
      .describe(
        "User ids or names that get an account when they first write. Only used with `access: list`.",
      ),
    allowed_groups: z
      .array(groupId)
      .default(["*"])
      .describe("Groups in which the bot answers when it is mentioned. `*` stands for all."),
    shared_groups: z
      .array(groupId)
      .default([])
      .describe("Groups whose members share one conversation. `*` stands for all."),
    streaming: z
      .boolean()
      .default(true)
      .describe("Whether an answer is shown in private chats while it is written."),
    api_base_url: httpUrl
      .default("https://api.telegram.org")
      .describe("Address of the Bot API, or of a Bot API server of your own."),
    allowed_hosts: calledHosts
      .default([])
      .describe(
        "Hosts that may be called in addition to Telegram's. A local or private host must be listed.",
      ),
  })
  .prefault({})
  .describe("Telegram, by a bot of your own.");

export type TelegramSection = SectionOf<typeof telegramSection>;

export function telegramProblems(
  section: TelegramSection,
  server: ServerSettings | undefined,
): readonly string[] {
  if (!section.enabled) return [];
  const isHook = section.updates === "webhook";
  const demands: readonly (readonly [boolean, string])[] = [
    [
      section.token !== undefined,
      "`channels.telegram` is enabled but has no `token`: create a bot with BotFather.",
    ],
    [
      !isHook || section.webhook_secret !== undefined,
      "`channels.telegram.updates` is webhook but there is no `webhook_secret`: anyone could write in any person's name.",
    ],
    [
      !isHook || server === undefined || server.public_url?.startsWith("https://") === true,
      "`channels.telegram.updates` is webhook but `server.public_url` is not an https address: Telegram could not call.",
    ],
    [
      section.access !== "list" || section.allowed_users.length > 0,
      "`channels.telegram.access` is list but `allowed_users` is empty: nobody could write.",
    ],
    [
      section.access === "list" || section.allowed_users.length === 0,
      "`channels.telegram.allowed_users` is used with `access: list` only.",
    ],
  ];
  return demands.filter(([isMet]) => !isMet).map(([, sentence]) => sentence);
}

export const webhookSecrets = ({ webhook_secret: given }: TelegramSection): readonly string[] =>
  given === undefined ? [] : [given];

/** The section as the channel takes it. */
export function telegramSettings(
  section: TelegramSection,
  around: { readonly publicUrl?: string | undefined; readonly webhookSecrets: readonly string[] },
): TelegramSettings {
  const { token = "" } = section;
  return {
    bots: [{ id: tokenForm.exec(token)?.[1] ?? "", token, updates: section.updates }],
    busyPolicy: section.busy_policy,
    access: section.access,
    allowedUsers: section.allowed_users,
    allowedGroups: section.allowed_groups,
    sharedGroups: section.shared_groups,
    streams: section.streaming,
    apiBaseUrl: section.api_base_url,
    allowedHosts: section.allowed_hosts,
    ...around,
    ...vendorRates,
  };
}
