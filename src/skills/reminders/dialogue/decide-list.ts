import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Interpretation } from "../../../language/request.ts";
import { plainContent } from "../commands/content.ts";
import type { Lines } from "./decide-create.ts";
import type { ReminderRow } from "../rows.ts";
import { ruleWords } from "../words/rule-words.ts";
import { occurrencesBetween } from "../commands/schedule.ts";
import { dayWords, type Listener, timeWords } from "../words/when-words.ts";
import { inLanguage } from "../words/reminder-words.ts";
import type { Work } from "./work.ts";

const most = 30;

interface Entry {
  readonly row: ReminderRow;
  readonly instant: number;
}

/**
 * What there is, by day; of a series each time that falls into the days asked for, or else its
 * next.
 */
export function decideList(
  work: Work,
  asked: Pick<Interpretation, "range" | "keyword">,
  to: Listener,
): Lines {
  const rows = work
    .rows()
    .filter(
      (row) =>
        row.lifecycle === "active" && !row.hidden_from_calendar && isMatch(row, asked.keyword),
    );
  const entries = rows
    .flatMap((row) => entriesOf(work, row, asked.range))
    .toSorted((a, b) => a.instant - b.instant);
  const untimed =
    asked.range === undefined ? rows.filter((row) => row.kind === "no_trigger_time") : [];
  const elsewhere = work.state.isShared ? [onlyHere(to)] : [];
  if (entries.length + untimed.length === 0) return [none(asked, to), ...elsewhere];
  const days = Map.groupBy(entries.slice(0, most), ({ instant }) =>
    wallTimeAt(instant, to.zone).slice(0, 10),
  );
  const lines = [...days].map(([, day]) => dayLines(day, to));
  if (untimed.length > 0)
    lines.push(
      [
        inLanguage(to, "没定时间：", "No time set:"),
        ...untimed.slice(0, most).map(({ content }) => `· ${content}`),
      ].join("\n"),
    );
  const more =
    entries.length +
    untimed.length -
    Math.min(entries.length, most) -
    Math.min(untimed.length, most);
  return [
    ...lines,
    ...(more > 0
      ? [inLanguage(to, `还有 ${more} 个没有列出。`, `${more} more are not shown.`)]
      : []),
    ...elsewhere,
  ];
}

const onlyHere = (to: Listener): string =>
  inLanguage(
    to,
    "（这里只看得到你在这个群里记的；其他的请单独问我。）",
    "(Only what you set in this group is shown here. Ask me alone for the rest.)",
  );

function entriesOf(work: Work, row: ReminderRow, range: Interpretation["range"]): Entry[] {
  if (range === undefined)
    return row.next_fire_at === null ? [] : [{ row, instant: Date.parse(row.next_fire_at) }];
  const [from, to] = [range.start, range.end].map((wall) => instantOf(wall, work.zone)) as [
    number,
    number,
  ];
  // What is over today is no longer on the list; a series is asked only for what is to come.
  return occurrencesBetween(row, { from: Math.max(from, work.maker.now), to }).map(
    ({ instant }) => ({ row, instant }),
  );
}

/** Either contains the other, marks and case aside. */
function isMatch({ content }: ReminderRow, keyword: string | undefined): boolean {
  if (keyword === undefined) return true;
  const [a, b] = [plainContent(content), plainContent(keyword)];
  return (
    a.includes(b) ||
    b.includes(a) ||
    keyword.split(/\s+/).some((word) => word.length > 2 && a.includes(plainContent(word)))
  );
}

function dayLines(day: readonly Entry[], to: Listener): string {
  const [first] = day;
  const head = dayWords({ wall: wallTimeAt(first?.instant ?? to.now, to.zone), zone: to.zone }, to);
  const lines = day.map(({ row, instant }) => {
    const time = timeWords({
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
    return `· ${time} ${row.content}${often}`;
  });
  return [`${head}${inLanguage(to, "：", ":")}`, ...lines].join("\n");
}

function none({ range, keyword }: Pick<Interpretation, "range" | "keyword">, to: Listener): string {
  if (keyword !== undefined)
    return inLanguage(
      to,
      `没有和“${keyword}”有关的提醒。`,
      `There is no reminder about “${keyword}”.`,
    );
  return range === undefined
    ? inLanguage(to, "现在没有提醒。", "You have no reminders.")
    : inLanguage(to, "那段时间没有提醒。", "Nothing is set for that time.");
}
