import { languageOf } from "../../domain/language.ts";
import { shorten } from "../../domain/text.ts";
import { wallTimeAt } from "../../language/instants.ts";
import { civil, dayOf, wallOf } from "../../language/wall.ts";

type Language = "zh" | "en";

/** One reminder that is due, as far as its words go. */
export interface DueLine {
  readonly content: string;
  /** Milliseconds since the epoch. */
  readonly due: number;
  /** The zone that it was meant in. */
  readonly zone: string;
  /** Earlier occurrences of the same series were lost. */
  readonly missedMore: boolean;
  /** With whom, of what is shared. */
  readonly companions?: readonly string[];
}

export interface Listening {
  readonly language: string | null;
  /** The person's own zone. */
  readonly zone: string;
  readonly now: number;
}

/** Later than this it says so. */
const lateAfterMs = 60_000;
const titleLength = 500;
const mostLines = 30;

/** What a fire says: the time that was meant and the words that were given, nothing else, and no model is asked. */
export function fireText(lines: readonly DueLine[], to: Listening): string {
  const language = spokenLanguage(lines, to);
  return cut(
    lines.map(
      (line) => `⏰ ${timeOfLine(line, { to, language })} ${titleOf(line)}${company(line, language)}${lateness(line, { to, language })}`,
    ),
    language,
  );
}

/** Everything that is more than a day late, once. */
export function digestText(lines: readonly DueLine[], to: Listening): string {
  const language = spokenLanguage(lines, to);
  const head =
    language === "zh"
      ? "⏰ 这些提醒没能按时送到，现在一并告诉你："
      : "⏰ These reminders could not reach you in time. Here they are together:";
  return [
    head,
    cut(
      lines.map(
        (line) =>
          `· ${dateAndTime(line.due, line.zone, language)}${zoneNote(line, to, language)} ${titleOf(line)}${company(line, language)}`,
      ),
      language,
    ),
  ].join("\n");
}

/** In the evening: what has no time yet. */
export function nightlyText(titles: readonly string[], language: string | null): string {
  const spoken = languageOf(language, titles.join(" "));
  const count = titles.length;
  const head =
    spoken === "zh" ? `🌙 还有 ${count} 件事没定时间：` : `🌙 ${count === 1 ? "One thing has" : `${count} things have`} no time yet:`;
  const ask =
    spoken === "zh"
      ? "要给哪件定个时间，或者哪件已经做完了？回复“全部完成”就都划掉。"
      : "Shall I schedule one of them, or is something done? “All done” ticks off everything.";
  const lines = titles.map((title, index) => `${index + 1}. ${oneLine(title)}`);
  return [head, cut(lines, spoken), ask].join("\n");
}

const spokenLanguage = (lines: readonly DueLine[], to: Listening): Language =>
  languageOf(to.language, lines.map(({ content }) => content).join(" "));

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
  return [...lines.slice(0, mostLines - 1), language === "zh" ? `…还有 ${more} 条` : `… and ${more} more`].join("\n");
}

interface Saying {
  readonly to: Listening;
  readonly language: Language;
}

/** The clock alone when it is today's; what was due on another day says which. */
function timeOfLine(line: DueLine, { to, language }: Saying): string {
  const wall = wallTimeAt(line.due, line.zone);
  const isToday = to.now - line.due < lateAfterMs || wallTimeAt(to.now, line.zone).slice(0, 10) === wall.slice(0, 10);
  return `${isToday ? wall.slice(11, 16) : dateAndTime(line.due, line.zone, language)}${zoneNote(line, to, language)}`;
}

/** A time of another place says of which one. */
function zoneNote({ due, zone }: DueLine, to: Listening, language: Language): string {
  if (wallTimeAt(due, zone) === wallTimeAt(due, to.zone)) return "";
  return language === "zh" ? `（${zone}）` : ` (${zone})`;
}

const weekdays = { zh: ["周一", "周二", "周三", "周四", "周五", "周六", "周日"], en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] };
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function dateAndTime(at: number, zone: string, language: Language): string {
  const wall = wallTimeAt(at, zone);
  const { month, day, weekday } = civil(dayOf(wallOf(wall)));
  const named = weekdays[language][weekday - 1] as string;
  const date = language === "zh" ? `${month}月${day}日 ${named}` : `${named} ${day} ${months[month - 1]}`;
  return `${date} ${wall.slice(11, 16)}`;
}

function lateness(line: DueLine, { to, language }: Saying): string {
  const late = to.now - line.due;
  const said = late < lateAfterMs ? [] : [language === "zh" ? `晚了${span(late, language)}` : `${span(late, language)} late`];
  if (line.missedMore) said.push(language === "zh" ? "之前错过的不再补发" : "the ones before it were missed");
  if (said.length === 0) return "";
  return language === "zh" ? `（${said.join("，")}）` : ` (${said.join("; ")})`;
}

function span(ms: number, language: Language): string {
  const minutes = Math.floor(ms / 60_000);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const words = language === "zh" ? [" 小时", " 分钟"] : [" h", " min"];
  return [hours > 0 ? `${hours}${words[0]}` : "", rest > 0 || hours === 0 ? `${rest}${words[1]}` : ""]
    .filter((part) => part !== "")
    .map((part) => (language === "zh" ? ` ${part}` : part))
    .join(language === "zh" ? "" : " ");
}
