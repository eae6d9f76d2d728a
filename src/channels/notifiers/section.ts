import { z } from "zod";
import { calledHosts, secret } from "../../fields.ts";
import { commonSettings } from "../kit/common-settings.ts";
import type { SectionOf } from "../kit/descriptor.ts";

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && [username, password, search, hash].join("") === "";
}

const route = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be made of small letters, digits and dashes")
    .describe("Your name for it; each name once."),
  account: z.uuid().describe("Id of the account whose reminders go there."),
  kind: z.enum(["ntfy", "bark", "gotify"]).describe("Which app shows it."),
  url: secret
    .refine(
      isAddress,
      "must be an http or https URL without user name, password, query or fragment",
    )
    .describe(
      "Where it is posted: the topic of ntfy (https://ntfy.sh/<topic>), the address that Bark shows (https://api.day.app/<key>), or the Gotify server.",
    ),
  token: secret
    .min(1)
    .optional()
    .describe("Token of the Gotify application, or of a protected ntfy topic."),
  shows_content: z
    .boolean()
    .default(false)
    .describe("Whether the notification says what the reminder is about. Others may see a screen."),
});

export const notifiersSection = z
  .strictObject({
    ...commonSettings({ enabled: false, busyPolicy: "queue" }),
    routes: z.array(route).default([]).describe("Each person's notification apps."),
    allowed_hosts: calledHosts
      .default([])
      .describe("Hosts on this machine or in a private network that may be called."),
  })
  .prefault({})
  .describe("Reminders as notifications by ntfy, Bark or Gotify, without a chat app.");

export type NotifiersSection = SectionOf<typeof notifiersSection>;
export type NotifierRoute = NotifiersSection["routes"][number];

export function notifiersProblems({ enabled, routes }: NotifiersSection): readonly string[] {
  if (!enabled) return [];
  const names = new Set(routes.map(({ name }) => name));
  const missing = routes.map(({ name, kind, url, token }) =>
    kind === "gotify"
      ? token === undefined && `no \`token\` for ${name}: Gotify needs the application's`
      : !/\/[^/]+\/?$/.test(new URL(url).pathname) &&
        `a \`url\` without its ${kind === "bark" ? "key" : "topic"} for ${name}`,
  );
  return [
    ...(routes.length > 0 ? [] : ["`channels.notifiers` is enabled but has no `routes`."]),
    ...(names.size === routes.length ? [] : ["`channels.notifiers.routes` has a name twice."]),
    ...missing
      .filter((sentence) => sentence !== false)
      .map((sentence) => `\`channels.notifiers.routes\` has ${sentence}.`),
  ];
}
