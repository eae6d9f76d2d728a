import type { Language } from "../../domain/language.ts";
import type { OwnWay } from "../../domain/ports/reach.ts";
import { wallTimeAt } from "../../language/calendar/instants.ts";

export interface StatusAudience {
  readonly language: Language;
  readonly zone: string;
  readonly now: number;
}

const states = {
  connected: { en: "connected", zh: "已连接" },
  connecting: { en: "connecting", zh: "正在连接" },
  needs_login: { en: "signed out", zh: "已退出登录" },
  not_connected: { en: "not connected", zh: "未连接" },
  failed: { en: "not working", zh: "连不上" },
  open: { en: "set up", zh: "已设置" },
} as const;

/** Which chat apps work, when each last brought something to the person, and what waits. */
export function describeStatus(ways: readonly OwnWay[], to: StatusAudience): string {
  const { language } = to;
  if (ways.length === 0)
    return {
      en: "You have not connected a chat app. I can reach you on the page only.",
      zh: "你还没有连接聊天软件，我只能在网页上找到你。",
    }[language];
  const broken = ways.filter(({ state }) => state !== null && state !== "connected");
  const head =
    broken.length === 0
      ? { en: "I can reach you:", zh: "我能联系到你：" }
      : { en: "Not every way to you works:", zh: "有的聊天软件没有连上：" };
  const hint = broken.some(({ state }) => state === "needs_login")
    ? [
        {
          en: "Sign in again on the page, under Chat apps.",
          zh: "请在网页的“聊天软件”里重新登录。",
        }[language],
      ]
    : [];
  return [head[language], ...ways.map((way) => describeWay(way, to)), ...hint].join("\n");
}

function describeWay(way: OwnWay, to: StatusAudience): string {
  const { language } = to;
  const isZh = language === "zh";
  const since = way.since === null || way.state === null ? "" : whenWords(way.since, to);
  const state = states[way.state ?? "open"][language];
  const facts = [
    since === "" ? state : isZh ? `${state}（${since} 起）` : `${state} since ${since}`,
    way.lastReachedAt === null
      ? isZh
        ? "还没有给你发到过消息"
        : "nothing has reached you there yet"
      : isZh
        ? `上次送到是 ${whenWords(way.lastReachedAt, to)}`
        : `last reached you ${whenWords(way.lastReachedAt, to)}`,
    ...(way.waiting === 0 ? [] : [waitingWords(way.waiting, language)]),
  ];
  return isZh ? `· ${way.name.zh}：${facts.join("，")}` : `· ${way.name.en}: ${facts.join(", ")}`;
}

function waitingWords(count: number, language: Language): string {
  if (language === "zh") return `有 ${count} 条在等着发出`;
  return count === 1 ? "1 message waits" : `${count} messages wait`;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The clock time of today, or the day and the time. */
function whenWords(at: string, { language, zone, now }: StatusAudience): string {
  const wall = wallTimeAt(Date.parse(at), zone);
  const time = wall.slice(11, 16);
  if (wall.slice(0, 10) === wallTimeAt(now, zone).slice(0, 10))
    return language === "zh" ? `今天 ${time}` : `at ${time}`;
  const [month, day] = [Number(wall.slice(5, 7)), Number(wall.slice(8, 10))];
  return language === "zh"
    ? `${month}月${day}日 ${time}`
    : `${day} ${months[month - 1] ?? ""} ${time}`;
}

/** Where others read along, nothing private is said. */
export const notInGroups = (language: Language): string =>
  language === "zh"
    ? "这里大家都看得到，请单独问我。"
    : "Others can read this chat. Ask me privately.";
