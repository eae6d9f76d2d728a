import type { Language } from "../../../domain/language.ts";
import type { StopCondition } from "../plans/stop-conditions.ts";
import { parseStoredCondition } from "../plans/stop-conditions.ts";

/** Replies about a story, spoken by the product and not by a character. */
export interface SceneWords {
  readonly help: string;
  readonly noStory: string;
  readonly noChats: string;
  readonly noBots: string;
  readonly noSuchStory: (asked: string) => string;
  readonly noCharacter: (asked: string) => string;
  readonly notHere: (name: string) => string;
  readonly whichOne: (name: string, which: string) => string;
  readonly needTwo: string;
  readonly unknown: (asked: string) => string;
  readonly chats: string;
  readonly cast: string;
  readonly entered: (title: string) => string;
  readonly stillIn: (title: string) => string;
  readonly left: (title: string) => string;
  readonly here: string;
  readonly time: string;
  readonly alone: (names: string) => string;
  readonly letTalk: (names: string, beats: number) => string;
  readonly stopsIf: (conditions: string) => string;
  readonly missedIt: string;
  readonly planned: (names: string, when: string) => string;
  readonly running: (names: string, done: number, beats: number) => string;
  readonly cameIn: (name: string) => string;
  readonly wentOut: (name: string) => string;
  readonly closed: string;
  readonly nothingOpen: string;
  readonly nothingMissed: string;
  readonly nothingSealed: string;
  readonly directorsCut: string;
  readonly nothingRuns: string;
  readonly stopped: string;
  readonly skipped: (time: string) => string;
  readonly whenUnclear: string;
  readonly onlyWords: string;
  readonly whisperHow: string;
  readonly recallHow: string;
  readonly recalled: (name: string, title: string, count: number) => string;
  /** Prefix of replies to requests outside the story. */
  readonly outside: string;
  readonly remindHow: string;
  readonly remindHint: string;
  readonly noGreeting: string;
  readonly begun: (names: string) => string;
  readonly join: string;
  readonly met: (
    condition: StopCondition,
    value: string | undefined,
    nameOf: (id: string) => string,
  ) => string;
}

const sceneHelp = {
  en: [
    "Stories, from any chat:",
    "/scene list · /scene use 2 · /scene samples — your stories; choose one; three characters to try",
    "/scene new Mira, Ben: The lock shop — a new story · /scene greetings — other openings",
    "Once in a story, what you write is said or done there. (/scene say … does the same.)",
    "/scene next — they go on · /scene who — who is here · /scene cast — all characters",
    "/scene whisper Mira: … — only Mira hears it · /scene aloud … — everyone does · /scene enter Cleo · /scene exit Ben",
    "/scene recall Mira from 2 — Mira brings what she remembers of another story",
    "/scene meanwhile Mira, Ben: … — the two without you; what you write is stage direction",
    "/scene let Mira and Ben talk for 6 beats, stop if trust(Mira, Ben) < 40 — while you are away",
    "/scene at 21:00 let Mira and Ben talk · /scene skip 2 hours — by the story’s clock",
    "/scene close — end the scene · /scene digest — what you missed · /scene unseal — all of it",
    "/scene stop — stop scenes that run by themselves · /scene leave — back to ordinary talk",
    "/scene join <code> as Bea — into a story that others play, with the host’s invitation",
    "/remind tomorrow 3pm call Ann — a reminder for you, outside of the story",
  ].join("\n"),
  zh: [
    "在任何聊天里玩剧情：",
    "/场景 列表 · /场景 选择 2 · /场景 示例 —— 你的剧情；进入一个；带来三个示例角色",
    "/场景 新建 沈渡、九娘：渡口 —— 新剧情 · /场景 开场白 —— 其他开场",
    "进入剧情后，你写的话就是你在剧情里说的、做的。（/场景 说 … 也一样）",
    "/场景 继续 —— 让他们接着演 · /场景 谁 —— 谁在场 · /场景 角色 —— 所有角色",
    "/场景 悄悄 九娘：… —— 只有九娘听见 · /场景 大声 … —— 所有人听见 · /场景 进场 某某 · /场景 离场 某某",
    "/场景 记起 九娘 从 2 —— 九娘带来她在另一个剧情里的记忆",
    "/场景 与此同时 沈渡、九娘：… —— 你不在场的两人；你写的是舞台指示",
    "/场景 让沈渡和九娘聊6轮，如果沈渡对九娘的信任低于40就停 —— 你不在时自己进行",
    "/场景 定在 21:00 让沈渡和九娘聊4轮 · /场景 快进 2小时 —— 按剧情里的时间",
    "/场景 收场 —— 结束这一场 · /场景 摘要 —— 你错过了什么 · /场景 揭晓 —— 全部内情",
    "/场景 停 —— 停下自行进行的场景 · /场景 离开 —— 回到平常的聊天",
    "/场景 加入 <邀请码> 叫 小贝 —— 用主持人的邀请，加入大家一起演的剧情",
    "/提醒 明天下午三点给小安打电话 —— 给你自己的提醒，不在剧情里",
  ].join("\n"),
};

