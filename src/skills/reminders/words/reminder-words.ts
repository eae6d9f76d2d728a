import { wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Item } from "../../../language/request.ts";
import type { ReminderRow } from "../rows.ts";
import { insistWords } from "./insist-words.ts";
import { hasOwnHours, ruleEndWords, ruleWords } from "./rule-words.ts";
import {
  clockWords,
  dayWords,
  relativeWords,
  type Audience,
  months,
  timeWords,
  type ZonedWall,
  whenWords,
} from "./when-words.ts";

/** The same sentence in the person's language. */
export const inLanguage = ({ language }: Audience, zh: string, en: string): string =>
  language === "zh" ? zh : en;

export const quoteTitle = ({ content }: { content: string }, to: Audience): string =>
  inLanguage(to, `「${content}」`, `“${content}”`);

/** The next wall time, in the reminder's own zone. */
const nextOf = (row: ReminderRow): ZonedWall | undefined =>
  row.next_fire_at === null
    ? findRunningDays(row)
    : {
        wall: wallTimeAt(Date.parse(row.next_fire_at), row.captured_timezone),
        zone: row.captured_timezone,
        durationMinutes: row.duration_minutes,
        allDay: row.all_day,
      };

/** Whole days that have begun: there is nothing to remind of, and they are not over. */
const findRunningDays = (row: ReminderRow): ZonedWall | undefined =>
  row.all_day && row.rrule === null && row.local_start !== null
    ? {
        wall: row.local_start,
        zone: row.captured_timezone,
        durationMinutes: row.duration_minutes,
        allDay: true,
      }
    : undefined;

export function nextWords(row: ReminderRow, to: Audience): string {
  const next = nextOf(row);
  return next === undefined
    ? inLanguage(to, "没有下一次了", "no further time")
    : whenWords(next, to);
}

/** As elapsed time, where it was said so. */
function soonWords(row: ReminderRow, to: Audience): string {
  const next = nextOf(row);
  const at = row.instant === null || row.rrule !== null ? undefined : Date.parse(row.instant);
  return at === undefined || at <= to.now || next === undefined
    ? nextWords(row, to)
    : relativeWords(at, next, to);
}

/** Digits stand apart from the characters behind them. */
const spaceAfterDigits = (words: string): string => (/\d$/.test(words) ? `${words} ` : words);

/** How often and at what time of the day. */
function seriesWords(row: ReminderRow, to: Audience): string {
  const rule = ruleWords(row.rrule ?? "", to.language, row.workdays);
  if (row.all_day) return `${ruleWithDate(row, rule, to)}${inLanguage(to, " 全天", ", all day")}`;
  if (row.local_start === null || hasOwnHours(row.rrule ?? "")) return rule;
  const time = timeWords({
    wall: row.local_start,
    zone: row.captured_timezone,
    durationMinutes: row.duration_minutes,
  });
  // The end of a series stands behind its time: "每天 08:00，共 10 次".
  const end = ruleEndWords(row.rrule ?? "", to.language);
  const days = rule.slice(0, rule.length - end.length);
  return inLanguage(to, `${days} ${time}${end}`, `${days} at ${time}${end}`);
}

/** A yearly rule names its day: "每年 3月3日", "every year on 3 Mar". */
function ruleWithDate(row: ReminderRow, rule: string, to: Audience): string {
  if (row.rrule !== "FREQ=YEARLY" || row.local_start === null) return rule;
  const [month, day] = [row.local_start.slice(5, 7), row.local_start.slice(8, 10)].map(Number);
  return inLanguage(
    to,
    `${rule} ${month}月${day}日`,
    `${rule} on ${day} ${months[(month ?? 1) - 1]}`,
  );
}

/** Title and time on one line. */
export function lineOf(row: ReminderRow, to: Audience): string {
  if (row.kind === "no_trigger_time")
    return `${row.content} · ${inLanguage(to, "没定时间", "no time set")}`;
  if (row.rrule === null)
    return `${row.content} · ${nextOf(row) === undefined ? inLanguage(to, "已经响过", "has gone off") : soonWords(row, to)}${insistWords(row, to)}`;
  return `${row.content} · ${seriesWords(row, to)}${inLanguage(to, "，下次 ", ", next ")}${nextWords(row, to)}${insistWords(row, to)}`;
}

