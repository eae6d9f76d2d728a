import type { Language } from "../domain/language.ts";
import type { SmallTalk } from "./small-talk.ts";

type Words = Readonly<Record<Language, string>>;

/**
 * What a person can do without a model, one line each. Passed in by the caller, which knows the
 * skills.
 */
export type Abilities = Readonly<Record<Language, readonly string[]>>;

/** Features that work by rules alone, each with an example that can be sent as it is. */
export const ownAbilities: Abilities = {
  zh: [
    "记提醒：明天下午3点提醒我开会",
    "看安排：今天有什么安排",
    "改时间、取消、推迟：改到4点 · 取消开会 · 10分钟后再提醒我",
    "和好友约：约张三周五晚上7点打球",
    "还原上一步：撤销",
    "演故事：/scene",
  ],
  en: [
    "set a reminder: remind me tomorrow at 3pm to call Ann",
    "see what is planned: what's on today",
    "move, cancel, snooze: move it to 4pm · cancel call Ann · remind me again in 10 minutes",
    "plan with a friend: schedule lunch with Bob on Friday at noon",
    "take the last change back: undo",
    "play a story: /scene",
  ],
};

export const helpIntro: Words = { zh: "我可以帮你：", en: "I can help you with this:" };

/** Two wordings of each, so that a repetition does not sound mechanical. */
export const smallTalkReplies: Readonly<
  Record<Exclude<SmallTalk, "help" | "time">, Readonly<Record<Language, readonly [string, string]>>>
> = {
  identity: {
    zh: ["我是 Meanwhile，帮你记提醒、约朋友的助手。", "我叫 Meanwhile，替你记着该做的事。"],
    en: [
      "I'm Meanwhile. I keep your reminders and plan things with your friends.",
      "I'm Meanwhile, here to keep your reminders.",
    ],
  },
  sadness: {
    zh: ["辛苦了，照顾好自己。", "听着不容易。有什么要记的就交给我。"],
    en: [
      "I'm sorry to hear that. Take care of yourself.",
      "That sounds hard. If there is something to remember, leave it to me.",
    ],
  },
  gladness: { zh: ["那就好。", "真好。"], en: ["Glad to hear it.", "That's good to hear."] },
  feeling: { zh: ["嗯，我在。", "我在，慢慢说。"], en: ["I'm here.", "I'm here, take your time."] },
  wish: {
    zh: ["谢谢，也祝你一切都好！", "谢谢！祝你天天开心。"],
    en: ["Thank you! All the best to you, too.", "Thanks, and the best to you!"],
  },
  return: { zh: ["欢迎回来！", "回来啦。"], en: ["Welcome back!", "Good to have you back."] },
  refusal: { zh: ["好，那就不用。", "好的。"], en: ["All right.", "OK."] },
  welcome: { zh: ["😊", "嗯嗯。"], en: ["😊", "👍"] },
  thanks: { zh: ["不客气。", "不用谢。"], en: ["You're welcome.", "My pleasure."] },
  apology: { zh: ["没关系。", "没事的。"], en: ["No problem.", "That's all right."] },
  farewell: {
    zh: ["再见，有事随时叫我。", "好，回头见。"],
    en: ["Bye! I'm here when you need me.", "See you."],
  },
  wellbeing: {
    zh: ["我很好，谢谢。你呢？", "一切都好。有什么要我记着的吗？"],
    en: ["I'm fine, thanks. And you?", "All well here. Anything I should remember for you?"],
  },
  praise: {
    zh: ["谢谢夸奖。", "谢谢，很高兴帮上忙。"],
    en: ["Thank you!", "Thanks, glad to help."],
  },
  greeting: {
    zh: ["你好！有什么要我记着的吗？", "你好，我在。"],
    en: ["Hi! Anything I should remember for you?", "Hello, I'm here."],
  },
  presence: { zh: ["我在。", "在的，请说。"], en: ["I'm here.", "Yes, I'm here."] },
  amusement: { zh: ["😄", "哈哈。"], en: ["😄", "Haha."] },
  acknowledgement: { zh: ["好的。", "👌"], en: ["OK.", "👌"] },
};