const en: SceneWords = {
  help: sceneHelp.en,
  noStory: "You are not in a story. /scene list shows yours, /scene samples adds some to try.",
  noChats: "You have no story yet. /scene samples adds three characters and two stories to try.",
  noBots: "You have no characters yet. /scene samples adds three.",
  noSuchStory: (asked) => `There is no story “${asked}”. /scene list shows yours.`,
  noCharacter: (asked) => `No character is called “${asked}”. /scene cast shows them all.`,
  notHere: (name) => `${name} is not here.`,
  whichOne: (name, which) => `Several are called “${name}”. Which one? ${which}`,
  needTwo: "This needs two characters. Name them: /scene meanwhile Mira, Ben",
  unknown: (asked) => `/scene ${asked}? /scene help shows what there is.`,
  chats: "Your stories:",
  cast: "Your characters:",
  entered: (title) =>
    `You are in “${title}”. What you write goes into the story; /scene leave takes you out.`,
  stillIn: (title) => `(You are still in “${title}”; /scene leave takes you out.)`,
  left: (title) => `You have left “${title}”.`,
  here: "Here",
  time: "Story time",
  alone: (names) =>
    `${names} are by themselves. What you write is stage direction; /scene next goes on, /scene close comes back.`,
  letTalk: (names, beats) =>
    `${names} talk by themselves now, ${beats} beats at most. You hear of it when you are back.`,
  stopsIf: (conditions) => `They stop before that if: ${conditions}.`,
  missedIt: "Write anything to hear what could be noticed.",
  planned: (names, when) =>
    `${names} will talk by themselves when the story’s clock shows ${when}.`,
  running: (names, done, beats) => `By themselves: ${names}, beat ${done} of ${beats}.`,
  cameIn: (name) => `(${name} comes in.)`,
  wentOut: (name) => `(${name} goes out.)`,
  closed: "The scene is over.",
  nothingOpen: "No scene is open.",
  nothingMissed: "You have missed nothing.",
  nothingSealed: "Nothing is sealed.",
  directorsCut: "The director’s cut:",
  nothingRuns: "No scene is running by itself.",
  stopped: "They stop here.",
  skipped: (time) => `It is ${time} in the story.`,
  whenUnclear: "When? /scene skip 2 hours, or /scene at 21:00 let Mira and Ben talk",
  onlyWords: "Only words can be played here.",
  whisperHow: "To whom, and what? /scene whisper Mira: meet me outside",
  recallHow: "Who, and of which other story? /scene recall Mira from 2",
  recalled: (name, title, count) =>
    count === 0
      ? `There is nothing new in “${title}” that ${name} remembers.`
      : `${name} remembers “${title}” here, too.`,
  outside: "(Not in the story) ",
  remindHow: "What, and when? /remind tomorrow 3pm call Ann",
  remindHint: "(This was said in the story. A reminder for you: /remind tomorrow 3pm call Ann)",
  noGreeting: "There is no other opening.",
  begun: (names) => `A new story with ${names}. Say something.`,
  join: ", ",
  met: (condition, value, nameOf) => {
    switch (condition.kind) {
      case "edge":
        return `${nameOf(condition.source)}’s ${condition.what} in ${nameOf(condition.target)} ${condition.is} ${condition.value}${value === undefined ? "" : `: it is ${value}`}`;
      case "entered":
        return `${nameOf(condition.who)} came in`;
      case "left":
        return `${nameOf(condition.who)} left`;
      case "minutes":
        return `${condition.minutes} ${condition.minutes === 1 ? "minute" : "minutes"} passed`;
      case "until":
        return `it was ${condition.hour}:${String(condition.minute).padStart(2, "0")}`;
      case "beats":
        return `${condition.beats} beats were played`;
      case "budget":
        return `${condition.tokens} tokens were spent`;
      case "word":
      default:
        return `“${condition.word}” was said`;
    }
  },
};

