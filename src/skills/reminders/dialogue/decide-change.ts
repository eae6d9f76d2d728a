import type { Interpretation, Item } from "../../../language/request.ts";
import { minuteMs } from "../../../language/calendar/wall.ts";
import { cancel, reviseRow, type Revision, update } from "../commands/commands.ts";
import { toInsistence } from "../commands/insist.ts";
import { insistNotes } from "../words/insist-words.ts";
import { type Lines, itemStart } from "./decide-create.ts";
import { lateWords, noteMove, noteWords, overlapWords } from "../words/notes.ts";
import { duplicateOf, overlapping } from "../commands/overlap.ts";
import { hasGoneOff, type ReminderRow } from "../rows.ts";
import { isRunning } from "../commands/schedule.ts";
import { keepSkippedDays } from "../commands/series-days.ts";
import { toKnownReminder } from "./understand.ts";
import type { Audience } from "../words/when-words.ts";
import {
  describeCancelled,
  describeCompleted,
  duplicateWords,
  occurrenceWords,
  quoteTitle,
  inLanguage,
  describeSkipped,
  describeSnoozed,
  describeUnchanged,
  describeUpdated,
} from "../words/reminder-words.ts";
import type { Work } from "./work.ts";
import { complete, editOccurrence, skip, snooze } from "../commands/occurrence-commands.ts";

/** A change, and the row that it is about. */
export type ChangeRequest = Omit<Interpretation, "target"> & { readonly target: ReminderRow };

export function decideUpdate(work: Work, asked: ChangeRequest, to: Audience): Lines {
  const { target: row, occurrence } = asked;
  const item = asked.items[0];
  if (item === undefined) return [describeUnchanged(row, to)];
  if (occurrence !== undefined && row.rrule !== null)
    return moveOnce(work, { ...asked, item, occurrence }, to);
  const revision = revisionOf(work, row, item);
  if (revision === undefined) return [describeUnchanged(row, to), ...lateWords(item.late, to)];
  const after = reviseRow(work.maker, row, revision);
  if (after.local_start !== null && after.next_fire_at === null && after.lifecycle === "active")
    return [describePassed(row, to)];
  const twin = duplicateOf(after, work.rows());
  if (twin !== undefined) return [duplicateWords(twin, to)];
  work.take(update(work.maker, row, { ...revision, own: occurrencesOf(work, row) }));
  const notes = [
    ...noteMove(asked.reasons, { before: row, after }, to),
    ...lateWords(item.late, to),
    ...(item.insist === undefined ? [] : insistNotes([after], to)),
  ];
  return [
    describeUpdated(row, after, to),
    ...notes,
    ...(isElsewhere(revision) ? clash(work, after, to) : []),
  ];
}

/** Only a change of time can cause a new overlap. */
const isElsewhere = ({ timing, durationMinutes }: Revision): boolean =>
  timing !== undefined || durationMinutes !== undefined;

const describePassed = (row: ReminderRow, to: Audience): string =>
  inLanguage(
    to,
    `那个时间已经过了，${quoteTitle(row, to)}没有改动。`,
    `That time has passed. ${quoteTitle(row, to)} was not changed.`,
  );

function clash(work: Work, row: ReminderRow, to: Audience): Lines {
  const other =
    work.settings.overlap === "off"
      ? undefined
      : overlapping(row, work.listTaken(), { now: work.maker.now });
  return other === undefined ? [] : [overlapWords(other, to)];
}

/** The changed fields of the row. `undefined`: nothing. */
function revisionOf(work: Work, row: ReminderRow, item: Item): Revision | undefined {
  const isMoved = isOtherTime(work, row, item);
  const isRenamed = item.title !== row.content && item.title !== "";
  const isLonger = item.durationMinutes !== row.duration_minutes;
  const isLate = item.late !== undefined && item.late !== row.late_policy;
  const insist = item.insist === undefined ? undefined : toInsistence(item.insist);
  const isInsisting = insist !== undefined && JSON.stringify(insist) !== JSON.stringify(row.insist);
  if (!isMoved && !isRenamed && !isLonger && !isLate && !isInsisting) return undefined;
  return {
    ...(isInsisting ? { insist } : {}),
    ...(isLate ? { latePolicy: item.late } : {}),
    ...(isRenamed ? { content: item.title } : {}),
    ...(isLonger ? { durationMinutes: item.durationMinutes } : {}),
    ...(isMoved ? { timing: timingOf(work, row, item) } : {}),
  };
}

/** A to-do without a time that is only renamed names none. */
const isOtherTime = (work: Work, row: ReminderRow, item: Item): boolean =>
  (item.start !== toKnownReminder(row, work.zone).start && item.start !== "") ||
  item.instant !== undefined ||
  (item.allDay === true && !row.all_day) ||
  item.rrule !== row.rrule ||
  row.lifecycle !== "active" ||
  hasGoneOff(row);

/**
 * A series that only changes its hour keeps the day it began on, and with it its rhythm, its count
 * and the days that were taken out of it. Any other change resets them.
 */
