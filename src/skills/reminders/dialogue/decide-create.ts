import { privateMatter } from "../words/reminder-words.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import { questionFor } from "../../../language/dialogue/questions.ts";
import type { Interpretation, Item, OpenRequest } from "../../../language/request.ts";
import { create } from "../commands/commands.ts";
import { toInsistence } from "../commands/insist.ts";
import { nightlySet } from "../firing/nightly.ts";
import { insistNotes } from "../words/insist-words.ts";
import { describeOther, lateWords, noteWords, overlapLine } from "../words/notes.ts";
import { duplicateOf, overlapping } from "../commands/overlap.ts";
import type { ReminderRow } from "../rows.ts";
import type { Audience } from "../words/when-words.ts";
import {
  describeCreated,
  duplicateWords,
  placeOf,
  inLanguage,
  titleOf,
  describeUntimed,
} from "../words/reminder-words.ts";
import { inviteLines, keepWho, openWho } from "./unknown-people.ts";
import type { Work } from "./work.ts";

/** The reply to a write, or the question instead of it. */
export type Lines = readonly string[];

/**
 * Wall time and moment of an item. In a doubled hour elapsed time counts from the real now, which
 * the wall does not tell.
 */
export function itemStart(work: Work, item: Item): { start: string; instant?: number } {
  if (item.instant === undefined) return { start: item.start };
  const shown = instantOf(wallTimeAt(work.maker.now, work.zone), work.zone);
  const instant = item.instant + (Math.floor(work.maker.now / 1000) * 1000 - shown);
  return { start: wallTimeAt(instant, work.zone), instant };
}

const toNewReminder = (work: Work, item: Item, to: Audience) => ({
  content: titleOf(item, to),
  zone: work.zone,
  rrule: item.rrule,
  workdays: item.workdays ?? null,
  durationMinutes: item.durationMinutes,
  allDay: item.allDay,
  latePolicy: item.late,
  insist: item.insist === undefined ? null : toInsistence(item.insist),
  ...itemStart(work, item),
});

export function decideCreate(
  work: Work,
  asked: Interpretation & { confirmed?: true; text: string; who?: OpenRequest },
  to: Audience,
): Lines {
  const wishes = asked.items.map((item) => create(work.maker, toNewReminder(work, item, to)));
  const rowsOf = wishes.map(({ changes }) => changes[0]?.after as ReminderRow);
  // A time that has passed is asked about, never moved: a wall time may lie in the first pass of a
  // doubled hour.
  if (rowsOf.some((row) => row.next_fire_at === null && row.lifecycle === "active"))
    return [askAgain(work, asked, to)];
  const lines: string[] = [];
  const written: ReminderRow[] = [];
  const clashes: ReminderRow[] = [];
  for (const [index, command] of wishes.entries()) {
    const row = rowsOf[index] as ReminderRow;
    const known = duplicateOf(row, work.rows());
    if (known !== undefined) {
      lines.push(duplicateWords(known, to));
      continue;
    }
    const clash =
      work.settings.overlap === "off" || asked.confirmed === true
        ? undefined
        : overlapping(row, work.listTaken(), { now: work.maker.now });
    if (clash !== undefined && work.settings.overlap === "ask")
      return [askOverlap(work, asked, { clash, to })];
    if (clash !== undefined) clashes.push(clash);
    work.take(command);
    written.push(row);
  }
  if (written.length === 0) return lines;
  offerFlip(work, asked, { written, to });
  const notes = [
    ...noteWords(asked.reasons, written, to),
    ...lateWords(asked.items[0]?.late, to),
    ...insistNotes(written, to),
  ];
  return [
    describeCreated(written, to),
    ...notes,
    ...overlapLine([...new Set(clashes)], to),
    ...lines,
    ...offerInvitation(work, asked, { written, to }),
  ];
}

/** One line about people who are not friends yet; an answer can still say who they are. */
function offerInvitation(
  work: Work,
  asked: Interpretation & { text: string; who?: OpenRequest },
  { written, to }: { written: readonly ReminderRow[]; to: Audience },
): Lines {
  const [only] = written;
  const { unknownPeople: names = [] } = asked;
  if (work.state.isShared) return names.length === 0 ? [] : [privateMatter(to)];
  const lines = names.length === 0 ? [] : inviteLines(work, { names, written }, to);
  const who = asked.who ?? openWho(work, asked.text, names);
  if (who !== undefined && only !== undefined && work.social().friends.length > 0)
    work.ask(keepWho(who, only.id, to), lines.join("\n"));
  return lines;
}

function askAgain(work: Work, asked: Interpretation & { text: string }, to: Audience): string {
  const question = questionFor("past_time", to.language) ?? "";
  const open: OpenRequest = {
    text: asked.text,
    now: new Date(work.maker.now).toISOString(),
    reason: "past_time",
  };
  work.ask({ kind: "request", open, language: to.language }, question);
  return question;
}

function askOverlap(
  work: Work,
  asked: Interpretation,
  on: { clash: ReminderRow; to: Audience },
): string {
  const { clash, to } = on;
  const question = inLanguage(
    to,
    `和${describeOther(clash, to)}时间重叠（${placeOf(clash, to)}）。还要记吗？回复“是”就记下。`,
    `That overlaps ${describeOther(clash, to)} (${placeOf(clash, to)}). Shall I add it anyway? Reply “yes” to confirm.`,
  );
  work.ask(
    { kind: "overlapping", items: asked.items, reasons: asked.reasons, language: to.language },
    question,
  );
  return question;
}

/** A guessed half of the day can be corrected with one word. */
export function offerFlip(
  work: Work,
  asked: Interpretation & { text: string },
  on: { written: readonly ReminderRow[]; to: Audience },
): void {
  const [only, second] = on.written;
  if (!asked.reasons.includes("guessed_half_of_day") || only === undefined || second !== undefined)
    return;
  const open: OpenRequest = {
    text: asked.text,
    now: new Date(work.maker.now).toISOString(),
    reason: "ambiguous_hour",
  };
  work.ask(
    { kind: "flip", open, reminderId: only.id, language: on.to.language },
    noteWords(["guessed_half_of_day"], [only], on.to)[0] ?? "",
  );
}

/** To-dos that have no time: they are kept and asked about in the evening. */
export function decideUntimed(work: Work, titles: readonly string[], to: Audience): Lines {
  const lines: string[] = [];
  const written: ReminderRow[] = [];
  for (const title of titles) {
    const command = create(work.maker, { content: title, zone: work.zone, start: null });
    const row = command.changes[0]?.after as ReminderRow;
    const known = duplicateOf(row, work.rows());
    if (known !== undefined) lines.push(duplicateWords(known, to));
    else {
      work.take(command);
      written.push(row);
    }
  }
  if (written.length === 0) return lines;
  const hour = work.settings.nightlyHour;
  work.note(
    nightlySet({ accountId: work.maker.accountId, zone: work.zone, hour, now: work.maker.now }),
  );
  return [describeUntimed(written, to, hour), ...lines];
}