/** Said once in a conversation; `knowsMissingModel` recognises it. */
export const missingModel: Words = {
  zh: "这里还没有接上语言模型，除了提醒和约人，别的话我还听不懂。",
  en: "No language model is connected here yet, so beyond reminders and plans I can't follow.",
};

export const notUnderstood: Readonly<Record<Language, readonly [string, string]>> = {
  zh: ["这句我没听懂。", "这个我还不会。"],
  en: ["I didn't understand that.", "I can't do that yet."],
};

export const helpHint: Words = {
  zh: "发送“帮助”看看我能做什么。",
  en: "Send “help” to see what I can do.",
};

export const isMissingModelText = (said: string): boolean =>
  said.includes(missingModel.zh) || said.includes(missingModel.en);

/** The kind of a message without text, by the label that its channel wrote. */
const kinds: readonly (readonly [label: RegExp, kind: Words])[] = [
  [/^voice|^audio/, { zh: "语音", en: "voice message" }],
  [/^image|^picture|^photo/, { zh: "图片", en: "picture" }],
  [/^video/, { zh: "视频", en: "video" }],
  [/^sticker/, { zh: "表情", en: "sticker" }],
  [/^location/, { zh: "位置", en: "location" }],
  [/^contact/, { zh: "名片", en: "contact" }],
  [/^file|^document/, { zh: "文件", en: "file" }],
  [/^poll/, { zh: "投票", en: "poll" }],
  [/^event/, { zh: "活动", en: "event" }],
  [/^order|^product/, { zh: "订单或商品", en: "order or product" }],
  [/^group invitation/, { zh: "群邀请", en: "group invitation" }],
  [/^interactive/, { zh: "互动回复", en: "reply by a button or form" }],
  [/^edit/, { zh: "消息修改", en: "edited message" }],
  [/^payment/, { zh: "付款消息", en: "payment" }],
];

/** The kind of a message that has labels in place of words; nothing where there are words. */
export function wordlessKind(text: string, language: Language): string | undefined {
  const labels = [...text.matchAll(/^\[([^\]\n]*)\]$/gmu)].map((match) => match[1] ?? "");
  if (labels.length === 0 || withoutLabels(text).trim() !== "") return undefined;
  const known = labels.flatMap((label) =>
    kinds.filter(([pattern]) => pattern.test(label)).map(([, kind]) => kind[language]),
  );
  return known[0] ?? (language === "zh" ? "消息" : "message");
}

/** A file that never came: another line says what is wrong with it. */
export const isFileMissing = (text: string): boolean => /; the person is told\]$/mu.test(text);

export const tellInWords: Words = {
  zh: "这个我没能打开，也可以直接用文字告诉我。",
  en: "I couldn't open that. You can also tell me in words.",
};

export const wordless = (kind: string, language: Language): string =>
  language === "zh"
    ? `收到了你的${kind}，不过我还看不了，请用文字告诉我。`
    : `I got your ${kind}, but I can't read it. Please tell me in words.`;

/** Labels that a channel wrote in place of words have no language of the person's. */
export const withoutLabels = (text: string): string =>
  text.replaceAll(/^\[[^\]\n]*\]$|<file>[^]*<\/file>/gmu, "");

/** The language of a text by its script, or nothing if it has no letters to tell by. */
export function languageIn(text: string): Language | undefined {
  if (/\p{Script=Han}/u.test(text)) return "zh";
  return /\p{L}/u.test(text) ? "en" : undefined;
}

/** The language that most of it is in: a Chinese name among English words does not make them Chinese. */
export function dominantLanguage(text: string): Language | undefined {
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/\p{Script=Latin}{2,}/gu)?.length ?? 0;
  return characters === words ? languageIn(text) : characters > words ? "zh" : "en";
}
