import type { Language } from "../domain/language.ts";
import type { ReminderView } from "../domain/views/reminders.ts";

const formats = (locale: string) => ({
  days: new Intl.DateTimeFormat(locale, { timeZone: "UTC", dateStyle: "full" }),
  times: new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    dateStyle: "full",
    timeStyle: "short",
  }),
});
/** Making a format costs more than the rest of a list. */
const walls = { en: formats("en-GB"), zh: formats("zh-CN") } as const;

/** A wall time with its weekday, so that a wrong day is noticed when it is read back. */
export function describeWall(wall: string, language: Language, isDay = false): string {
  const at = new Date(`${wall.slice(0, 19)}Z`);
  if (Number.isNaN(at.getTime())) return wall;
  const { days, times } = walls[language];
  return (isDay ? days : times).format(at);
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
