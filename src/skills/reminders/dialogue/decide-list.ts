import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Interpretation } from "../../../language/request.ts";
import { plainContent } from "../commands/content.ts";
import { companions } from "../../friends/dialogue/shared-words.ts";
import { nameList } from "../../friends/names.ts";
import type { Lines } from "./decide-create.ts";
import type { ReminderRow } from "../rows.ts";
import { ruleWords } from "../words/rule-words.ts";
import { countDays, endOfDays, isRunning, occurrencesBetween } from "../commands/schedule.ts";
import { dayWords, type Audience, timeWords } from "../words/when-words.ts";
import { everyWords } from "../words/insist-words.ts";
import { inLanguage } from "../words/reminder-words.ts";
import { rememberList } from "./discourse.ts";
import type { Work } from "./work.ts";

const most = 30;

interface Entry {
  readonly row: ReminderRow;
  readonly instant: number;
}

type Asked = Pick<
  Interpretation,
  "range" | "keyword" | "named" | "isUnknown" | "repeating" | "asksIfFree"
>;

/**
 * Reminders by day; of a series each occurrence within the requested days, or else its next one.
 */
export function decideList(work: Work, asked: Asked, to: Audience): Lines {
  const rows = work
    .rows()
    .filter(
      (row) =>
        (row.lifecycle === "active" || isDayKept(row)) &&
        !row.hidden_from_calendar &&
        isAsked(row, asked),
    );
  const within = entriesIn(work, rows, asked.range);
  // What is named is shown where it is, if it is not where the question has it.
  const isElsewhere = asked.named !== undefined && within.length === 0;
  const entries = isElsewhere ? entriesIn(work, rows, undefined) : within;
  const untimed =
    asked.range === undefined || isElsewhere
      ? rows.filter((row) => row.kind === "no_trigger_time")
      : [];
  const elsewhere = work.state.isShared ? [onlyHere(to)] : [];
  if (entries.length + untimed.length === 0) return [none(asked, to), ...elsewhere];
  rememberList(
    work,
    [...entries.slice(0, most).map(({ row }) => row), ...untimed.slice(0, most)].map(
      ({ id }) => id,
    ),
    to,
  );
  return [
    ...headWords(asked, { isElsewhere, entries }, to),
    ...entryLines(work, entries, to),
    ...linesWithoutTime(untimed, to),
    ...moreWords(entries.length, untimed.length, to),
    ...elsewhere,
  ];
}

const entriesIn = (
  work: Work,
  rows: readonly ReminderRow[],
  range: Interpretation["range"],
): readonly Entry[] =>
  rows.flatMap((row) => entriesOf(work, row, range)).toSorted((a, b) => a.instant - b.instant);

function entryLines(work: Work, entries: readonly Entry[], to: Audience): Lines {
  const days = Map.groupBy(entries.slice(0, most), ({ instant }) =>
    wallTimeAt(instant, to.zone).slice(0, 10),
  );
  return [...days].map(([, day]) => dayLines(work, day, to));
}

const linesWithoutTime = (rows: readonly ReminderRow[], to: Audience): Lines =>
  rows.length === 0
    ? []
    : [
        [
          inLanguage(to, "没定时间：", "No time set:"),
          ...rows.slice(0, most).map(({ content }) => `· ${content}`),
        ].join("\n"),
      ];

function moreWords(entries: number, untimed: number, to: Audience): Lines {
  const more = Math.max(0, entries - most) + Math.max(0, untimed - most);
  return more > 0
    ? [inLanguage(to, `还有 ${more} 个没有列出。`, `${more} more are not shown.`)]
    : [];
}

/** What the list answers, where that is not plain from it. */
function headWords(
  asked: Asked,
  { isElsewhere, entries }: { isElsewhere: boolean; entries: readonly Entry[] },
  to: Audience,
): Lines {
  if (asked.isUnknown === true)
    return [inLanguage(to, "没有找到这一项。你有这些：", "I don't find that one. You have these:")];
  if (isElsewhere && asked.range !== undefined)
    return [inLanguage(to, "那段时间没有，它在：", "Not at that time. It is here:")];
  if (asked.asksIfFree !== true || !isWithinDay(asked.range)) return [];
  const isBusy = entries.some(({ row }) => !row.all_day);
  return isBusy
    ? [inLanguage(to, "那段时间有安排：", "You have something then:")]
    : [inLanguage(to, "有空，只有全天的：", "You're free then, apart from:")];
}

