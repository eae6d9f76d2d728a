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
import { appIdIn, groupForm, type SlackSettings, userForm } from "./settings.ts";

export const slackSection = z
  .strictObject({
    ...commonSettings({ enabled: false, busyPolicy: "supersede" }),
    app_token: secret
      .refine(
        (text) => appIdIn(text) !== undefined,
        "must be an app-level token, which begins with xapp-",
      )
      .optional()
      .describe("App-level token with the scope connections:write, from Basic Information."),
    bot_token: secret
      .refine(
        (text) => /^xoxb-[\w-]{10,200}$/.test(text),
        "must be the bot's token, which begins with xoxb-",
      )
      .optional()
      .describe("Bot User OAuth Token, from Install App."),
    ...chatAccessSettings({ userId: userForm, groupId: groupForm }),
    streaming: z
      .boolean()
      .default(true)
      .describe("Whether an answer is shown while it is written."),
    api_base_url: httpUrl.default("https://slack.com/api").describe("Address of the API."),
    allowed_hosts: calledHosts
      .default([])
      .describe(
        "Hosts that may be called in addition to Slack's. A local or private host must be listed.",
      ),
  })
  .prefault({})
  .describe("Slack, by an app of your own.");

export type SlackSection = SectionOf<typeof slackSection>;

export function slackProblems(section: SlackSection): readonly string[] {
  if (!section.enabled) return [];
  return [
    ...unmet([
      [
        section.app_token !== undefined && section.bot_token !== undefined,
        "`channels.slack` is enabled but has no `app_token` or no `bot_token`: create an app at api.slack.com/apps.",
      ],
    ]),
    ...chatAccessProblems("slack", section),
  ];
}

/** The section as the channel takes it. */
export const slackSettings = (section: SlackSection): SlackSettings => {
  const { app_token: appToken = "", bot_token: botToken = "" } = section;
  return {
    apps: [{ id: appIdIn(appToken) ?? "", appToken, botToken }],
    busyPolicy: section.busy_policy,
    ...readChatAccess(section),
    streams: section.streaming,
    apiBaseUrl: section.api_base_url,
    allowedHosts: section.allowed_hosts,
  };
};
