import type { InitiativeSort } from "../../domain/events/initiative.ts";
import type { Language } from "../../domain/language.ts";
import type { InitiativeView } from "../../domain/views/initiative.ts";
import { wallTimeAt } from "../../language/calendar/instants.ts";
import { civil, dayOf, wallOf } from "../../language/calendar/wall.ts";
import type { AgendaLine } from "./agenda.ts";

export interface Reader {
  readonly language: Language;
  readonly zone: string;
}

export const choose = ({ language }: Pick<Reader, "language">, zh: string, en: string): string =>
  language === "zh" ? zh : en;

const weekdays = {
  zh: ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
  en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
};
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export function dateWords(wall: string, { language }: Pick<Reader, "language">): string {
  const { month, day, weekday } = civil(dayOf(wallOf(wall)));
  const name = weekdays[language][weekday - 1] ?? "";
  return language === "zh" ? `${month}月${day}日 ${name}` : `${name} ${day} ${months[month - 1]}`;
}

const title = ({ content }: AgendaLine): string => content.replaceAll(/\s+/g, " ").slice(0, 120);

function company({ names }: AgendaLine, to: Reader): string {
  if (names.length === 0) return "";
  return choose(to, `（和 ${names.join("、")}）`, ` (with ${names.join(", ")})`);
}

/** The morning: what is to come today, and what is still open. Each ends by one word. */
export function briefText(
  of: {
    readonly ahead: readonly AgendaLine[];
    readonly open: readonly AgendaLine[];
    readonly now: number;
  },
  to: Reader,
): string {
  const today = dateWords(wallTimeAt(of.now, to.zone), to);
  const ahead = of.ahead.map((line) => {
    const clock = line.all_day
      ? choose(to, "全天", "all day:")
      : wallTimeAt(Date.parse(line.at), to.zone).slice(11, 16);
    return `· ${clock} ${title(line)}${company(line, to)}`;
  });
  const open = of.open.map((line) => {
    const wall = wallTimeAt(Date.parse(line.at), to.zone);
    const when = `${dateWords(wall, to)} ${wall.slice(11, 16)}`;
    return choose(to, `· ${title(line)}（${when}）`, `· ${title(line)} (${when})`);
  });
  return [
    [
      choose(to, `☀️ 今天 ${today}：`, `☀️ Today, ${today}:`),
      ...(ahead.length === 0 ? [choose(to, "没有安排。", "Nothing is planned.")] : ahead),
    ].join("\n"),
    ...(open.length === 0
      ? []
      : [[choose(to, "还没标完成的：", "Not ticked off yet:"), ...open].join("\n")]),
    choose(to, "不想再收，回“关闭”。", "Say “off” to end these."),
  ].join("\n\n");
}

/** The evening: what went off today and was not ticked off. */
export function followUpText(open: readonly AgendaLine[], to: Reader): string {
  const lines = open.map(
    (line) => `· ${wallTimeAt(Date.parse(line.at), to.zone).slice(11, 16)} ${title(line)}`,
  );
  return [
    [choose(to, "🌙 今天这些做完了吗？", "🌙 Did you get to these today?"), ...lines].join("\n"),
    choose(
      to,
      "做完了就说哪件完成了。不想再收，回“关闭”。",
      "Tell me which are done. Say “off” to end these.",
    ),
  ].join("\n\n");
}

const describeSilence = (days: number, to: Pick<Reader, "language">): string =>
  choose(
    to,
    `${days} 天没聊的话，白天问候你一次`,
    `one message in the daytime when we haven't talked for ${days === 1 ? "a day" : `${days} days`}`,
  );

