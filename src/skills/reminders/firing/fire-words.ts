import { pickLanguage, type Language } from "../../../domain/language.ts";
import { shorten } from "../../../domain/text.ts";
import { wallTimeAt } from "../../../language/calendar/instants.ts";
import { everyWords } from "../words/insist-words.ts";
import { civil, dayOf, wallOf } from "../../../language/calendar/wall.ts";

/** The fields of a due reminder that its text needs. */
export interface DueLine {
  readonly content: string;
  /** Milliseconds since the epoch. */
  readonly due: number;
  /** The zone that it was meant in. */
  readonly zone: string;
  /** Earlier occurrences of the same series were lost. */
  readonly missedMore: boolean;
  /** How many occurrences of the same series this text covers. */
  readonly times?: number;
  /** How many whole days it fills; its moment is then only that of the reminder. */
  readonly days?: number;
  /** The other participants of a shared reminder. */
  readonly companions?: readonly string[];
  /** An alert: its time is still to come. */
  readonly isAhead?: boolean;
  /** It repeats until it is done; `due` is then its own time, and `at` the moment of this one. */
  readonly nag?: {
    readonly nth: number;
    readonly everyMinutes: number;
    readonly isLast: boolean;
    readonly at: number;
  };
}

export interface FireAudience {
  readonly language: string | null;
  /** The person's own zone. */
  readonly zone: string;
  readonly now: number;
}

/** Later than this it says so. */
const lateAfterMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const titleLength = 500;
const shortTitleLength = 80;
const mostLines = 30;

/** The text as of now: each on its own, or one short list when many are late. */
export function dueText(lines: readonly DueLine[], to: FireAudience): string {
  const isLate = lines.some(
    (line) => to.now - momentOf(line) > (lines.length < 3 ? dayMs : hourMs),
  );
  return lines.length > 1 && isLate ? digestText(lines, to) : fireText(lines, to);
}

const momentOf = ({ due, nag }: DueLine): number => nag?.at ?? due;

/** The text of a fire: its intended time and its title, without a model. */
export function fireText(lines: readonly DueLine[], to: FireAudience): string {
  const language = chooseFireLanguage(lines, to);
  return lines
    .map(
      (line) =>
        `⏰ ${timeOfLine(line, { to, language })} ${titleOf(line)}${company(line, language)}${lateness(line, { to, language })}`,
    )
    .join("\n");
}

/** Many late reminders in one message: one short line each. */
export function digestText(lines: readonly DueLine[], to: FireAudience): string {
  const language = chooseFireLanguage(lines, to);
  const head =
    language === "zh"
      ? `⏰ 有 ${lines.length} 个提醒没能按时送到：`
      : `⏰ ${lines.length} reminders could not reach you in time:`;
  const each = lines.map((line) => {
    const title = shorten(titleOf(line), shortTitleLength);
    return `· ${pastTime(line, { to, language })} ${title}${company(line, language)}${oftenMissed(line, language)}`;
  });
  return [head, ...each].join("\n");
}

/** A reminder on one line of a list of what was missed. */
export const describeMissedLine = (
  line: DueLine,
  to: FireAudience & { readonly language: Language },
): string =>
  `${pastTime(line, { to, language: to.language })} ${shorten(titleOf(line), shortTitleLength)}${company(line, to.language)}${oftenMissed(line, to.language)}`;

function oftenMissed({ times = 1 }: DueLine, language: Language): string {
  if (times < 2) return "";
  return language === "zh" ? `（共 ${times} 次）` : ` (${times} times)`;
}

/** The evening's question about to-dos without a time. */
export function nightlyText(titles: readonly string[], language: string | null): string {
  const spoken = pickLanguage(language, titles.join(" "));
  const count = titles.length;
  const head =
    spoken === "zh"
      ? `🌙 还有 ${count} 件事没定时间：`
      : `🌙 ${count === 1 ? "One thing has" : `${count} things have`} no time yet:`;
  const ask =
    spoken === "zh"
      ? "要给哪件定个时间，或者哪件已经做完了？回复“全部完成”就都划掉。"
      : "Shall I schedule one of them, or is something done? “All done” ticks off everything.";
  const lines = titles.map((title, index) => `${index + 1}. ${oneLine(title)}`);
  return [head, cut(lines, spoken), ask].join("\n");
}

const chooseFireLanguage = (lines: readonly DueLine[], to: FireAudience): Language =>
  pickLanguage(to.language, lines.map(({ content }) => content).join(" "));

const oneLine = (text: string): string => shorten(text.replaceAll(/\s+/g, " ").trim(), titleLength);
const titleOf = ({ content }: DueLine): string => oneLine(content);

function company({ companions = [] }: DueLine, language: Language): string {
  if (companions.length === 0) return "";
  const names = companions.map(oneLine).join(language === "zh" ? "、" : ", ");
  return language === "zh" ? `（和 ${names}）` : ` (with ${names})`;
}

function cut(lines: readonly string[], language: Language): string {
  if (lines.length <= mostLines) return lines.join("\n");
  const more = lines.length - mostLines + 1;
  return [
    ...lines.slice(0, mostLines - 1),
    language === "zh" ? `…还有 ${more} 条` : `… and ${more} more`,
  ].join("\n");
}

interface Saying {
  readonly to: FireAudience;
  readonly language: Language;
}

/** The time alone if it is today; otherwise with the day. */
function timeOfLine(line: DueLine, saying: Saying): string {
  if (line.days !== undefined) return daysOfLine(line, saying);
  const days = daysAgo(line, saying.to.now);
  if (days < 0 || (saying.to.now - line.due >= lateAfterMs && days > 0))
    return pastTime(line, saying);
  return `${wallTimeAt(line.due, line.zone).slice(11, 16)}${zoneNote(line, saying.to, saying.language)}`;
}

