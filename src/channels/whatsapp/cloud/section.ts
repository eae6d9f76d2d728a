import { z } from "zod";
import { calledHosts, httpUrl, positive, secret } from "../../../fields.ts";
import { commonSettings } from "../../kit/common-settings.ts";
import type { SectionOf } from "../../kit/descriptor.ts";
import { accessProblems, accessSettings, readAccess, unmet } from "../access-settings.ts";

const template = z.strictObject({
  name: z.string().min(1).describe("Name of an approved utility template with one parameter."),
  language: z
    .string()
    .min(2)
    .default("en")
    .describe("Language code of the template, such as en or zh_CN."),
  parameter_length: positive
    .max(1024)
    .default(900)
    .describe("Longest text of its parameter, in characters."),
});

const account = z.strictObject({
  phone_number_id: z
    .string()
    .regex(/^\d{1,40}$/, "must be the phone number id, which is made of digits")
    .describe("Id of the phone number at Meta; not the number itself."),
  access_token: secret.min(1).describe("Token of a system user that may send for this number."),
  reminder_template: template
    .optional()
    .describe("Template for reminders when the person has not written for 24 hours."),
});

export const whatsappSection = z
  .strictObject({
    ...commonSettings({ enabled: false, busyPolicy: "supersede" }),
    app_secrets: z
      .array(secret.min(1))
      .default([])
      .describe("The app secret that callbacks are signed with. While you change it: both."),
    verify_tokens: z
      .array(secret.min(1))
      .default([])
      .describe("Token that Meta shows when the callback address is registered."),
    ...accessSettings,
    accounts: z.array(account).default([]).describe("The phone numbers, each with its token."),
    api_base_url: httpUrl
      .default("https://graph.facebook.com")
      .describe("Address of the Graph API."),
    api_version: z
      .string()
      .regex(/^v\d{1,3}\.\d{1,2}$/, "must be a version such as v25.0")
      .default("v25.0")
      .describe("Version of the Graph API."),
    allowed_hosts: calledHosts
      .default([])
      .describe(
        "Hosts that may be called in addition to Meta's. A local or private host must be listed.",
      ),
    read_marks: z
      .boolean()
      .default(true)
      .describe("Whether people see that a message was read and that an answer is being written."),
  })
  .prefault({})
  .describe("WhatsApp by Meta's Cloud API.");

export type CloudSection = SectionOf<typeof whatsappSection>;

/** A channel without its secret does not start, and says so before anything else does. */
export function whatsappProblems(section: CloudSection): readonly string[] {
  if (!section.enabled) return [];
  return [
    ...accessProblems("whatsapp", section),
    ...unmet([
      [
        section.app_secrets.length > 0,
        "`channels.whatsapp` is enabled but has no `app_secrets`: anyone could write in any person's name.",
      ],
      [
        section.verify_tokens.length > 0,
        "`channels.whatsapp` is enabled but has no `verify_tokens`: Meta could not register the callback.",
      ],
      [
        section.accounts.length > 0,
        "`channels.whatsapp` is enabled but has no `accounts`: say which phone number is yours.",
      ],
    ]),
  ];
}

/** The section as the channel takes it. */
export function whatsappSettings(section: CloudSection) {
  return {
    busyPolicy: section.busy_policy,
    ...readAccess(section),
    appSecrets: section.app_secrets,
    verifyTokens: section.verify_tokens,
    accounts: section.accounts.map(
      ({
        phone_number_id: phoneNumberId,
        access_token: accessToken,
        reminder_template: given,
      }) => ({
        phoneNumberId,
        accessToken,
        template: given && {
          name: given.name,
          language: given.language,
          parameterLength: given.parameter_length,
        },
      }),
    ),
    apiBaseUrl: section.api_base_url,
    apiVersion: section.api_version,
    allowedHosts: section.allowed_hosts,
    readMarks: section.read_marks,
  };
}
