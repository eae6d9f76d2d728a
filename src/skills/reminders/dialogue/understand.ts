import { iso } from "../../../domain/ports/clock.ts";
import { applyAnswer } from "../../../language/dialogue/answers.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import { interpret } from "../../../language/interpret.ts";
import { bareDone } from "../../../language/lexicon/both.ts";
import type {
  Interpretation,
  KnownReminder,
  LanguageRequest,
  OpenRequest,
  RequestContext,
} from "../../../language/request.ts";
import type { ReminderRow } from "../rows.ts";
import type { ReminderState } from "./state.ts";
import type { Work } from "./work.ts";
import { toKnownStart } from "./known-start.ts";
import { activeOf, discourseOf } from "./discourse.ts";
import { socialContext } from "../../friends/dialogue/known-friends.ts";

const hour = 3_600_000;
/** "Ten more minutes" means a reminder that fired within this time. */
const justFired = hour;

/** What can be named. One day of a series that goes by the series' name is reached by its day. */
function targetsOf(work: Work): ReminderRow[] {
  return activeOf(work).filter((row) => {
    const series = row.series_id === null ? undefined : work.row(row.series_id);
    return series?.lifecycle !== "active" || series.content_hash !== row.content_hash;
  });
}

/** "呃不对，七点四十五", "um no, 7:45": the sounds before it have no meaning. */
const sound = /^\s*(?:[呃额嗯啊哎唉]+[\s,，、.。…!！]*|(?:u+h+m?|u+m+|e+r+m?|h+m+)[\s,.…!]+)/iu;

/** Reads a message with everything that is known. */
export function understandMessage(work: Work, text: string): Interpretation {
  const read = readMessage(work, text);
  const plain = text.replace(sound, "");
  if (plain === text || plain === "" || !mayMeanFired(read)) return read;
  const again = readMessage(work, plain);
  return aboutFired.has(again.intent) ? again : read;
}

function readMessage(work: Work, text: string): Interpretation {
  const read = readAboutFired(work, text);
  return mayMeanFired(read) ? (readAboutAwaited(work, text) ?? read) : read;
}

/** "All set" and "sorted" also thank for a reminder that was just set. */
const isBareDone = (text: string): boolean =>
  bareDone.test(text.trim().toLowerCase()) && !/all set|sorted/i.test(text);

function readAboutFired(work: Work, text: string): Interpretation {
  const first = interpret(requestOf(work, text, buildContext(work, text)));
  if (!mayMeanFired(first) || firesOf(work).length === 0) return first;
  // Reminders that have fired are left out, unless nothing else matches.
  const second = interpret(requestOf(work, text, buildContextWithFired(work)));
  const isQuestion = first.intent === "none" && second.reasons[0] === "target_ambiguous";
  return aboutFired.has(second.intent) || isQuestion ? second : first;
}

/**
 * "Done" before the first message of a reminder that asks for this word: it is done early. Which one
 * is asked if there are several today.
 */
function readAboutAwaited(work: Work, text: string): Interpretation | undefined {
  if (!isBareDone(text) || work.quoted !== undefined || work.quotesOthers) return undefined;
  const present = wallTimeAt(work.maker.now, work.zone);
  const awaited = targetsOf(work)
    .filter(({ insist }) => insist !== null)
    .map((row) => toKnownReminder(row, work.zone))
    .filter(({ start }) => start?.slice(0, 10) === present.slice(0, 10));
  if (awaited.length === 0) return undefined;
  const reminders = awaited.map((known) => ({ ...known, start: present, rrule: null }));
  const read = interpret(requestOf(work, text, { reminders }));
  return read.intent === "none" ? undefined : read;
}

export function requestOf(work: Work, text: string, context: RequestContext = {}): LanguageRequest {
  return { text, now: iso(work.maker.now), tz: work.zone, context };
}

const aboutFired = new Set(["complete", "snooze", "update", "cancel"]);
const elsewhere = new Set(["target_not_found", "nothing_fired", "target_ambiguous"]);

const mayMeanFired = ({ intent, reasons }: Interpretation): boolean =>
  intent === "none" || (intent === "clarify" && elsewhere.has(reasons[0] ?? ""));

export function buildContext(work: Work, text = ""): RequestContext {
  const fires = firesOf(work);
  const [last, another] = fires.filter((fire) => fire.firedAt === fires[0]?.firedAt);
  const isMeant = work.quoted !== undefined && fires.length < work.state.fires.length;
  const isFresh =
    last !== undefined &&
    another === undefined &&
    (isMeant || last.firedAt > work.maker.now - justFired);
  return {
    morning: work.state.morning,
    reminders: targetsOf(work).map((row) => toKnownReminder(row, work.zone)),
    ...socialContext(work),
    ...(isFresh
      ? {
          lastFire: {
            id: last.reminderId,
            title: last.content,
            at: wallTimeAt(last.dueAt, work.zone),
          },
        }
      : {}),
    ...discourseOf(work, text),
  };
}

/** Reminders that fired, newest first; with a quotation only the quoted one. */
function firesOf({ state: { fires }, quoted, quotesOthers }: Work): ReminderState["fires"] {
  if (quotesOthers) return [];
  const meant = quoted === undefined ? [] : fires.filter(({ content }) => quoted.includes(content));
  return meant.length > 0 ? meant : fires;
}

/** Reminders including recently fired ones, at the time when they fired. */
function buildContextWithFired(work: Work): RequestContext {
  const fired = new Map(
    firesOf(work)
      .toReversed()
      .map((fire) => [fire.reminderId, fire]),
  );
  const gone = [...fired.values()].map((fire): KnownReminder => {
    const { rrule = null, duration_minutes: durationMinutes = null } =
      work.row(fire.reminderId) ?? {};
    return {
      id: fire.reminderId,
      title: fire.content,
      start: wallTimeAt(fire.dueAt, work.zone),
      rrule,
      durationMinutes,
    };
  });
  const others = targetsOf(work).filter(({ id }) => !fired.has(id));
  return {
    reminders: [...others.map((row) => toKnownReminder(row, work.zone)), ...gone],
    ...discourseOf(work, ""),
  };
}

/** Rows never change, so their converted form is cached for the window. */
const seen = new WeakMap<ReminderRow, KnownReminder & { readonly zone: string }>();

/** As language sees it: the next time, on the person's own clock. */
export function toKnownReminder(row: ReminderRow, zone: string): KnownReminder {
  const before = seen.get(row);
  if (before?.zone === zone) return before;
  const made = {
    zone,
    id: row.id,
    title: row.content,
    start: toKnownStart(row, zone),
    rrule: row.rrule,
    durationMinutes: row.duration_minutes,
    ...(row.all_day ? { allDay: true as const } : {}),
  };
  seen.set(row, made);
  return made;
}

/**
 * The open request, completed by this answer. Past midnight "tomorrow" still means the day it meant
 * when it was said, so the answer is read with the clock of the question.
 */
export function finishRequest(
  work: Work,
  text: string,
  open: OpenRequest,
): Interpretation | undefined {
  const now = requestOf(work, text, buildContext(work, text));
  const result = applyAnswer(now, open, interpret);
  const [today, then] = [now.now, open.now].map((at) =>
    wallTimeAt(Date.parse(at), work.zone).slice(0, 10),
  );
  const isElapsed = result?.items.some(({ instant }) => instant !== undefined) ?? false;
  return today === then || result === undefined || isElapsed
    ? result
    : applyAnswer({ ...now, now: open.now }, open, interpret);
}
