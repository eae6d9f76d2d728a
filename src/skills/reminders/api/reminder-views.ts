import { Refusal } from "../../../domain/errors.ts";
import type { FileReader } from "../../../domain/ports/file-reader.ts";
import type { LinkCodes } from "../../../domain/ports/link-codes.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { ReminderView } from "../../../domain/views/reminders.ts";
import { readDetails } from "../commands/details.ts";
import type { ReminderRow } from "../rows.ts";
import type { ForecastDeps } from "./delivery-forecast.ts";

export interface RemindersApiDeps extends ForecastDeps {
  /** Reads as the engine, only to find the owner of a calendar's address. */
  readonly anyone: Reads;
  readonly codes: LinkCodes;
  /** Parses files outside of this process. */
  readonly fileReader: FileReader;
  readonly latePolicy: ReminderRow["late_policy"];
  readonly nightlyHour: number;
  /** The program that acts, by which its last change is kept for an undo. */
  readonly program?: string | undefined;
  /** Whether overlaps are reported to a program. Programs are never asked back. */
  readonly overlap: "warn" | "ask" | "off";
}

/** Rows have more than programs may see; the names are the same. */
export const viewOf = (row: ReminderRow): ReminderView => ({
  ...(Object.fromEntries(shown.map((name) => [name, row[name]])) as unknown as ReminderView),
  ...readDetails(row),
});

const shown = [
  "id",
  "content",
  "kind",
  "lifecycle",
  "completion",
  "local_start",
  "captured_timezone",
  "rrule",
  "workdays",
  "exdates",
  "duration_minutes",
  "all_day",
  "next_fire_at",
  "last_fired_at",
  "late_policy",
  "insist",
  "nag_at",
  "nags",
  "series_id",
  "occurrence",
  "shared_reminder_id",
  "conversation_id",
  "source",
  "version",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof ReminderView & keyof ReminderRow)[];

export async function theRow(read: Reads, accountId: string, id: string): Promise<ReminderRow> {
  const [row] = await read.rows<ReminderRow>(
    "select * from reminder where id = $2 and owner_account_id = $1",
    [accountId, id],
  );
  if (row === undefined) throw new Refusal("not_found", undefined, "There is no such reminder.");
  return row;
}

/**
 * Reminders that a new one could overlap or duplicate: the soonest ones, as many as for a message.
 */
export const activeRows = (read: Reads, accountId: string): Promise<ReminderRow[]> =>
  read.rows<ReminderRow>(
    "select * from reminder where owner_account_id = $1 and lifecycle = 'active' order by next_fire_at limit 2000",
    [accountId],
  );

/** Occurrences of a series that live on their own. */
export const ownOccurrences = (read: Reads, row: ReminderRow): Promise<ReminderRow[]> =>
  row.rrule === null
    ? Promise.resolve([])
    : read.rows<ReminderRow>(
        "select * from reminder where owner_account_id = $1 and series_id = $2 and lifecycle = 'active'",
        [row.owner_account_id, row.id],
      );

/**
 * Shared reminders are changed where all participants are notified, and the product's own timers
 * cannot be changed.
 */
export const notPersonal = ({ kind }: Pick<ReminderRow, "kind">): string | undefined =>
  kind === "shared_projection"
    ? "shared_reminder"
    : kind === "proactive"
      ? "not_personal"
      : undefined;

export async function morningOf(read: Reads, accountId: string): Promise<string> {
  const [row] = await read.rows<{ morning: string }>("select morning from account where id = $1", [
    accountId,
  ]);
  if (row === undefined) throw new Refusal("not_found", undefined, "There is no such account.");
  return row.morning;
}

export async function zoneOf(read: Reads, accountId: string): Promise<string> {
  const [row] = await read.rows<{ zone: string }>(
    "select default_timezone as zone from account where id = $1",
    [accountId],
  );
  if (row === undefined) throw new Refusal("not_found", undefined, "There is no such account.");
  return row.zone;
}
