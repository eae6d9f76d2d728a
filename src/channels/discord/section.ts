import { z } from "zod";
import { calledHosts, httpUrl, secret } from "../../fields.ts";
import { commonSettings } from "../kit/common-settings.ts";
import type { SectionOf } from "../kit/descriptor.ts";
import { botIdIn, type DiscordSettings } from "./settings.ts";

const channelId = z.string().regex(/^(?:\*|\d{1,20})$/, "must be a channel's id, or *");

export const discordSection = z
  .strictObject({
    ...commonSettings({ enabled: false, busyPolicy: "supersede" }),
    token: secret
      .refine(
        (text) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text) && botIdIn(text) !== undefined,
        "must be the bot's token, which has three parts with dots between",
      )
      .optional()
      .describe("Token of the bot, from the developer portal."),
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
            (text) => /^(?:\d{1,20}|[a-z0-9_.]{2,32})$/.test(text),
            "must be a user id or a user name",
          ),
      )
      .default([])
      .describe(
        "User ids or names that get an account when they first write. Only used with `access: list`.",
      ),
    allowed_channels: z
      .array(channelId)
      .default(["*"])
      .describe(
        "Channels of servers in which the bot answers when it is mentioned. `*` stands for all.",
      ),
    shared_channels: z
      .array(channelId)
      .default([])
      .describe("Channels whose people share one conversation. `*` stands for all."),
    streaming: z
      .boolean()
      .default(true)
      .describe("Whether an answer is shown while it is written."),
    api_base_url: httpUrl.default("https://discord.com/api/v10").describe("Address of the API."),
    allowed_hosts: calledHosts
      .default([])
      .describe(
        "Hosts that may be called in addition to Discord's. A local or private host must be listed.",
      ),
  })
  .prefault({})
  .describe("Discord, by a bot of your own.");

export type DiscordSection = SectionOf<typeof discordSection>;

export function discordProblems(section: DiscordSection): readonly string[] {
  if (!section.enabled) return [];
  const demands: readonly (readonly [boolean, string])[] = [
    [
      section.token !== undefined,
      "`channels.discord` is enabled but has no `token`: create a bot in the developer portal.",
    ],
    [
      section.access !== "list" || section.allowed_users.length > 0,
      "`channels.discord.access` is list but `allowed_users` is empty: nobody could write.",
    ],
    [
      section.access === "list" || section.allowed_users.length === 0,
      "`channels.discord.allowed_users` is used with `access: list` only.",
    ],
  ];
  return demands.filter(([isMet]) => !isMet).map(([, sentence]) => sentence);
}

/** The section as the channel takes it. */
export function discordSettings(section: DiscordSection): DiscordSettings {
  const { token = "" } = section;
  return {
    bots: [{ id: botIdIn(token) ?? "", token }],
    busyPolicy: section.busy_policy,
    access: section.access,
    allowedUsers: section.allowed_users,
    allowedChannels: section.allowed_channels,
    sharedChannels: section.shared_channels,
    streams: section.streaming,
    apiBaseUrl: section.api_base_url,
    allowedHosts: section.allowed_hosts,
  };
}
