import { z } from "@hono/zod-openapi";
import type { Sql } from "../store/database.ts";
import { refuse } from "./failure.ts";

export const accountSchema = z
  .object({
    id: z.string(),
    display_name: z.string().nullable(),
    language: z.enum(["zh", "en"]).nullable(),
    default_timezone: z.string(),
  })
  .openapi("Account");

export type AccountRow = z.output<typeof accountSchema>;

export async function readAccount(sql: Sql, accountId: string): Promise<AccountRow> {
  const [row] = await sql.rows<AccountRow>("select id, display_name, language, default_timezone from account where id = $1", [accountId]);
  if (row === undefined) throw refuse("not_found");
  return row;
}

/** What a person may say about themselves. */
export const accountFields = {
  display_name: z.string().trim().min(1).max(200).optional(),
  language: z.enum(["zh", "en"]).optional(),
  default_timezone: z
    .string()
    .max(64)
    .refine(isZone, "not an IANA time zone")
    .optional()
    .openapi({ type: "string", example: "Asia/Shanghai" }),
};

/** An offset such as +08:00 is not a zone: it knows no summer time. */
function isZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "Etc/Unknown";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
