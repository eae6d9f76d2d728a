import { wallTimeAt } from "../language/calendar/instants.ts";

/** The reader of a text. */
export interface Reader {
  readonly zone: string;
  readonly now: number;
}

interface Mention {
  readonly at: number;
  readonly value: string;
}

const dayMs = 86_400_000;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const nearDays: Readonly<Record<string, number>> = {
  前天: -2,
  昨天: -1,
  昨晚: -1,
  今天: 0,
  今早: 0,
  今晚: 0,
  明天: 1,
  明早: 1,
  明晚: 1,
  后天: 2,
  yesterday: -1,
  today: 0,
  tonight: 0,
  tomorrow: 1,
};

/**
 * Whether a text tells its reader this moment: its clock, on its day. A clock stands under the day that was named last before it, or
 * on the same line; without any day it is today's. A rule ("every day") names no day of its own.
 */
export function hasMoment(text: string, instant: number, reader: Reader): boolean {
  if (hasSpan(text, instant - reader.now)) return true;
  const wall = wallTimeAt(instant, reader.zone);
  const [day, clock] = [wall.slice(0, 10), wall.slice(11, 16)];
  const today = wallTimeAt(reader.now, reader.zone).slice(0, 10);
  const days = daysIn(text, today);
  const lines = linesOf(text);
  return clocksIn(text).some((mention) => {
    if (mention.value !== clock) return false;
    const line = lines.find(({ from, to }) => mention.at >= from && mention.at < to) ?? {
      from: 0,
      to: text.length,
    };
    const here = days.filter(({ at }) => at >= line.from && at < line.to);
    const above = days.findLast(({ at }) => at < mention.at);
    const named = here.length > 0 ? here : above === undefined ? [] : [above];
    if (named.length === 0) return day === today || isRule.test(text);
    return named.some(({ value }) => value === day) || isRule.test(text.slice(line.from, line.to));
  });
}

const isRule = /每|工作日|\bevery\b|\beach\b|\bdaily\b|\bweekdays?\b/i;

/** The times of day that a text names, as `HH:MM`, for the report. */
export const clocksSaid = (text: string): string =>
  [...new Set(clocksIn(text).map(({ value }) => value))].join(", ");

function clocksIn(text: string): Mention[] {
  const figures = Array.from(
    text.matchAll(/(?<![\d:：])(\d{1,2})[:：](\d{2})(?:[:：]\d{2})?(?!\d)(?:\s*([ap])\.?m\b)?/gi),
    (found) =>
      mention(found.index, { hour: Number(found[1]), minute: Number(found[2]), half: found[3] }),
  );
  const hours = Array.from(text.matchAll(/(?<![\d:：])(\d{1,2})\s*([ap])\.?m\b/gi), (found) =>
    mention(found.index, { hour: Number(found[1]), minute: 0, half: found[2] }),
  );
  const chinese = Array.from(
    text.matchAll(/(凌晨|早上|上午|中午|下午|傍晚|晚上)?\s*(\d{1,2})\s*点(?:(半)|(\d{1,2})分)?/g),
    (found) =>
      mention(found.index, {
        hour: Number(found[2]),
        minute: found[3] === undefined ? Number(found[4] ?? 0) : 30,
        half: /下午|傍晚|晚上/.test(found[1] ?? "") ? "p" : undefined,
      }),
  );
  return [...figures, ...hours, ...chinese];
}

function mention(
  at: number,
  { hour, minute, half }: { hour: number; minute: number; half: string | undefined },
): Mention {
  const isAfternoon = half?.toLowerCase() === "p" && hour < 12;
  const isMidnight = half?.toLowerCase() === "a" && hour === 12;
  const of = isAfternoon ? hour + 12 : isMidnight ? 0 : hour;
  return { at, value: `${String(of).padStart(2, "0")}:${String(minute).padStart(2, "0")}` };
}

/** Days with their dates, `YYYY-MM-DD`. Without a year it is the one that lies nearest. */
function daysIn(text: string, today: string): Mention[] {
  const near = Array.from(
    text.matchAll(new RegExp(Object.keys(nearDays).join("|"), "gi")),
    (found) => ({
      at: found.index,
      value: shiftDay(today, nearDays[found[0].toLowerCase()] ?? 0),
    }),
  );
  const chinese = Array.from(
    text.matchAll(/(?:(\d{4})年)?(\d{1,2})月(\d{1,2})[日号]/g),
    (found) => ({
      at: found.index,
      value: readDated(today, { year: found[1], month: Number(found[2]), day: Number(found[3]) }),
    }),
  );
  const english = Array.from(
    text.matchAll(new RegExp(`(\\d{1,2}) (${months.join("|")})\\w*(?: (\\d{4}))?`, "gi")),
    (found) => ({
      at: found.index,
      value: readDated(today, {
        year: found[3],
        month: months.indexOf((found[2] ?? "").toLowerCase()) + 1,
        day: Number(found[1]),
      }),
    }),
  );
  return [...near, ...chinese, ...english].toSorted((a, b) => a.at - b.at);
}

function readDated(
  today: string,
  { year, month, day }: { year: string | undefined; month: number; day: number },
): string {
  const inYear = (of: number): string =>
    `${of}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  if (year !== undefined) return inYear(Number(year));
  const now = Number(today.slice(0, 4));
  const away = (date: string): number =>
    Math.abs(Date.parse(`${date}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`));
  return (
    [inYear(now), inYear(now + 1), inYear(now - 1)].toSorted((a, b) => away(a) - away(b))[0] ??
    inYear(now)
  );
}

const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

function linesOf(text: string): readonly { readonly from: number; readonly to: number }[] {
  const breaks = Array.from(text.matchAll(/\n/g), ({ index }) => index + 1);
  return [0, ...breaks].map((from, index) => ({ from, to: breaks[index] ?? text.length + 1 }));
}

const minuteMs = 60_000;
const unitMs: Readonly<Record<string, number>> = {
  秒: 1_000,
  分: minuteMs,
  小: 60 * minuteMs,
  天: dayMs,
  s: 1_000,
  m: minuteMs,
  h: 60 * minuteMs,
  d: dayMs,
};

/** "10 分钟后", "in 10 minutes": as good as a clock when it is right to the minute. */
function hasSpan(text: string, aheadMs: number): boolean {
  const spans = [
    ...text.matchAll(/(\d+)\s*(秒|分|小|天)(?:钟|时)?[以之]?后/g),
    ...text.matchAll(/\bin (\d+) ?(s|m|h|d)(?:ec|in|ou?r|ay)?\w*/gi),
  ];
  return spans.some(
    ([, count, unit]) =>
      Math.abs(Number(count) * (unitMs[(unit ?? "").toLowerCase()] ?? 0) - aheadMs) < minuteMs,
  );
}

/**
 * The lateness that a text states, in milliseconds, with its unit. `undefined`: it says nothing of
 * that.
 */
export function latenessSaid(
  text: string,
): { readonly ms: number; readonly unitMs: number } | undefined {
  const said = /晚了([^，；。）\n]*)/.exec(text)?.[1] ?? /([\d][^(;,\n]*?) late\b/.exec(text)?.[1];
  if (said === undefined) return undefined;
  const parts = Array.from(said.matchAll(/(\d+)\s*(秒|分|小|天|s|m|h|d)/gi), ([, count, unit]) => ({
    count: Number(count),
    of: unitMs[(unit ?? "").toLowerCase()] ?? 0,
  }));
  if (parts.length === 0) return undefined;
  return {
    ms: parts.reduce((sum, { count, of }) => sum + count * of, 0),
    unitMs: Math.min(...parts.map(({ of }) => of)),
  };
}
