import { iso } from "../../../domain/ports/clock.ts";
import type { CalendarPart } from "../../../domain/events/reminder.ts";
import type { SharedAct } from "../../../domain/views/friends.ts";
import { factsOf, maker } from "../api/record-commands.ts";
import { morningOf } from "../api/reminder-views.ts";
import { update } from "../commands/commands.ts";
import { readLines } from "../ics/lines.ts";
import type { ReminderRow } from "../rows.ts";
import { assertConditions, findFile, type ObjectsDeps, type Where } from "./find-file.ts";
import type { FiledRow, Filing } from "./object-rows.ts";
import { momentOf, timingLines } from "./object-text.ts";
import { type ParsedEntry, type ParsedObject } from "./parse-object.ts";
import { refuseObject } from "./refuse-object.ts";

interface SharedFile extends Where {
  readonly known: Filing<FiledRow>;
}

interface Asked {
  readonly parsed: ParsedObject;
  /** The person says no by it. */
  readonly isDeclined: boolean;
}

const ownAddress = (accountId: string): string => `urn:uuid:${accountId}`;

/** A program declines by the state of the person among those who take part. */
export const isDeclineIn = (text: string, accountId: string): boolean =>
  readLines(text).some(
    ({ name, params, value }) =>
      name === "ATTENDEE" &&
      value.trim().toLowerCase() === ownAddress(accountId) &&
      params["PARTSTAT"]?.toUpperCase() === "DECLINED",
  );

/** What is shared: the planner is notified of a decline, and everyone of a new time. */
export async function writeShared(
  on: ObjectsDeps,
  { accountId, target, known }: SharedFile,
  { parsed, isDeclined }: Asked,
): Promise<"changed"> {
  assertConditions(known, target);
  const { whole } = known;
  const id = whole.shared_reminder_id ?? "";
  const entry = parsed.whole;
  if (isDeclined || entry.isCancelled) {
    await on.friends.actOnShared(accountId, id, { kind: isDeclined ? "decline" : "cancel" });
    return "changed";
  }
  if (parsed.occurrences.length > 0)
    throw refuseObject(
      "valid-calendar-object-resource",
      "One day of what is shared is changed in chat, where the others hear of it.",
    );
  for (const act of actsFor(whole, entry)) {
    const { status } = await on.friends.actOnShared(accountId, id, act);
    if (status === "blocked")
      throw refuseObject("valid-calendar-object-resource", "Someone who takes part is busy then.");
  }
  await keepPart(on, { accountId, target, known }, entry);
  return "changed";
}

function actsFor(row: ReminderRow, { item }: ParsedEntry): SharedAct[] {
  const asked: ReminderRow = {
    ...row,
    instant: null,
    local_start: item.start,
    captured_timezone: item.zone,
    rrule: item.rrule,
    exdates: row.exdates,
    duration_minutes: item.durationMinutes,
    all_day: item.isAllDay,
  };
  const isSame =
    timingLines(asked).join("\n") === timingLines(row).join("\n") ||
    (row.instant !== null && momentOf(asked) === momentOf(row) && item.rrule === row.rrule);
  const isRenamed = item.title !== "" && item.title !== row.content;
  const moved: SharedAct[] =
    isSame && !isRenamed
      ? []
      : [
          {
            kind: "reschedule",
            ...(isRenamed ? { title: item.title } : {}),
            ...(isSame ? {} : timeOf(item)),
          },
        ];
  const days = isSame && row.rrule !== null ? item.exdates : [];
  return [
    ...moved,
    ...days
      .filter((day) => !row.exdates.includes(day))
      .map((occurrence): SharedAct => ({ kind: "skip", occurrence })),
  ];
}

const timeOf = (item: ParsedEntry["item"]) => ({
  local_trigger_at: item.start ?? undefined,
  captured_timezone: item.zone,
  duration_minutes: item.durationMinutes,
  all_day: item.isAllDay,
  recurrence_rule: item.rrule,
});

/** Those who take part are known by rows; all other lines are the person's own. */
const isPeople = (line: string): boolean => /^(?:ORGANIZER|ATTENDEE)[;:].*urn:uuid:/i.test(line);

/** Notes and alarms are the person's own: no one else has them. */
function keepPart(on: ObjectsDeps, at: SharedFile, { item, rest }: ParsedEntry): Promise<void> {
  const { accountId, target } = at;
  return on.decisions.run(accountId, async ({ read, now, newId }) => {
    const known = await findFile(read, accountId, target);
    if (known === undefined) return { events: [], result: undefined };
    const { whole } = known;
    const start = momentOf({
      instant: null,
      local_start: item.start,
      captured_timezone: item.zone,
    });
    const part: CalendarPart = {
      name: target.name,
      component: target.component,
      lines: rest.lines.filter((line) => !isPeople(line)),
      parts: rest.parts,
      start: start === undefined ? null : iso(start),
    };
    if (JSON.stringify(part) === JSON.stringify(whole.calendar))
      return { events: [], result: undefined };
    const morning = await morningOf(read, accountId);
    const by = maker(on, { accountId, now, newId, source: "import", morning });
    const facts = await factsOf({ on, read, by }, [update(by, whole, { calendar: part })]);
    return { ...facts, result: undefined };
  });
}