const dayLength = 86_400_000;

/** One day, or some hours of it: longer stretches are never wholly free. */
const isWithinDay = (range: Interpretation["range"]): boolean =>
  range !== undefined && Date.parse(`${range.end}Z`) - Date.parse(`${range.start}Z`) <= dayLength;

/** Whole days are not over when their morning is. */
const isDayKept = (row: ReminderRow): boolean =>
  row.all_day && row.lifecycle === "completed" && row.completion !== "done";

const onlyHere = (to: Audience): string =>
  inLanguage(
    to,
    "（这里只看得到你在这个群里记的；其他的请单独问我。）",
    "(Only what you set in this group is shown here. Ask me alone for the rest.)",
  );

function entriesOf(work: Work, row: ReminderRow, range: Interpretation["range"]): Entry[] {
  if (range === undefined) {
    if (row.nag_at !== null) return [{ row, instant: Date.parse(row.nag_at) }];
    if (row.next_fire_at !== null) return [nextEntry(row, work)];
    // Days that have begun stand on today.
    return isRunning(row, work.maker.now) ? [{ row, instant: work.maker.now }] : [];
  }
  const [from, to] = [range.start, range.end].map((wall) => instantOf(wall, work.zone)) as [
    number,
    number,
  ];
  if (row.all_day) return dayEntries(row, { ...range, zone: work.zone, now: work.maker.now });
  const { now } = work.maker;
  const repeat = row.nag_at === null ? NaN : Date.parse(row.nag_at);
  // Past reminders of today are left out; of a series only upcoming occurrences are listed.
  const ahead = occurrencesBetween(row, { from: Math.max(from, work.maker.now), to }).map(
    ({ instant }) => ({ row, instant }),
  );
  return repeat >= from && repeat < to
    ? [{ row, instant: repeat }, ...ahead.filter(({ instant }) => instant > now)]
    : ahead;
}

const nextEntry = (row: ReminderRow, { zone }: Pick<Work, "zone">): Entry => {
  const instant = Date.parse(row.next_fire_at ?? "");
  const day = wallTimeAt(instant, row.captured_timezone).slice(0, 10);
  return { row, instant: row.all_day ? instantOf(`${day}T00:00:00`, zone) : instant };
};

/**
 * Whole days that touch the days asked for and are not over. What began before them stands on the
 * first of them.
 */
function dayEntries(
  row: ReminderRow,
  on: { start: string; end: string; zone: string; now: number },
): Entry[] {
  const today = `${wallTimeAt(on.now, on.zone).slice(0, 10)}T00:00:00`;
  const first = on.start < today ? today : on.start;
  const reach = (countDays(row.duration_minutes) + 2) * dayMs;
  const times = occurrencesBetween(row, {
    from: instantOf(first, on.zone) - reach,
    to: instantOf(on.end, on.zone) + dayMs,
  });
  return times
    .filter(({ wall }) => wall < on.end && endOfDays(wall, row.duration_minutes) > first)
    .map(({ wall }) => {
      const shown = wall < first ? `${first.slice(0, 10)}T00:00:00` : wall;
      return { row, instant: instantOf(shown, on.zone) };
    });
}

const dayMs = 86_400_000;

/** By its name, where the question has one; what is shared goes by the name of the sharing. */
function isAsked(row: ReminderRow, { named, keyword, repeating }: Asked): boolean {
  if (repeating === true && row.rrule === null) return false;
  if (named !== undefined)
    return (
      named.includes(row.id) ||
      (row.shared_reminder_id !== null && named.includes(row.shared_reminder_id)) ||
      (row.series_id !== null && named.includes(row.series_id))
    );
  return keyword === undefined || isMatch(row, keyword);
}

/** Either contains the other, marks and case aside. */
function isMatch({ content }: ReminderRow, keyword: string): boolean {
  const [a, b] = [plainContent(content), plainContent(keyword)];
  return (
    a.includes(b) ||
    b.includes(a) ||
    keyword.split(/\s+/).some((word) => word.length > 2 && a.includes(plainContent(word)))
  );
}

