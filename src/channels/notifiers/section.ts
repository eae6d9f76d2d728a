import { z } from "zod";
import { calledHosts, host, secret } from "../../fields.ts";
import { commonSettings } from "../kit/common-settings.ts";
import type { SectionOf } from "../kit/descriptor.ts";

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && [username, password, search, hash].join("") === "";
}

/** One plain address: no names, lists or line breaks, which could write headers. */
const mailAddress = z
  .string()
  .max(254)
  .regex(/^[\w.!#$%&'*+/=?^\x60{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/, {
    message: "must be an e-mail address such as ada@example.org",
  });

const route = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be made of small letters, digits and dashes")
    .describe("Your name for it; each name once."),
  account: z.uuid().describe("Id of the account whose reminders go there."),
  kind: z.enum(["ntfy", "bark", "gotify", "email"]).describe("Which app shows it."),
  url: secret
    .refine(
      isAddress,
      "must be an http or https URL without user name, password, query or fragment",
    )
    .optional()
    .describe(
      "Where it is posted: the topic of ntfy (https://ntfy.sh/<topic>), the address that Bark shows (https://api.day.app/<key>), or the Gotify server.",
    ),
  token: secret
    .min(1)
    .optional()
    .describe("Token of the Gotify application, or of a protected ntfy topic."),
  to: mailAddress.optional().describe("Where an e-mail goes. Only used with `kind: email`."),
  shows_content: z
    .boolean()
    .default(false)
    .describe("Whether the notification says what the reminder is about. Others may see a screen."),
});

const smtp = z
  .strictObject({
    host: host.optional().describe("Mail server that takes e-mail for `kind: email`."),
    port: z.int().min(1).max(65_535).default(465).describe("Its port, usually 465 or 587."),
    security: z
      .enum(["tls", "starttls", "none"])
      .default("tls")
      .describe(
        "Encryption: from the start (`tls`, port 465), by `starttls` (port 587), or `none`, only for a host of `allowed_hosts`.",
      ),
    user: z.string().min(1).optional().describe("User name there, often the e-mail address."),
    password: secret.min(1).optional().describe("Password there, often one made for apps."),
    from: mailAddress.optional().describe("Sender's address."),
  })
  .prefault({})
  .describe(
    "The mail server for routes of `kind: email` and for mails to visitors of pages of free times.",
  );

export const notifiersSection = z
  .strictObject({
    ...commonSettings({ enabled: false, busyPolicy: "queue" }),
    routes: z.array(route).default([]).describe("Each person's notification apps."),
    smtp,
    allowed_hosts: calledHosts
      .default([])
      .describe("Hosts on this machine or in a private network that may be called."),
  })
  .prefault({})
  .describe("Reminders as notifications by ntfy, Bark, Gotify or e-mail, without a chat app.");

export type NotifiersSection = SectionOf<typeof notifiersSection>;
export type NotifierRoute = NotifiersSection["routes"][number];

export function notifiersProblems(section: NotifiersSection): readonly string[] {
  const { enabled, routes } = section;
  if (!enabled) return [];
  const names = new Set(routes.map(({ name }) => name));
  const missing = routes.map(({ name, kind, url, token, to }) => {
    const what = missingIn({ kind, url, token, to });
    return what === undefined ? [] : [`\`channels.notifiers.routes\` has ${what} ${name}.`];
  });
  return [
    ...(routes.length > 0 ? [] : ["`channels.notifiers` is enabled but has no `routes`."]),
    ...(names.size === routes.length ? [] : ["`channels.notifiers.routes` has a name twice."]),
    ...missing.flat(),
    ...(routes.some(({ kind }) => kind === "email") ? smtpProblems(section) : []),
  ];
}

function missingIn({
  kind,
  url,
  token,
  to,
}: Pick<NotifierRoute, "kind" | "url" | "token" | "to">): string | undefined {
  if (kind === "email") return to === undefined ? "no `to` for" : undefined;
  if (url === undefined) return "no `url` for";
  if (kind === "gotify")
    return token === undefined ? "no `token` of the Gotify application for" : undefined;
  const part = kind === "bark" ? "key" : "topic";
  return /\/[^/]+\/?$/.test(new URL(url).pathname)
    ? undefined
    : `a \`url\` without its ${part} for`;
}

function smtpProblems({ smtp: server, allowed_hosts: hosts }: NotifiersSection): string[] {
  const { host: name, port, security, user, password, from } = server;
  const demands: readonly (readonly [boolean, string])[] = [
    [name !== undefined && from !== undefined, "needs `host` and `from` for routes by e-mail"],
    [(user === undefined) === (password === undefined), "needs `user` and `password` together"],
    [
      security !== "none" || hosts.some((each) => each === name || each === `${name}:${port}`),
      "has `security: none`, which is possible for a host of `allowed_hosts` only",
    ],
  ];
  return demands.flatMap(([isMet, sentence]) =>
    isMet ? [] : [`\`channels.notifiers.smtp\` ${sentence}.`],
  );
}
