import type { Language } from "../../domain/language.ts";
import type { Review, ReviewLine } from "../../domain/views/review.ts";
import { wallTimeAt } from "../../language/calendar/instants.ts";
import { civil, dayOf, wallOf } from "../../language/calendar/wall.ts";

export interface ReviewAudience {
  readonly language: Language;
  readonly zone: string;
}

const weekdays = {
  zh: ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
  en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
};
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const choose = ({ language }: ReviewAudience, zh: string, en: string): string =>
  language === "zh" ? zh : en;

function dateWords(wall: string, { language }: ReviewAudience): string {
  const { month, day, weekday } = civil(dayOf(wallOf(wall)));
  const name = weekdays[language][weekday - 1] ?? "";
  return language === "zh" ? `${month}月${day}日 ${name}` : `${name} ${day} ${months[month - 1]}`;
}

const kinds = ["done", "plan", "reminded", "said"] as const;

const heads: Readonly<Record<ReviewLine["kind"], { readonly zh: string; readonly en: string }>> = {
  done: { zh: "做完的：", en: "Done:" },
  plan: { zh: "安排过的：", en: "Plans:" },
  reminded: { zh: "提醒过、没标完成的：", en: "Reminded of, not ticked off:" },
  said: { zh: "你自己说的：", en: "In your own words:" },
};

/** Every line with what it rests on: the tick, the plan, the reminder or the message. */
export function describeReview(
  { lines, is_cut: isCut }: Review,
  range: { readonly start: string; readonly end: string },
  to: ReviewAudience,
): string {
  const title = rangeWords(range, to);
  if (lines.length === 0)
    return choose(
      to,
      `${title}：没有记录。我只知道提醒、安排，和你跟我说过的事。`,
      `${title}: I have nothing on record. I only know reminders, plans and what you told me.`,
    );
  const parts = kinds.flatMap((kind) => {
    const some = lines.filter((line) => line.kind === kind);
    return some.length === 0
      ? []
      : [[heads[kind][to.language], ...some.map((line) => lineWords(line, to))].join("\n")];
  });
  const more = isCut ? [choose(to, "还有更多，没有全列。", "There is more than is listed.")] : [];
  return [`${title}${choose(to, "：", ":")}`, ...parts, ...more].join("\n\n");
}

function rangeWords(
  { start, end }: { readonly start: string; readonly end: string },
  to: ReviewAudience,
): string {
  const last = new Date(wallOf(end) - 1).toISOString().slice(0, 19);
  return start.slice(0, 10) === last.slice(0, 10)
    ? dateWords(start, to)
    : `${dateWords(start, to)} – ${dateWords(last, to)}`;
}

function lineWords(line: ReviewLine, to: ReviewAudience): string {
  const wall = wallTimeAt(Date.parse(line.at), to.zone);
  const when = line.all_day ? dateWords(wall, to) : `${dateWords(wall, to)} ${wall.slice(11, 16)}`;
  const names = line.with.join(choose(to, "、", ", "));
  const company = names === "" ? "" : choose(to, `（和 ${names}）`, ` (with ${names})`);
  if (line.kind === "said") return `· ${when}${choose(to, "：", ": ")}“${line.text}”`;
  const often =
    line.times === 1 ? "" : choose(to, `，共 ${line.times} 次`, `, ${line.times} times`);
  return `· ${line.text}${company}${choose(to, "：", ": ")}${sourceWords(line.kind, when, to)}${often}`;
}

const sourceWords = (kind: ReviewLine["kind"], when: string, to: ReviewAudience): string =>
  kind === "done"
    ? choose(to, `${when} 标了完成`, `ticked off ${when}`)
    : kind === "plan"
      ? choose(to, `安排在 ${when}`, `planned for ${when}`)
      : choose(to, `${when} 提醒过`, `reminded ${when}`);

/** Where others read along, nothing private is said. */
export const notInGroups = (language: Language): string =>
  language === "zh"
    ? "这里大家都看得到，请单独问我。"
    : "Others can read this chat. Ask me privately.";
