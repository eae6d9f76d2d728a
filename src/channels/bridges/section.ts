import { z } from "zod";
import { calledHosts, httpUrl, secret } from "../../fields.ts";
import { commonSettings } from "../kit/common-settings.ts";
import type { SectionOf } from "../kit/descriptor.ts";

const bridge = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "must be made of small letters, digits and dashes")
    .describe("Your name for it; each name once. It is part of its address."),
  secret: secret
    .refine(
      (text) => secretsIn(text).length > 0 && secretsIn(text).every((one) => one.length >= 24),
      "must have at least 24 characters each",
    )
    .describe(
      "Secret for the signatures of both sides, such as the output of `openssl rand -hex 32`. While you change it: both, with a comma; the first one is used for ours.",
    ),
  send_url: httpUrl.describe("Where messages for people are posted."),
});

export const bridgesSection = z
  .strictObject({
    ...commonSettings({ enabled: false, busyPolicy: "supersede" }),
    apps: z.array(bridge).default([]).describe("Programs that attach another chat app."),
    access: z
      .enum(["paired", "open"])
      .default("paired")
      .describe(
        "Who gets an answer, in addition to known people: senders of a pairing code (`paired`), or everyone whom a bridge lets in (`open`).",
      ),
    allowed_hosts: calledHosts
      .default([])
      .describe("Hosts on this machine or in a private network that may be called."),
  })
  .prefault({})
  .describe("Other chat apps, attached from outside by signed webhooks.");

export type BridgesSection = SectionOf<typeof bridgesSection>;
export type Bridge = BridgesSection["apps"][number];

export function secretsIn(text: string): readonly string[] {
  return text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

export function bridgesProblems({ enabled, apps }: BridgesSection): readonly string[] {
  if (!enabled) return [];
  const names = new Set(apps.map(({ name }) => name));
  return [
    ...(apps.length > 0 ? [] : ["`channels.bridges` is enabled but has no `apps`."]),
    ...(names.size === apps.length ? [] : ["`channels.bridges.apps` has a name twice."]),
  ];
}
