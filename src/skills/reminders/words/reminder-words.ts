import { wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Item } from "../../../language/request.ts";
import type { ReminderRow } from "../rows.ts";
import { hasOwnHours, ruleWords } from "./rule-words.ts";
import {
  clockWords,
  dayWords,
  type Listener,
  timeWords,
  whenWords,
  zoneWords,
} from "./when-words.ts";

/** The same sentence in the person's language. */
export const inLanguage = ({ language }: Listener, zh: string, en: string): string =>
  language === "zh" ? zh : en;

export const quoteTitle = ({ content }: { content: string }, to: Listener): string =>
  inLanguage(to, `「${content}」`, `“${content}”`);

/** Wall time of what comes next, in the reminder's own zone. */
const nextOf = (
  row: ReminderRow,
): { wall: string; zone: string; durationMinutes: number | null } | undefined =>
  row.next_fire_at === null
    ? undefined
    : {
        wall: wallTimeAt(Date.parse(row.next_fire_at), row.captured_timezone),
        zone: row.captured_timezone,
        durationMinutes: row.duration_minutes,
      };

export function nextWords(row: ReminderRow, to: Listener): string {
  const next = nextOf(row);
  return next === undefined
    ? inLanguage(to, "没有下一次了", "no further time")
    : whenWords(next, to);
}

/** How often and at what time of the day. */
function seriesWords(row: ReminderRow, to: Listener): string {
  const rule = ruleWords(row.rrule ?? "", to.language, row.workdays);
  if (row.local_start === null || hasOwnHours(row.rrule ?? "")) return rule;
  const time = timeWords({
    wall: row.local_start,
    zone: row.captured_timezone,
    durationMinutes: row.duration_minutes,
  });
  // The end of a series stands behind its time: "每天 08:00，共 10 次".
  const [days = "", ...end] = rule.split(to.language === "zh" ? "，" : ", ");
  const tail = end.length === 0 ? "" : inLanguage(to, `，${end.join("，")}`, `, ${end.join(", ")}`);
  return inLanguage(to, `${days} ${time}${tail}`, `${days} at ${time}${tail}`);
}

/** What it is and when, on one line. */
export function lineOf(row: ReminderRow, to: Listener): string {
  if (row.kind === "no_trigger_time")
    return `${row.content} · ${inLanguage(to, "没定时间", "no time set")}`;
  if (row.rrule === null)
    return `${row.content} · ${row.next_fire_at === null ? inLanguage(to, "已经响过", "has gone off") : nextWords(row, to)}`;
  return `${row.content} · ${seriesWords(row, to)}${inLanguage(to, "，下次 ", ", next ")}${nextWords(row, to)}`;
}

export const numberLines = (lines: readonly string[]): string =>
  lines.map((line, index) => `${index + 1}. ${line}`).join("\n");

const zoneNote = (rows: readonly ReminderRow[], to: Listener): string =>
  rows.every((row) => row.captured_timezone === to.zone && row.local_start !== null)
    ? inLanguage(to, `（${zoneWords(to)}）`, ` (${zoneWords(to)})`)
    : "";

export function describeCreated(rows: readonly ReminderRow[], to: Listener): string {
  const [only, second] = rows;
  const zone = zoneNote(rows, to);
  if (only === undefined || second !== undefined)
    return `${inLanguage(to, `好，记下了 ${rows.length} 个提醒${zone}：`, `OK, ${rows.length} reminders${zone}:`)}\n${numberLines(rows.map((row) => lineOf(row, to)))}`;
  // Something without a name is identified by its time alone.
  const what =
    only.content === namelessTitle(to)
      ? { zh: "", en: "" }
      : { zh: `：${only.content}`, en: `: ${only.content}` };
  if (only.rrule === null)
    return inLanguage(
      to,
      `好，${nextWords(only, to)}${zone}提醒你${what.zh}。`,
      `OK, I'll remind you ${nextWords(only, to)}${zone}${what.en}.`,
    );
  return inLanguage(
    to,
    `好，${seriesWords(only, to)} 提醒你${what.zh}。第一次：${nextWords(only, to)}${zone}。`,
    `OK, I'll remind you ${seriesWords(only, to)}${what.en}. First time: ${nextWords(only, to)}${zone}.`,
  );
}

export function describeUntimed(rows: readonly ReminderRow[], to: Listener, hour: number): string {
  const what = rows.map((row) => row.content).join(inLanguage(to, "、", ", "));
  return inLanguage(
    to,
    `好，先记着：${what}。没有定时间；每晚 ${hour} 点我会问你一次。`,
    `OK, noted: ${what}. No time is set; I'll ask you about it each evening at ${hour}:00.`,
  );
}