export const numberLines = (lines: readonly string[]): string =>
  lines.map((line, index) => `${index + 1}. ${line}`).join("\n");

export function describeCreated(rows: readonly ReminderRow[], to: Audience): string {
  const [only, second] = rows;
  if (only === undefined || second !== undefined)
    return `${inLanguage(to, `好，记下了 ${rows.length} 个提醒：`, `OK, ${rows.length} reminders:`)}\n${numberLines(rows.map((row) => lineOf(row, to)))}`;
  if (only.all_day) return describeDay(only, to);
  // Something without a name is identified by its time alone.
  const what =
    only.content === namelessTitle(to)
      ? { zh: "", en: "" }
      : { zh: `：${only.content}`, en: `: ${only.content}` };
  if (only.rrule === null)
    return inLanguage(
      to,
      `好，${spaceAfterDigits(soonWords(only, to))}提醒你${what.zh}。`,
      `OK, I'll remind you ${soonWords(only, to)}${what.en}.`,
    );
  return inLanguage(
    to,
    `好，${seriesWords(only, to)} 提醒你${what.zh}。第一次：${nextWords(only, to)}。`,
    `OK, I'll remind you ${seriesWords(only, to)}${what.en}. First time: ${nextWords(only, to)}.`,
  );
}

/** Whole days are noted; the reminder comes in the morning of the first. */
function describeDay(row: ReminderRow, to: Audience): string {
  const when = row.rrule === null ? nextWords(row, to) : seriesWords(row, to);
  const first =
    row.rrule === null
      ? ""
      : inLanguage(to, `第一次：${nextWords(row, to)}。`, ` First time: ${nextWords(row, to)}.`);
  const isLong = (row.duration_minutes ?? 0) > 1_440;
  const clock = row.remind_at ?? "";
  const reminder =
    row.next_fire_at === null
      ? ""
      : inLanguage(
          to,
          `${isLong ? "第一天" : "当天"} ${clock} 提醒你。`,
          ` I'll remind you at ${clock}${isLong ? " on the first day" : " that day"}.`,
        );
  return inLanguage(
    to,
    `好，${when}：${row.content}。${first}${reminder}`,
    `OK, ${when}: ${row.content}.${first}${reminder}`,
  );
}

export function describeUntimed(rows: readonly ReminderRow[], to: Audience, hour: number): string {
  const what = rows.map((row) => row.content).join(inLanguage(to, "、", ", "));
  return inLanguage(
    to,
    `好，先记着：${what}。没有定时间；每晚 ${hour} 点我会问你一次。`,
    `OK, noted: ${what}. No time is set; I'll ask you about it each evening at ${hour}:00.`,
  );
}

/** The new and the old state: only real changes are reported as changes. */
export function describeUpdated(before: ReminderRow, after: ReminderRow, to: Audience): string {
  const isRenamed = before.content !== after.content;
  const name = isRenamed
    ? inLanguage(
        to,
        `${quoteTitle(before, to)}现在叫${quoteTitle(after, to)}`,
        `${quoteTitle(before, to)} is now called ${quoteTitle(after, to)}`,
      )
    : quoteTitle(after, to);
  const now = placeOf(after, to);
  const was = placeOf(before, to);
  if (now === was) return inLanguage(to, `改好了：${name}，${now}。`, `Done: ${name}, ${now}.`);
  const moved = isRenamed
    ? inLanguage(to, "，改到 ", ", now ")
    : inLanguage(to, "改到 ", " is now ");
  const old =
    before.lifecycle === "active" ? inLanguage(to, `，原来是 ${was}`, ` (it was ${was})`) : "";
  return inLanguage(
    to,
    `改好了：${name}${moved}${now}${old}。`,
    `Done: ${name}${moved}${now}${old}.`,
  );
}

/** Its time, without its title. */
export function placeOf(row: ReminderRow, to: Audience): string {
  if (row.kind === "no_trigger_time") return inLanguage(to, "没定时间", "no time set");
  return row.rrule === null
    ? soonWords(row, to)
    : `${seriesWords(row, to)}${inLanguage(to, "，下次 ", ", next ")}${nextWords(row, to)}`;
}

/** A series may meet something that is far off: its days say more than its next time. */
export const regularPlaceOf = (row: ReminderRow, to: Audience): string =>
  row.rrule === null ? nextWords(row, to) : seriesWords(row, to);

