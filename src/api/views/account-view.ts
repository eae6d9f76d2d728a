import { Refusal } from "../../domain/errors.ts";
import { z } from "@hono/zod-openapi";
import type { Sql } from "../../store/database/database.ts";
import { hostToAllow, mostAllowedHosts } from "../../links/hosts.ts";
import { longestName, plainName } from "../../domain/plain-name.ts";
import { zoneName } from "../../domain/zone.ts";

export const accountSchema = z
  .object({
    id: z.string(),
    display_name: z.string().nullable(),
    language: z.enum(["zh", "en"]).nullable(),
    default_timezone: z.string(),
    reminder_channels: z.array(z.string()),
    morning: z.string().openapi({
      description: "When mornings begin: whole days are reminded of at this time.",
      example: "09:00",
    }),
    reminded_by: z.enum(["both", "chat", "devices"]).openapi({
      description: "Who reminds: chat and the calendars of your devices, or one of them only.",
    }),
    link_hosts: z.array(z.string()),
    is_welcomed: z.boolean().openapi({
      description: "False until the page has asked the person for name, time zone and language.",
    }),
    zone_source: z.enum(["default", "guessed", "chosen"]).openapi({
      description:
        "Where the time zone comes from: the server's setting, the country of a phone number, or the person.",
    }),
  })
  .openapi("Account");

/** As operators see it. */
export const knownAccountSchema = accountSchema
  .extend({
    lifecycle: z.enum(["active", "disabled"]),
    origin: z.string(),
    created_at: z.string(),
    is_operator: z.boolean(),
    channels: z.array(z.string()),
    identities: z.array(
      z.object({ channel: z.string(), channel_account: z.string(), subject: z.string() }),
    ),
    last_seen_at: z.string().nullable(),
  })
  .openapi("KnownAccount");

export type AccountRow = z.output<typeof accountSchema>;
export type KnownAccountRow = z.output<typeof knownAccountSchema>;

export async function readAccount(sql: Sql, accountId: string): Promise<AccountRow> {
  const [row] = await sql.rows<AccountRow>(
    "select id, display_name, language, default_timezone, reminder_channels, morning, reminded_by, link_hosts, is_welcomed, zone_source from account where id = $1",
    [accountId],
  );
  if (row === undefined) throw new Refusal("not_found");
  return row;
}

/** Settings that people may change themselves. */
export const accountFields = {
  display_name: z
    .string()
    .max(200)
    .transform((name, at) => {
      const plain = plainName(name);
      if (plain === null)
        at.addIssue({ code: "custom", message: "a name needs a letter or a digit" });
      return plain ?? z.NEVER;
    })
    .optional()
    .openapi({
      type: "string",
      description: `A plain name: letters, digits, spaces and ' - ·, at most ${longestName}; anything else is removed.`,
    }),
  language: z.enum(["zh", "en"]).optional(),
  default_timezone: z
    .string()
    .max(64)
    .refine((text) => zoneName(text) !== undefined, "not an IANA time zone")
    .optional()
    .openapi({ type: "string", example: "Asia/Shanghai" }),
  /** Where reminders without a conversation of their own go, in order of preference. */
  reminder_channels: z
    .array(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/))
    .max(20)
    .refine((names) => new Set(names).size === names.length, "a channel occurs twice")
    .optional(),
  /** Whole days are reminded of at this time of their first day. */
  morning: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
    .optional()
    .openapi({ type: "string", example: "09:00" }),
  /** Who reminds: chat, the calendars of the person's devices, or both. */
  reminded_by: z.enum(["both", "chat", "devices"]).optional(),
  /** Hosts that replies in chat apps may link to, including their subdomains. */
  link_hosts: z
    .array(
      z
        .string()
        .max(253)
        .refine((host) => hostToAllow(host) === host, "not a whole host name"),
    )
    .max(mostAllowedHosts)
    .refine((hosts) => new Set(hosts).size === hosts.length, "a host occurs twice")
    .optional(),
};
