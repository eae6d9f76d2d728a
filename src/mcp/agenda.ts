import type { JsonObject } from "../domain/json.ts";
import { localDay } from "../domain/local-day.ts";
import type { CalendarEntry } from "../domain/views/calendar.ts";
import type { RemindersApi } from "../domain/views/reminders.ts";
import { instantOf } from "../language/calendar/instants.ts";
import type { Profile } from "./ports.ts";
import { describeWall } from "./when-words.ts";

export interface Agenda {
  readonly text: string;
  readonly entries: readonly JsonObject[];
}

const dayMs = 86_400_000;

/** A date some days later, by the calendar alone. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** What is on for the person on these days of their own calendar. */
export async function readAgenda(
  reminders: Pick<RemindersApi, "calendar">,
  of: {
    readonly accountId: string;
    readonly profile: Profile;
    readonly from: string;
    readonly days: number;
  },
): Promise<Agenda> {
  const { zone, language } = of.profile;
  const { entries } = await reminders.calendar(of.accountId, {
    from: instantOf(`${of.from}T00:00:00`, zone),
    to: instantOf(`${addDays(of.from, of.days)}T00:00:00`, zone),
    zone,
  });
  const said = language ?? "en";
  const timed = entries.filter(({ entry_type: type }) => type !== "unscheduled");
  const lines = timed.map((entry) => describeEntry(entry, said));
  const none = said === "zh" ? "没有安排。" : "Nothing is on.";
  return {
    text: lines.length === 0 ? none : lines.join("\n"),
    entries: timed.map((entry) => ({
      reminder_id: entry.reminder_id,
      title: entry.content,
      state: entry.entry_type,
      start: entry.display_start,
      end: entry.display_end,
      all_day: entry.all_day,
      repeats: entry.rule_words?.[said] ?? null,
      is_shared: entry.shared_reminder_id !== null,
    })),
  };
}

const describeEntry = (entry: CalendarEntry, language: "zh" | "en"): string => {
  const when =
    entry.display_start === null
      ? ""
      : `${describeWall(entry.display_start, language, entry.all_day)}: `;
  return `${when}“${entry.content}”`;
};

export const today = (now: number, { zone }: Profile): string => localDay(now, zone);
