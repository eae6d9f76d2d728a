import type { BatchItem } from "../../../domain/views/reminders.ts";
import { zoneName } from "../../../domain/zone.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Steps } from "../../../language/calendar/rule-periods.ts";
import type { NewReminder } from "../commands/new-row.ts";
import { parseInsistence } from "../commands/insist.ts";
import { endOfDays } from "../commands/schedule.ts";
import { ruleProblem, ruleText } from "../commands/recurrence-rules.ts";

/** A program's request as a new reminder, or the reason why not. */
export type RequestedReminder =
  | { readonly wish: NewReminder }
  | { readonly reason: string; readonly needsPerson?: boolean };

type RequestFields = Pick<
  BatchItem,
  | "content"
  | "trigger_time"
  | "captured_timezone"
  | "recurrence_rule"
  | "duration_minutes"
  | "all_day"
  | "kind"
  | "late_policy"
  | "insist"
>;

interface RequestContext {
  readonly home: string;
  readonly now: number;
  /** The remaining budget of the request's rules. */
  readonly steps?: Steps | undefined;
}

export function parseRequested(asked: RequestFields, at: RequestContext): RequestedReminder {
  const content = asked.content?.trim() ?? "";
  if (content === "") return { reason: "missing_content", needsPerson: true };
  const zone = zoneName(asked.captured_timezone ?? at.home);
  if (zone === undefined) return { reason: "invalid_timezone" };
  const { trigger_time: time, duration_minutes: durationMinutes, late_policy: latePolicy } = asked;
  const insist = parseInsistence(asked.insist);
  const basics = { content, zone, durationMinutes, latePolicy, insist };
  if (asked.all_day === true) return parseDays(basics, asked, at);
  if (time !== undefined && time !== null) return parseTimed(basics, { ...asked, time }, at);
  return asked.kind === "timed" || asked.kind === "recurring"
    ? { reason: "missing_trigger_time", needsPerson: true }
    : { wish: { ...basics, start: null } };
}

/** Whole days from a date on; a clock that comes with the date says nothing about them. */
function parseDays(
  basics: Omit<NewReminder, "start">,
  asked: RequestFields,
  at: RequestContext,
): RequestedReminder {
  const { zone, durationMinutes: minutes = null } = basics;
  const time = asked.trigger_time;
  if (time === undefined || time === null)
    return { reason: "missing_trigger_time", needsPerson: true };
  if (minutes !== null && minutes % 1_440 !== 0) return { reason: "invalid_duration" };
  const day = /^\d{4}-\d\d-\d\d$/.test(time.trim())
    ? resolveRequestedStart(`${time.trim()}T00:00`, zone)
    : resolveRequestedStart(time, zone);
  if (day === undefined) return { reason: "invalid_trigger_time" };
  const start = `${day.start.slice(0, 10)}T00:00:00`;
  const durationMinutes = minutes === 1_440 ? null : minutes;
  const days = { ...basics, durationMinutes, start, allDay: true };
  const rrule = ruleText(asked.recurrence_rule);
  if (rrule === undefined) return { reason: "invalid_recurrence_rule" };
  if (rrule !== null) {
    const problem = ruleProblem(rrule, { start, zone }, at.steps);
    return problem === undefined && !/FREQ=(?:HOURLY|MINUTELY|SECONDLY)|BYHOUR=/.test(rrule)
      ? { wish: { ...days, rrule } }
      : { reason: "invalid_recurrence_rule" };
  }
  return instantOf(endOfDays(start, minutes), zone) <= at.now
    ? { reason: "needs_past_time_confirmation", needsPerson: true }
    : { wish: { ...days, rrule } };
}

function parseTimed(
  basics: Omit<NewReminder, "start">,
  asked: Pick<RequestFields, "recurrence_rule"> & { readonly time: string },
  { now, steps }: RequestContext,
): RequestedReminder {
  const { zone } = basics;
  const moment = resolveRequestedStart(asked.time, zone);
  if (moment === undefined) return { reason: "invalid_trigger_time" };
  const rrule = ruleText(asked.recurrence_rule);
  if (rrule === undefined) return { reason: "invalid_recurrence_rule" };
  if (rrule === null)
    return (moment.instant ?? instantOf(moment.start, zone)) <= now
      ? { reason: "needs_past_time_confirmation", needsPerson: true }
      : { wish: { ...basics, ...moment, rrule } };
  const problem = ruleProblem(rrule, { start: moment.start, zone }, steps);
  if (problem !== undefined)
    return { reason: problem === "too_often" ? "recurs_too_often" : "invalid_recurrence_rule" };
  return { wish: { ...basics, start: moment.start, rrule } };
}

/**
 * Wall time as it stands, or a moment with its offset. A moment that the wall shows twice keeps
 * which of the two it is.
 */
export function resolveRequestedStart(
  text: string,
  zone: string,
): { start: string; instant?: number } | undefined {
  const wall = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/i.exec(
    text.trim(),
  );
  if (wall === null) return undefined;
  const [, minutes = "", seconds = ":00", offset] = wall;
  const figures = `${minutes}${seconds}`;
  if (offset === undefined) return isRealWall(figures) ? { start: figures } : undefined;
  const instant = Date.parse(`${figures}${offset}`);
  if (Number.isNaN(instant)) return undefined;
  const start = wallTimeAt(instant, zone);
  return instantOf(start, zone) === instant ? { start } : { start, instant };
}

/** No thirtieth of February, and no hour 24. */
export const isRealWall = (figures: string): boolean => {
  const at = Date.parse(`${figures}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(figures);
};