/** The switches as they are now. */
export function describeSetting(
  { brief, follow_ups, silence_days }: InitiativeView,
  to: Reader & { readonly morning: string },
): string {
  if (!brief && !follow_ups && silence_days === null)
    return choose(
      to,
      "好，我不会主动发消息。说“开启早报”“开启晚间跟进”或“三天没聊就来找我”可以打开。",
      "OK, I won't write first. Say “turn on the morning brief”, “turn on follow-ups” or “write to me if I'm silent for 3 days” to change that.",
    );
  const on = [
    ...(brief
      ? [
          choose(
            to,
            `每天 ${to.morning} 的早报（今天的事、没完成的、和朋友的约）`,
            `a morning brief at ${to.morning} (today, what is open, plans with friends)`,
          ),
        ]
      : []),
    ...(follow_ups
      ? [
          choose(
            to,
            "晚上 19:00 问一句当天没标完成的",
            "a question at 19:00 about what was not ticked off that day",
          ),
        ]
      : []),
    ...(silence_days === null ? [] : [describeSilence(silence_days, to)]),
  ];
  return choose(
    to,
    `好，我会主动发：${on.join("；")}。没内容就不发，也不在免打扰时段发。收到后回“关闭”就停。`,
    `OK, I'll write first: ${on.join("; ")}. Not when there is nothing to say, and not in your quiet hours. Answer “off” to end it.`,
  );
}

/** A brief has no clock of its own. */
export const whenBriefs = (to: Reader): string =>
  choose(
    to,
    "早报的时间跟着“设置”里的“早上从几点算起”走，可以在那里改。",
    "Its time is the one in Settings → Mornings begin at.",
  );

const ends: Readonly<Record<InitiativeSort, Readonly<Record<Language, string>>>> = {
  brief: { zh: "好，早报关了。", en: "OK, no more morning briefs." },
  follow_up: { zh: "好，晚间跟进关了。", en: "OK, no more follow-ups." },
  silence: { zh: "好，我不会再主动找你。", en: "OK, I won't write after a silence any more." },
};
export const describeEnd = (sort: InitiativeSort, { language }: Pick<Reader, "language">): string =>
  ends[sort][language];

/** Why a message came that was not an answer. */
export function whyWords(
  of: {
    readonly sort: "brief" | "follow_up";
    readonly since: string;
    readonly titles: readonly string[];
  },
  to: Reader,
): string {
  const day = dateWords(wallTimeAt(Date.parse(of.since), to.zone), to);
  const names = of.titles
    .map((each) => choose(to, `「${each}」`, `“${each}”`))
    .join(choose(to, "、", ", "));
  const rest =
    names === ""
      ? ""
      : choose(to, `依据的是你的提醒：${names}。`, ` It rests on your reminders: ${names}.`);
  return of.sort === "brief"
    ? choose(
        to,
        `因为你在 ${day} 开了早报。${rest}回“关闭”就停。`,
        `Because you switched on the morning brief on ${day}.${rest} Say “off” to end it.`,
      )
    : choose(
        to,
        `因为你在 ${day} 开了晚间跟进。${rest}回“关闭”就停。`,
        `Because you switched on follow-ups on ${day}.${rest} Say “off” to end it.`,
      );
}

const longestQuote = 80;

/** Why an answer came, and why what was written unasked before it. */
export function whyAnswered(
  of: { readonly said: string; readonly before: readonly string[] },
  to: Reader,
): string {
  const said = of.said.replaceAll(/\s+/g, " ").trim();
  const chars = Array.from(said);
  const quoted = chars.length > longestQuote ? `${chars.slice(0, longestQuote).join("")}…` : said;
  return [
    quoted === ""
      ? choose(to, "那是在回你的消息。", "I was answering your message.")
      : choose(to, `那是在回你的消息：“${quoted}”。`, `I was answering your message: “${quoted}”.`),
    ...of.before.map((reason) =>
      choose(to, `在那之前我主动发过一条：${reason}`, `Before that I wrote first. ${reason}`),
    ),
  ].join("\n");
}

/** The same for a reminder. */
export function whyReminded(
  of: { readonly content: string; readonly created: string },
  to: Reader,
): string {
  const day = dateWords(wallTimeAt(Date.parse(of.created), to.zone), to);
  return choose(
    to,
    `因为你在 ${day} 设了提醒「${of.content}」。`,
    `Because of your reminder “${of.content}”, set on ${day}.`,
  );
}

export const notInGroups = (language: Language): string =>
  language === "zh"
    ? "这里大家都看得到，这件事请单独跟我说。"
    : "Others can read this chat. Message me privately about this.";