function timingOf(work: Work, row: ReminderRow, item: Item): NonNullable<Revision["timing"]> {
  const moment = itemStart(work, item);
  const fresh = {
    ...moment,
    zone: work.zone,
    rrule: item.rrule,
    workdays: item.workdays ?? null,
    ...(item.allDay === undefined ? {} : { allDay: item.allDay }),
  };
  if (
    row.rrule === null ||
    item.rrule !== row.rrule ||
    isOtherDate(work, row, item) ||
    row.local_start === null ||
    row.captured_timezone !== work.zone
  )
    return fresh;
  const same = {
    ...fresh,
    start: `${row.local_start.slice(0, 10)}${moment.start.slice(10)}`,
    workdays: row.workdays,
  };
  return { ...same, exdates: keepSkippedDays(row, same) };
}

/** A yearly rule has its day from its start alone. */
const isOtherDate = (work: Work, row: ReminderRow, { rrule, start }: Item): boolean =>
  rrule === "FREQ=YEARLY" &&
  toKnownReminder(row, work.zone).start?.slice(5, 10) !== start.slice(5, 10);

function moveOnce(
  work: Work,
  asked: ChangeRequest & { item: Item; occurrence: string },
  to: Audience,
): Lines {
  const { target: series, item, occurrence } = asked;
  const single = findChangedOccurrence(work, series, occurrence);
  if (single !== undefined) return decideUpdate(work, { ...toSkip(asked), target: single }, to);
  const moment = itemStart(work, item);
  const wish = {
    content: item.title === "" ? series.content : item.title,
    zone: work.zone,
    durationMinutes: item.durationMinutes,
    allDay: item.allDay ?? (series.all_day && moment.start.endsWith("T00:00:00")),
    latePolicy: item.late,
    insist: item.insist === undefined ? undefined : toInsistence(item.insist),
    ...moment,
  };
  const command = editOccurrence(work.maker, series, { occurrence, wish });
  const [changed, made] = command.changes;
  if (changed === undefined || made === undefined)
    throw new Error("an edited occurrence is two changes");
  if (made.after.next_fire_at === null) return [describePassed(series, to)];
  work.take(command);
  const words = occurrenceWords({ series: changed.after, single: made.after, occurrence }, to);
  return [
    words,
    ...noteMove(asked.reasons, { before: series, after: made.after }, to),
    ...clash(work, made.after, to),
  ];
}

/** It has just fired, and its message is being sent. */
const isOnItsWay = (row: ReminderRow, now: number): boolean =>
  hasGoneOff(row) && Date.parse(row.last_fired_at ?? "") > now - minuteMs;

export function decideCancel(work: Work, asked: ChangeRequest, to: Audience): Lines {
  const { target: row, occurrence } = asked;
  const isOver =
    row.lifecycle !== "active" || (row.nag_at === null && isOnItsWay(row, work.maker.now));
  if (isOver && !isRunning(row, work.maker.now))
    return [
      inLanguage(
        to,
        `${quoteTitle(row, to)}已经响过了，没有要取消的。`,
        `${quoteTitle(row, to)} has gone off already; there is nothing to cancel.`,
      ),
    ];
  if (occurrence !== undefined && row.rrule !== null) {
    const single = findChangedOccurrence(work, row, occurrence);
    if (single !== undefined) return decideCancel(work, { ...toSkip(asked), target: single }, to);
    const command = skip(work.maker, row, occurrence);
    const after = command.changes[0]?.after as ReminderRow;
    if (row.exdates.includes(occurrence)) return [describeUnchanged(row, to)];
    work.take(command);
    return [describeSkipped(after, occurrence, to)];
  }
  work.take(cancel(work.maker, row, occurrencesOf(work, row)));
  return [describeCancelled(row, to)];
}

/** The occurrence, if it is already a reminder of its own. */
const findChangedOccurrence = (
  work: Work,
  series: ReminderRow,
  occurrence: string,
): ReminderRow | undefined =>
  occurrencesOf(work, series).find((row) => row.occurrence === occurrence);

const toSkip = ({ intent, items, reasons, target }: ChangeRequest): ChangeRequest => ({
  intent,
  items,
  reasons,
  target,
});

/** Occurrences of a series that were changed on their own. */
export const occurrencesOf = (work: Work, row: ReminderRow): ReminderRow[] =>
  work.rows().filter((each) => each.series_id === row.id && each.lifecycle === "active");

export function decideComplete(work: Work, row: ReminderRow, to: Audience): Lines {
  if (row.lifecycle === "completed" && row.completion === "done")
    return [
      inLanguage(
        to,
        `${quoteTitle(row, to)}之前就完成了。`,
        `${quoteTitle(row, to)} was done already.`,
      ),
    ];
  const command = complete(work.maker, row);
  work.take(command);
  return [describeCompleted(row, command.changes[0]?.after ?? row, to)];
}

export function decideSnooze(work: Work, asked: ChangeRequest, to: Audience): Lines {
  const item = asked.items[0];
  if (item === undefined) return [describeUnchanged(asked.target, to)];
  const insist = item.insist === undefined ? undefined : toInsistence(item.insist);
  const when = { ...itemStart(work, item), zone: work.zone };
  const command = snooze(work.maker, asked.target, { ...when, insist });
  const after = command.changes[0]?.after as ReminderRow;
  if (after.next_fire_at === null) return [describePassed(asked.target, to)];
  work.take(command);
  return [
    describeSnoozed(after, to),
    ...noteWords(asked.reasons, [after], to),
    ...insistNotes([after], to),
  ];
}