/** "今天", "Today"; of several days also the last one. */
function daysOfLine(line: DueLine, { to, language }: Saying): string {
  const wall = wallTimeAt(line.due, line.zone);
  const on = { now: wallTimeAt(to.now, line.zone), language };
  const near = nearName(daysAgo(line, to.now), language) ?? dateOf(wall, on);
  const days = line.days ?? 1;
  const last = wallTimeAt(line.due + (days - 1) * dayMs, line.zone);
  const until =
    days === 1 ? "" : language === "zh" ? `到 ${dateOf(last, on)}` : ` to ${dateOf(last, on)}`;
  return language === "zh"
    ? `${near}${until}`
    : `${near.slice(0, 1).toUpperCase()}${near.slice(1)}${until}:`;
}

const daysAgo = ({ due, zone }: DueLine, now: number): number =>
  dayOf(wallOf(wallTimeAt(now, zone))) - dayOf(wallOf(wallTimeAt(due, zone)));

const pastDays = { zh: ["今天", "昨天", "前天"], en: ["today", "yesterday"] };
const comingDays = { zh: ["今天", "明天", "后天"], en: ["today", "tomorrow"] };

/** Days near to today have a name. */
const nearName = (ago: number, language: Language): string | undefined =>
  ago < 0 ? comingDays[language][-ago] : pastDays[language][ago];

/** "昨天 20:01", "yesterday 20:01"; from the day before on, the date. */
function pastTime(line: DueLine, { to, language }: Saying): string {
  if (line.days !== undefined) return daysOfLine(line, { to, language });
  const near = nearName(daysAgo(line, to.now), language);
  const wall = wallTimeAt(line.due, line.zone);
  const when =
    near === undefined
      ? dateAndTime(wall, { now: wallTimeAt(to.now, line.zone), language })
      : `${near} ${wall.slice(11, 16)}`;
  return `${when}${zoneNote(line, to, language)}`;
}

/** A time in another zone names the zone. */
function zoneNote({ due, zone }: DueLine, to: FireAudience, language: Language): string {
  if (wallTimeAt(due, zone) === wallTimeAt(due, to.zone)) return "";
  return language === "zh" ? `（${zone}）` : ` (${zone})`;
}

const weekdays = {
  zh: ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
  en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
};
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

interface Dated {
  readonly now: string;
  readonly language: Language;
}

const dateAndTime = (wall: string, on: Dated): string =>
  `${dateOf(wall, on)} ${wall.slice(11, 16)}`;

function dateOf(wall: string, { now, language }: Dated): string {
  const { year, month, day, weekday } = civil(dayOf(wallOf(wall)));
  const named = weekdays[language][weekday - 1] as string;
  const isThisYear = now.startsWith(`${year}-`);
  return language === "zh"
    ? `${isThisYear ? "" : `${year}年`}${month}月${day}日 ${named}`
    : `${named} ${day} ${months[month - 1]}${isThisYear ? "" : ` ${year}`}`;
}

function lateness(line: DueLine, { to, language }: Saying): string {
  if (line.isAhead === true) return aheadness(line, { to, language });
  const late = to.now - momentOf(line);
  // A whole day is late when it is another one.
  const isInTime = line.days === undefined ? late < lateAfterMs : daysAgo(line, to.now) < line.days;
  const said = isInTime
    ? []
    : [language === "zh" ? `晚了 ${span(late, language)}` : `${span(late, language)} late`];
  if (line.missedMore)
    said.push(language === "zh" ? "之前错过的不再补发" : "the ones before it were missed");
  if ((line.times ?? 1) > 1)
    said.push(language === "zh" ? `共 ${line.times} 次` : `${line.times} times`);
  said.push(...nagWords(line, language));
  if (said.length === 0) return "";
  return language === "zh" ? `（${said.join("，")}）` : ` (${said.join("; ")})`;
}

/** "in 30 min"; of another day its name is enough. */
function aheadness(line: DueLine, { to, language }: Saying): string {
  if (line.days !== undefined || daysAgo(line, to.now) < 0) return "";
  // A minute that has begun counts.
  const left = span(Math.ceil((line.due - to.now) / 60_000) * 60_000, language);
  return language === "zh" ? `（还有 ${left}）` : ` (in ${left})`;
}

/** What ends the repeats, said with each of them. */
function nagWords({ nag }: DueLine, language: Language): string[] {
  if (nag === undefined || (nag.nth === 0 && nag.isLast)) return [];
  const isZh = language === "zh";
  if (nag.nth === 0)
    return [
      isZh
        ? `${everyWords(nag.everyMinutes, language)}提醒一次，回“完成”就停`
        : `${everyWords(nag.everyMinutes, language)} until you say “done”`,
    ];
  const count = isZh ? `第 ${nag.nth + 1} 次` : `reminder ${nag.nth + 1}`;
  if (nag.isLast) return [count, isZh ? "最后一次" : "the last one"];
  return [count, isZh ? "回“完成”就停" : "say “done” to stop"];
}

/** Minutes matter for two hours, hours for two days. */
function span(ms: number, language: Language): string {
  const minutes = Math.floor(ms / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const isZh = language === "zh";
  if (hours >= 48) return isZh ? `${Math.floor(hours / 24)} 天` : `${Math.floor(hours / 24)} days`;
  if (hours >= 3) return isZh ? `${hours} 小时` : `${hours} hours`;
  const parts = [
    ...(hours > 0 ? [isZh ? `${hours} 小时` : `${hours} h`] : []),
    ...(rest > 0 || hours === 0 ? [isZh ? `${rest} 分钟` : `${rest} min`] : []),
  ];
  return parts.join(" ");
}