/** The new and the old state: only real changes are reported as changes. */
export function describeUpdated(before: ReminderRow, after: ReminderRow, to: Listener): string {
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
  const zone = zoneNote([after], to);
  if (now === was)
    return inLanguage(to, `改好了：${name}，${now}${zone}。`, `Done: ${name}, ${now}${zone}.`);
  const moved = isRenamed
    ? inLanguage(to, "，改到 ", ", now ")
    : inLanguage(to, "改到 ", " is now ");
  const old =
    before.lifecycle === "active" ? inLanguage(to, `，原来是 ${was}`, ` (it was ${was})`) : "";
  return inLanguage(
    to,
    `改好了：${name}${moved}${now}${zone}${old}。`,
    `Done: ${name}${moved}${now}${zone}${old}.`,
  );
}

/** When it is, without its name. */
export function placeOf(row: ReminderRow, to: Listener): string {
  if (row.kind === "no_trigger_time") return inLanguage(to, "没定时间", "no time set");
  return row.rrule === null
    ? nextWords(row, to)
    : `${seriesWords(row, to)}${inLanguage(to, "，下次 ", ", next ")}${nextWords(row, to)}`;
}

/** A series may meet something that is far off: its days say more than its next time. */
export const regularPlaceOf = (row: ReminderRow, to: Listener): string =>
  row.rrule === null ? nextWords(row, to) : seriesWords(row, to);

export const describeUnchanged = (row: ReminderRow, to: Listener): string =>
  inLanguage(
    to,
    `${quoteTitle(row, to)}本来就是 ${placeOf(row, to)}，没有改动。`,
    `${quoteTitle(row, to)} is already ${placeOf(row, to)}. Nothing was changed.`,
  );

const rest = (row: ReminderRow, to: Listener): string =>
  row.next_fire_at === null
    ? inLanguage(to, "之后没有了。", "There are none after it.")
    : inLanguage(to, `下次：${nextWords(row, to)}。`, `Next: ${nextWords(row, to)}.`);

export function describeSkipped(series: ReminderRow, occurrence: string, to: Listener): string {
  const when = whenWords({ wall: occurrence, zone: series.captured_timezone }, to);
  return inLanguage(
    to,
    `好，${when} 的${quoteTitle(series, to)}跳过，其余照旧。${rest(series, to)}`,
    `OK, ${quoteTitle(series, to)} skips ${when}; the others stay. ${rest(series, to)}`,
  );
}

export function occurrenceWords(
  of: { series: ReminderRow; single: ReminderRow; occurrence: string },
  to: Listener,
): string {
  const { series, single, occurrence } = of;
  const day = dayWords({ wall: occurrence, zone: series.captured_timezone }, to);
  return inLanguage(
    to,
    `好，只改这一次：${quoteTitle(series, to)}${day} 的改到 ${nextWords(single, to)}，其余照旧（${seriesWords(series, to)}）。`,
    `OK, this once: ${quoteTitle(series, to)} on ${day} moves to ${nextWords(single, to)}; the others stay (${seriesWords(series, to)}).`,
  );
}

export function describeCancelled(row: ReminderRow, to: Listener): string {
  if (row.rrule !== null)
    return inLanguage(
      to,
      `好，取消了${quoteTitle(row, to)}（${seriesWords(row, to)}），以后都不提醒了。`,
      `OK, ${quoteTitle(row, to)} (${seriesWords(row, to)}) is cancelled for good.`,
    );
  const when =
    row.next_fire_at === null
      ? ""
      : inLanguage(to, `（${nextWords(row, to)}）`, ` (${nextWords(row, to)})`);
  return inLanguage(
    to,
    `好，取消了${quoteTitle(row, to)}${when}。`,
    `OK, ${quoteTitle(row, to)}${when} is cancelled.`,
  );
}

export function describeCompleted(before: ReminderRow, after: ReminderRow, to: Listener): string {
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

export const describeSnoozed = (row: ReminderRow, to: Listener): string =>
  inLanguage(
    to,
    `好，${nextWords(row, to)} 再提醒你：${row.content}。`,
    `OK, again ${nextWords(row, to)}: ${row.content}.`,
  );

export const duplicateWords = (row: ReminderRow, to: Listener): string =>
  inLanguage(
    to,
    `已经有了：${lineOf(row, to)}。没有重复记。`,
    `You have that already: ${lineOf(row, to)}. It was not written twice.`,
  );

/** The title of something without a name. */
const namelessTitle = (to: Listener): string => inLanguage(to, "提醒", "Reminder");

export const titleOf = (item: Item, to: Listener): string =>
  item.title.trim() === "" ? namelessTitle(to) : item.title;

export const clockOf = (row: ReminderRow): string =>
  clockWords(nextOf(row)?.wall ?? row.local_start ?? "");