function dayLines(work: Work, day: readonly Entry[], to: Audience): string {
  const [first] = day;
  const head = dayWords({ wall: wallTimeAt(first?.instant ?? to.now, to.zone), zone: to.zone }, to);
  const lines = day.map(({ row, instant }) => {
    const time = row.all_day
      ? inLanguage(to, "全天", "all day:")
      : timeWords({
          wall: wallTimeAt(instant, to.zone),
          zone: to.zone,
          durationMinutes: row.duration_minutes,
        });
    const often =
      row.rrule === null
        ? ""
        : inLanguage(
            to,
            `（${ruleWords(row.rrule, "zh", row.workdays)}）`,
            ` (${ruleWords(row.rrule, "en", row.workdays)})`,
          );
    return `· ${time} ${row.content}${often}${insistMark(row, to)}${untilWords(row, instant, to)}${companyWords(work, row, to)}`;
  });
  return [`${head}${inLanguage(to, "：", ":")}`, ...lines].join("\n");
}

/** That it repeats until it is done. */
const insistMark = ({ insist }: ReminderRow, to: Audience): string =>
  insist === null
    ? ""
    : inLanguage(
        to,
        `（${everyWords(insist.every_minutes, "zh")}一次直到完成）`,
        ` (${everyWords(insist.every_minutes, "en")} until done)`,
      );

/** Of what is shared, with whom. */
function companyWords(work: Work, row: ReminderRow, to: Audience): string {
  const social = work.social();
  const parts = social.parts.filter(({ sharedId }) => sharedId === row.shared_reminder_id);
  const names = nameList(companions(social, { parts }, { me: work.maker.accountId, to }), to);
  return names === "" ? "" : inLanguage(to, `（和 ${names}）`, ` (with ${names})`);
}

/** Of several days, the last one. */
function untilWords(row: ReminderRow, instant: number, to: Audience): string {
  if (!row.all_day || countDays(row.duration_minutes) < 2 || row.rrule !== null) return "";
  const end = endOfDays(row.local_start ?? "", row.duration_minutes);
  const wall = wallTimeAt(instantOf(end, to.zone) - 1, to.zone);
  if (wall.slice(0, 10) === wallTimeAt(instant, to.zone).slice(0, 10)) return "";
  const last = dayWords({ wall, zone: to.zone }, to);
  return inLanguage(to, `（到 ${last}）`, ` (until ${last})`);
}

function none({ range, keyword, asksIfFree }: Asked, to: Audience): string {
  if (keyword !== undefined)
    return inLanguage(
      to,
      `没有和“${keyword}”有关的提醒。`,
      `There is no reminder about “${keyword}”.`,
    );
  if (range === undefined) return inLanguage(to, "现在没有提醒。", "You have no reminders.");
  const day = singleDay(range, to);
  if (asksIfFree === true)
    return day === undefined
      ? inLanguage(to, "有空，那段时间没有安排。", "You're free then: nothing is set.")
      : inLanguage(to, `有空，${day}没有安排。`, `You're free: nothing ${day}.`);
  return day === undefined
    ? inLanguage(to, "那段时间没有安排。", "Nothing is set for that time.")
    : inLanguage(to, `${day}没有安排。`, `Nothing ${day}.`);
}

/** The one day that was asked for, as people call it: "今天", "on Friday". */
function singleDay(
  { start, end }: NonNullable<Interpretation["range"]>,
  to: Audience,
): string | undefined {
  const day = start.slice(0, 10);
  const last = wallTimeAt(instantOf(end, to.zone) - 1, to.zone);
  const isToday = wallTimeAt(to.now, to.zone).startsWith(day);
  const isWhole = end.endsWith("T00:00:00") && (isToday || start.endsWith("T00:00:00"));
  if (last.slice(0, 10) !== day || !isWhole) return undefined;
  const words = dayWords({ wall: `${day}T00:00:00`, zone: to.zone }, to);
  const [near] = words.split(to.language === "zh" ? " " : ", ");
  if (/^(?:今天|明天|后天|today|tomorrow)$/.test(near ?? "")) return near;
  return to.language === "zh" ? `${words} ` : `on ${words}`;
}
