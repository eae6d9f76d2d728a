import { z } from "zod";
import type { Config } from "../config.ts";
import { everyChannel } from "./every-channel.ts";
import { calledHosts, httpUrl, positive, secret, webhookSecret } from "./values.ts";

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
    .describe("What carries a reminder when the person has not written for 24 hours."),
});

/** Who may write to a number that anybody can find out. */
const access = {
  access: z
    .enum(["paired", "list", "open"])
    .default("paired")
    .describe(
      "Who gets an answer besides people that are known already: who sends a pairing code (`paired`), also the numbers of `allowed_numbers` (`list`), or everybody who writes (`open`).",
    ),
  allowed_numbers: z
    .array(
      z
        .string()
        .transform((text) => text.replaceAll(/[\s()+.-]/g, ""))
        .refine(
          (text) => /^\d{5,20}$/.test(text),
          "must be a phone number with its country code, such as +49 170 1234567",
        ),
    )
    .default([])
    .describe(
      "Phone numbers with country code that get an account when they first write. With `access: list` only.",
    ),
};

export const whatsappSection = z
  .strictObject({
    ...everyChannel({ enabled: false, busyPolicy: "supersede" }),
    app_secrets: z
      .array(secret.min(1))
      .default([])
      .describe("The app's secret, which signs callbacks. Two while it is being changed."),
    verify_tokens: z
      .array(secret.min(1))
      .default([])
      .describe("Token that Meta shows when the callback address is registered."),
    ...access,
    accounts: z.array(account).default([]).describe("The phone numbers, each with its token."),
    api_base_url: httpUrl.default("https://graph.facebook.com").describe("Where the Graph API is."),
    api_version: z
      .string()
      .regex(/^v\d{1,3}\.\d{1,2}$/, "must be a version such as v25.0")
      .default("v25.0")
      .describe("Version of the Graph API."),
    allowed_hosts: calledHosts
      .default([])
      .describe("Hosts that may be called besides Meta's. A local or private host must be listed."),
    read_marks: z
      .boolean()
      .default(true)
      .describe("Whether people see that a message was read and that an answer is being written."),
  })
  .prefault({})
  .describe("WhatsApp by Meta's Cloud API.");

const instance = z.strictObject({
  name: z.string().min(1).max(200).describe("Name of the instance."),
  api_key: secret.min(1).describe("Key of the instance."),
});

export const evolutionSection = z
  .strictObject({
    ...everyChannel({ enabled: false, busyPolicy: "supersede" }),
    webhook_secrets: z
      .array(webhookSecret)
      .default([])
      .describe(
        "Secret that Evolution sends as X-Webhook-Secret or as a bearer. Two while it is being changed.",
      ),
    jwt_keys: z
      .array(webhookSecret)
      .default([])
      .describe("Key that signs Evolution's webhook tokens (`jwt_key`)."),
    ...access,
    instances: z.array(instance).default([]).describe("The instances, each with its key."),
    api_base_url: httpUrl.default("http://127.0.0.1:8080").describe("Where the gateway is."),
    allowed_hosts: calledHosts
      .default([])
      .describe("Hosts that may be called. A local or private gateway must be listed."),
    groups: z.boolean().default(false).describe("Whether messages in groups are answered."),
  })
  .prefault({})
  .describe("WhatsApp by an Evolution API gateway.");

type Whatsapp = Config["channels"]["whatsapp"];
type Evolution = Config["channels"]["evolution"];

/** A channel without its secret does not start, and says so before anything else does. */
export function missingWhatsappSecrets({
  whatsapp,
  evolution,
}: {
  whatsapp: Whatsapp;
  evolution: Evolution;
}): readonly string[] {
  const missing: string[] = [];
  const demand = (there: boolean, sentence: string): void => void (there || missing.push(sentence));
  for (const [name, section] of Object.entries({ whatsapp, evolution })) {
    if (!section.enabled) continue;
    const isListed = section.allowed_numbers.length > 0;
    demand(
      section.access !== "list" || isListed,
      `\`channels.${name}.access\` is list but \`allowed_numbers\` is empty: nobody could write.`,
    );
    demand(
      section.access === "list" || !isListed,
      `\`channels.${name}.allowed_numbers\` is used with \`access: list\` only.`,
    );
  }
  if (whatsapp.enabled) {
    demand(
      whatsapp.app_secrets.length > 0,
      "`channels.whatsapp` is enabled but has no `app_secrets`: anybody could write in anybody's name.",
    );
    demand(
      whatsapp.verify_tokens.length > 0,
      "`channels.whatsapp` is enabled but has no `verify_tokens`: Meta could not register the callback.",
    );
    demand(
      whatsapp.accounts.length > 0,
      "`channels.whatsapp` is enabled but has no `accounts`: say which phone number is yours.",
    );
  }
  if (evolution.enabled) {
    const secrets = evolution.webhook_secrets.length + evolution.jwt_keys.length;
    demand(
      secrets > 0,
      "`channels.evolution` is enabled but has neither `webhook_secrets` nor `jwt_keys`: anybody could write in anybody's name.",
    );
    demand(
      evolution.instances.length > 0,
      "`channels.evolution` is enabled but has no `instances`: say which is yours.",
    );
  }
  return missing;
}

const accessSettings = ({ access, allowed_numbers: allowedNumbers }: Whatsapp | Evolution) => ({
  access,
  allowedNumbers,
});

/** As the channel takes them. */
export function whatsappSettings(section: Whatsapp) {
  return {
    busyPolicy: section.busy_policy,
    ...accessSettings(section),
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

export function evolutionSettings(section: Evolution) {
  return {
    busyPolicy: section.busy_policy,
    ...accessSettings(section),
    webhookSecrets: section.webhook_secrets,
    jwtKeys: section.jwt_keys,
    instances: section.instances.map(({ name, api_key: apiKey }) => ({ name, apiKey })),
    apiBaseUrl: section.api_base_url,
    allowedHosts: section.allowed_hosts,
    groups: section.groups,
  };
}
