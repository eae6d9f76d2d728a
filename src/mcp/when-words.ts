import type { Language } from "../domain/language.ts";
import type { ReminderView } from "../domain/views/reminders.ts";

/** A wall time with its weekday, so that a wrong day is noticed when it is read back. */
export function describeWall(wall: string, language: Language, isDay = false): string {
  const at = new Date(`${wall.slice(0, 19)}Z`);
  if (Number.isNaN(at.getTime())) return wall;
  return new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en-GB", {
    timeZone: "UTC",
    dateStyle: "full",
    ...(isDay ? {} : { timeStyle: "short" }),
  }).format(at);
}

type Timed = Pick<
  ReminderView,
  "content" | "local_start" | "captured_timezone" | "all_day" | "rrule"
>;

/** One reminder on a line: its title, when, and in which zone. */
export function describeReminder(view: Timed, language: Language): string {
  const zh = language === "zh";
  const title = `“${view.content}”`;
  if (view.local_start === null) return `${title}${zh ? "（没有时间）" : " (no time)"}`;
  const when = describeWall(view.local_start, language, view.all_day);
  const repeats = view.rrule === null ? "" : zh ? "，重复" : ", repeating";
  return zh
    ? `${title}：${when}（${view.captured_timezone}）${repeats}`
    : `${title}: ${when} (${view.captured_timezone})${repeats}`;
}
