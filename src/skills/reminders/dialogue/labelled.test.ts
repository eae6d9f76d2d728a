import type { Language } from "../../../domain/language.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { iso } from "../../../domain/ports/clock.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import { latestOccurrence } from "../../../language/calendar/occurrences.ts";
import type { Interpretation, KnownReminder, RequestContext } from "../../../language/request.ts";
import { create } from "../commands/commands.ts";
import { handleMessage } from "./handle-message.ts";
import type { Maker } from "../commands/new-row.ts";
import type { ReminderRow } from "../rows.ts";
import { nextFireAt } from "../commands/schedule.ts";
import { noSocial } from "../../friends/people.ts";
import type { RecentFire, ReminderState } from "./state.ts";
import { openWork, type Work } from "./work.ts";

interface Labelled {
  readonly id: string;
  readonly lang: Language;
  readonly text: string;
  readonly now: string;
  readonly tz: string;
  readonly context?: RequestContext;
  readonly expect: Interpretation;
}

const folder = join(import.meta.dirname, "../../../../test/language/data");
const cases = ["requests-dev.json", "own-dev.json", "own-check.json"]
  .flatMap((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Labelled[])
  // Friends and half-finished requests have tests of their own.
  .filter(
    ({ context = {} }) =>
      context.open === undefined && context.shared === undefined && context.friends === undefined,
  );

const settings = {
  overlap: "off",
  clarificationMinutes: 10,
  nightlyHour: 20,
  latePolicy: "fire",
} as const;

/** The skill before this message, with what the label says of the world around it. */
function before({ context = {}, now: wall, tz }: Labelled): Work {
  const now = instantOf(wall, tz);
  let count = 0;
  const maker: Maker = {
    accountId: "ada",
    conversationId: "talk",
    turnId: "turn",
    source: "chat",
    latePolicy: "fire",
    now,
    newId: () => `r${(count += 1)}`,
  };
  const known = (context.reminders ?? []).map((reminder) =>
    toRow({ ...maker, now: now - 400 * 86_400_000 }, reminder, { now, tz }),
  );
  const last = context.lastFire;
  const fired =
    last === undefined || known.some(({ row }) => row.content === last.title)
      ? []
      : [toRow({ ...maker, now: 0 }, { title: last.title, start: last.at }, { now, tz })];
  const all = [...known, ...fired];
  const previous = all.find(({ row }) => row.content === context.previous?.target)?.row;
  const state: ReminderState = {
    rows: all.map(({ row }) => row),
    fires: all.flatMap(({ fire }) => fire ?? []).toSorted((a, b) => b.firedAt - a.firedAt),
    question: undefined,
    social: noSocial,
    hasFriends: false,
    isShared: false,
    outside: [],
    zoneGuess: undefined,
    morning: "09:00",
    news: undefined,
    undo:
      previous === undefined
        ? undefined
        : {
            at: now - 60_000,
            isNext: true,
            isLastWord: true,
            said: undefined,
            changes: [{ id: previous.id, version: 1, before: null }],
          },
  };
  return openWork({ maker, zone: tz, settings, state });
}

/** A reminder as it stands now: gone off where its time is over. */
function toRow(
  maker: Maker,
  reminder: KnownReminder,
  at: { now: number; tz: string },
): { row: ReminderRow; fire: RecentFire | undefined } {
  const { title, start, rrule = null, durationMinutes } = reminder;
  const made = create(maker, { content: title, zone: at.tz, start, rrule, durationMinutes })
    .changes[0]?.after as ReminderRow;
  const schedule = { start: start ?? "", zone: at.tz, rrule: rrule ?? null };
  const due =
    start === null ? undefined : latestOccurrence(schedule, at.now, 6 * 3_600_000)?.instant;
  const next = start === null ? null : nextFireAt(made, at.now);
  const isOver = start !== null && next === null;
  const row = {
    ...made,
    conversation_id: "elsewhere",
    next_fire_at: next,
    ...(due === undefined ? {} : { last_fired_at: iso(due) }),
    ...(isOver ? ({ lifecycle: "completed", completion: "fired" } as const) : {}),
  };
  return {
    row,
    fire:
      due === undefined
        ? undefined
        : { reminderId: row.id, content: title, dueAt: due, firedAt: due, messageId: null },
  };
}

/** What is wrong with what became of it, if anything. */
function fault(labelled: Labelled): string | undefined {
  const work = before(labelled);
  const { expect: wanted, lang, tz } = labelled;
  const to = { language: lang, zone: tz, now: work.maker.now };
  const { lines } = handleMessage(work, labelled.text, { to, hasModel: false });
  const rows = work.commands.flatMap(({ changes }) => changes.map(({ after }) => after));
  const operations = work.commands.map(({ operation }) => operation).join();
  const told = `${labelled.id} ${labelled.text}: ${operations} ${lines.join(" ")}`;
  const minute = (row: ReminderRow | undefined): string =>
    row?.next_fire_at === null || row === undefined
      ? ""
      : wallTimeAt(Date.parse(row.next_fire_at), tz).slice(0, 16);
  const isRight = (): boolean => {
    if (wanted.intent === "create")
      return wanted.items.map(({ start }) => start.slice(0, 16)).join() === rows.map(minute).join();
    if (wanted.intent === "cancel")
      return (
        /^(?:delete_reminder|skip_occurrence|undo)$/.test(operations) &&
        rows[0]?.content === wanted.target
      );
    if (wanted.intent === "complete")
      return operations === "complete_reminder" && rows[0]?.content === wanted.target;
    if (wanted.intent === "update" || wanted.intent === "snooze")
      return (
        work.commands.length === 1 &&
        rows.some((row) => minute(row).slice(11) === wanted.items[0]?.start.slice(11, 16))
      );
    return work.commands.length === 0 && (wanted.intent === "none" || lines.length > 0);
  };
  return isRight() ? undefined : told;
}

it("every labelled request becomes its rows, its question or nothing", () => {
  const faults = cases.flatMap((labelled) => fault(labelled) ?? []);
  expect(cases.length).toBeGreaterThan(500);
  expect(faults.slice(0, 20)).toEqual([]);
});