const zh: SceneWords = {
  help: sceneHelp.zh,
  noStory: "你现在不在剧情里。/场景 列表 看你的剧情，/场景 示例 带来几个可以试玩的。",
  noChats: "你还没有剧情。/场景 示例 会带来三个角色和两段剧情。",
  noBots: "你还没有角色。/场景 示例 会带来三个。",
  noSuchStory: (asked) => `没有叫“${asked}”的剧情。/场景 列表 可以看到你的剧情。`,
  noCharacter: (asked) => `没有叫“${asked}”的人。/场景 角色 可以看到所有人。`,
  notHere: (name) => `${name}不在场。`,
  whichOne: (name, which) => `叫“${name}”的不止一个。是哪一个？${which}`,
  needTwo: "至少要两个人：/场景 与此同时 沈渡、九娘",
  unknown: (asked) => `/场景 ${asked}？ /场景 帮助 可以看到所有用法。`,
  chats: "你的剧情：",
  cast: "你的角色：",
  entered: (title) => `你进入了《${title}》。接下来你写的话都在剧情里；/场景 离开 可以出来。`,
  stillIn: (title) => `（你还在《${title}》里；/场景 离开 可以出来。）`,
  left: (title) => `你离开了《${title}》。`,
  here: "在场",
  time: "剧情时间",
  alone: (names) => `现在只有${names}。你写的是舞台指示；/场景 继续 接着演，/场景 收场 回来。`,
  letTalk: (names, beats) => `${names}自己聊起来了，最多${beats}轮。你回来时会知道。`,
  stopsIf: (conditions) => `提前停下的条件：${conditions}。`,
  missedIt: "说句话就能知道看得见的部分。",
  planned: (names, when) => `剧情时间到${when}时，${names}会自己聊起来。`,
  running: (names, done, beats) => `自行进行：${names}，第${done}/${beats}轮。`,
  cameIn: (name) => `（${name}进来了。）`,
  wentOut: (name) => `（${name}出去了。）`,
  closed: "这一场结束了。",
  nothingOpen: "现在没有进行中的场景。",
  nothingMissed: "你没有错过什么。",
  nothingSealed: "没有封存的内情。",
  directorsCut: "内情：",
  nothingRuns: "没有自行进行的场景。",
  stopped: "他们停在这里。",
  skipped: (time) => `剧情时间现在是${time}。`,
  whenUnclear: "什么时候？/场景 快进 2小时，或 /场景 定在 21:00 让沈渡和九娘聊",
  onlyWords: "这里只能用文字来演。",
  whisperHow: "对谁说、说什么？/场景 悄悄 九娘：外面见",
  recallHow: "谁，记起哪个剧情？/场景 记起 九娘 从 2",
  recalled: (name, title, count) =>
    count === 0 ? `“${title}”里没有${name}新记得的事。` : `${name}在这里也记得“${title}”了。`,
  outside: "（剧情之外）",
  remindHow: "提醒什么、什么时候？/提醒 明天下午三点给小安打电话",
  remindHint: "（这句话说在了剧情里。要真的提醒你：/提醒 明天下午三点给小安打电话）",
  noGreeting: "没有别的开场白。",
  begun: (names) => `新剧情开始了，有${names}。说点什么吧。`,
  join: "、",
  met: (condition, value, nameOf) => {
    switch (condition.kind) {
      case "edge":
        return `${nameOf(condition.source)}对${nameOf(condition.target)}的${condition.what === "trust" ? "信任" : "好感"} ${condition.is} ${condition.value}${value === undefined ? "" : `（现在是${value}）`}`;
      case "entered":
        return `${nameOf(condition.who)}进来了`;
      case "left":
        return `${nameOf(condition.who)}离开了`;
      case "minutes":
        return `过去了${condition.minutes}分钟`;
      case "until":
        return `到了${condition.hour}:${String(condition.minute).padStart(2, "0")}`;
      case "beats":
        return `聊了${condition.beats}轮`;
      case "budget":
        return `用了${condition.tokens}个token`;
      case "word":
      default:
        return `有人说到“${condition.word}”`;
    }
  },
};

export const sceneWords: Readonly<Record<Language, SceneWords>> = { en, zh };

/** Why a scene stopped, as a sentence: `trust(a,b) < 40: 38`. */
export function describeStop(
  language: Language,
  why: string,
  nameOf: (id: string) => string,
): string {
  const [, condition = why, value] = /^(.*?(?:\)| [<>]=? \d+))(?:: (-?\d+))?$/.exec(why) ?? [];
  const met = sceneWords[language].met(parseStoredCondition(condition), value, nameOf);
  return language === "zh" ? `（他们停下了：${met}。）` : `(They stopped: ${met}.)`;
}
