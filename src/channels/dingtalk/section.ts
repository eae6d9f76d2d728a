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
import { type DingtalkSettings, groupForm, userForm } from "./settings.ts";

const code = z.string().regex(/^[\w.-]{4,100}$/, "must be letters, digits and . _ - only");

export const dingtalkSection = z
  .strictObject({
    ...commonSettings({ enabled: false, busyPolicy: "supersede" }),
    client_id: code
      .optional()
      .describe("Client ID (AppKey) of the app, from the developer console."),
    client_secret: secret.min(8).optional().describe("Client Secret (AppSecret) of the app."),
    robot_code: code.optional().describe("RobotCode of the robot. Default: the Client ID."),
    card_template: z
      .string()
      .regex(/^[\w-]{4,100}\.schema$/, "must be a template's id, which ends in .schema")
      .optional()
      .describe(
        "Id of an AI card's template whose text variable is `content`. With it an answer is shown while it is written.",
      ),
    ...chatAccessSettings({ userId: userForm, groupId: groupForm }),
    api_base_url: httpUrl.default("https://api.dingtalk.com").describe("Address of the API."),
    upload_base_url: httpUrl
      .default("https://oapi.dingtalk.com")
      .describe("Address of the older API, which files are uploaded to."),
    allowed_hosts: calledHosts
      .default([])
      .describe(
        "Hosts that may be called in addition to DingTalk's. A local or private host must be listed.",
      ),
  })
  .prefault({})
  .describe("DingTalk, by a robot of an app of your own.");

export type DingtalkSection = SectionOf<typeof dingtalkSection>;

export function dingtalkProblems(section: DingtalkSection): readonly string[] {
  if (!section.enabled) return [];
  return [
    ...unmet([
      [
        section.client_id !== undefined && section.client_secret !== undefined,
        "`channels.dingtalk` is enabled but has no `client_id` or no `client_secret`: create an app in the developer console.",
      ],
    ]),
    ...chatAccessProblems("dingtalk", section),
  ];
}

/** The section as the channel takes it. */
export const dingtalkSettings = (section: DingtalkSection): DingtalkSettings => {
  const { client_id: id = "", client_secret: appSecret = "" } = section;
  return {
    apps: [{ id, secret: appSecret, robotCode: section.robot_code ?? id }],
    busyPolicy: section.busy_policy,
    ...readChatAccess(section),
    cardTemplate: section.card_template,
    apiBaseUrl: section.api_base_url,
    uploadBaseUrl: section.upload_base_url,
    allowedHosts: section.allowed_hosts,
  };
};