export const describeUnchanged = (row: ReminderRow, to: Audience): string =>
  inLanguage(
    to,
    `${quoteTitle(row, to)}本来就是 ${placeOf(row, to)}，没有改动。`,
    `${quoteTitle(row, to)} is already ${placeOf(row, to)}. Nothing was changed.`,
  );

const rest = (row: ReminderRow, to: Audience): string =>
  row.next_fire_at === null
    ? inLanguage(to, "之后没有了。", "There are none after it.")
    : inLanguage(to, `下次：${nextWords(row, to)}。`, `Next: ${nextWords(row, to)}.`);

export function describeSkipped(series: ReminderRow, occurrence: string, to: Audience): string {
  const when = whenWords({ wall: occurrence, zone: series.captured_timezone }, to);
  return inLanguage(
    to,
    `好，${when} 的${quoteTitle(series, to)}跳过，其余照旧。${rest(series, to)}`,
    `OK, ${quoteTitle(series, to)} skips ${when}; the others stay. ${rest(series, to)}`,
  );
}

export function occurrenceWords(
  of: { series: ReminderRow; single: ReminderRow; occurrence: string },
  to: Audience,
): string {
  const { series, single, occurrence } = of;
  const day = dayWords({ wall: occurrence, zone: series.captured_timezone }, to);
  return inLanguage(
    to,
    `好，只改这一次：${quoteTitle(series, to)}${day} 的改到 ${nextWords(single, to)}，其余照旧（${seriesWords(series, to)}）。`,
    `OK, this once: ${quoteTitle(series, to)} on ${day} moves to ${nextWords(single, to)}; the others stay (${seriesWords(series, to)}).`,
  );
}

export function describeCancelled(row: ReminderRow, to: Audience): string {
  if (row.rrule !== null)
    return inLanguage(
      to,
      `好，取消了${quoteTitle(row, to)}（${seriesWords(row, to)}），以后都不提醒了。`,
      `OK, ${quoteTitle(row, to)} (${seriesWords(row, to)}) is cancelled for good.`,
    );
  const when =
    nextOf(row) === undefined
      ? ""
      : inLanguage(to, `（${nextWords(row, to)}）`, ` (${nextWords(row, to)})`);
  return inLanguage(
    to,
    `好，取消了${quoteTitle(row, to)}${when}。`,
    `OK, ${quoteTitle(row, to)}${when} is cancelled.`,
  );
}

export function describeCompleted(before: ReminderRow, after: ReminderRow, to: Audience): string {
  if (before.rrule === null)
    return inLanguage(
      to,
      `好，${quoteTitle(after, to)}完成了。`,
      `OK, ${quoteTitle(after, to)} is done.`,
    );
  return inLanguage(
    to,
    `好，这次的${quoteTitle(after, to)}完成了。${rest(after, to)}`,
    `OK, ${quoteTitle(after, to)} is done this time. ${rest(after, to)}`,
  );
}

export const describeSnoozed = (row: ReminderRow, to: Audience): string =>
  inLanguage(
    to,
    `好，${spaceAfterDigits(soonWords(row, to))}再提醒你：${row.content}。`,
    `OK, again ${soonWords(row, to)}: ${row.content}.`,
  );

export const duplicateWords = (row: ReminderRow, to: Audience): string =>
  inLanguage(
    to,
    `已经有了：${lineOf(row, to)}。没有重复记。`,
    `You have that already: ${lineOf(row, to)}. It was not written twice.`,
  );

/** The title of something without a name. */
const namelessTitle = (to: Audience): string => inLanguage(to, "提醒", "Reminder");

/** It was set without a name, in whichever language. */
export const isNameless = ({ content }: Pick<ReminderRow, "content">): boolean =>
  content === "提醒" || content === "Reminder";

export const titleOf = (item: Item, to: Audience): string =>
  item.title.trim() === "" ? namelessTitle(to) : item.title;

export const clockOf = (row: ReminderRow): string =>
  clockWords(nextOf(row)?.wall ?? row.local_start ?? "");

/** Where others read along, nothing is said of friends. */
export const privateMatter = (to: Audience): string =>
  inLanguage(
    to,
    "这里大家都看得到，和好友有关的事请单独跟我说。",
    "Others can read this chat. Message me privately about anything with friends.",
  );
