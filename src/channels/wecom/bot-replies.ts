import { pickLanguage, type Language } from "../../domain/language.ts";
import type { ControlResult } from "../../domain/message.ts";
import { notices } from "../../domain/notices.ts";
import { foldForMatching } from "../../domain/text.ts";

const emojis = ["🙂", "😄", "🤝", "🚀", "👌"];

export const emojiFor = (random: number): string =>
  emojis[Math.floor(random * emojis.length)] ?? "🙂";

/** How to stop, in every busy answer: WeCom shows no button in plain text. */
const stopHint = "如果需要停止当前消息处理，请发送停止或者stop。";

/**
 * The language of a person's text. A file, a number or an emoji has none; most people here write
 * Chinese.
 */
export function languageIn(text: string): Language {
  const words = text.replaceAll(/\[(?:file|image|video|voice message)\]/g, "");
  return /\p{L}/u.test(words) ? pickLanguage(null, words) : "zh";
}

export const working = "正在处理中，请稍候。";
export const gone = "任务已结束或不存在。";
export const supplement = "[补充消息]\n";
export const fallbackMark = "[FallbackPush]\n";

export const welcomeText = (emoji: string): string => `你好，欢迎来找我聊天 ${emoji}`;
export const unheardText = (emoji: string): string => `我现在无法处理语音消息 ${emoji}`;

const sentences = {
  busy: {
    zh: `我还在处理上一条消息。${stopHint}`,
    en: `I am still working on an earlier message; send “stop” to end it. ${stopHint}`,
  },
  stopped: { zh: "已停止当前消息处理。", en: "Stopped." },
  merged: { zh: "已和下一条消息一起处理。", en: "Answered together with your next message." },
  silent: { zh: "好的 👌", en: "Okay 👌" },
  deadline: {
    zh: "（处理时间较长，其余内容完成后会另外发给你。）",
    en: "(This takes a while. The rest follows in another message when it is done.)",
  },
  again: { zh: "（正在重新生成，请稍候…）", en: "(Writing this again, one moment…)" },
  more_follows: { zh: "（还没说完，下面接着发。）", en: "(There is more; it follows.)" },
  more_waits: {
    zh: "（还没说完。给我发任意一条消息，我接着发。）",
    en: "(There is more. Send me any message, and I'll continue.)",
  },
  moved: { zh: "（回复已另外发给你。）", en: "(The answer follows in another message.)" },
  leaving: {
    zh: "（这个机器人已停用，没有说完的内容不再更新。）",
    en: "(This bot was switched off; the rest of the answer is not sent here.)",
  },
  waiting: {
    zh: "有一条回复在等你。给我发一条消息，就能收到。",
    en: "A reply is waiting for you. Write to me to get it.",
  },
  flood: {
    zh: "消息太多太快，这一条没有收下。请等一分钟再发。",
    en: "Too many messages; this one was not accepted. Please wait a minute.",
  },
  day_full: notices.day_full,
  no_newcomers: {
    zh: "今天不再接受新成员了，请明天再来。",
    en: "No more new people are accepted today. Please write again tomorrow.",
  },
  away: {
    zh: "我这边暂时收不下消息，请过一会儿再发一次。",
    en: "I can't accept this right now. Please send it again in a while.",
  },
  listening: { zh: "我在，请说。", en: "I'm here, go ahead." },
  unsupported: { zh: "这种消息我还看不懂。", en: "I can't read this kind of message yet." },
  help: {
    zh: "直接对我说话就行，例如“明天早上8点提醒我开会”。\n停止 或 stop：停止正在处理的消息\n/new 或 /clear：不再参考之前的对话\n/push <群机器人 Webhook 地址>：设置本会话的主动推送地址（/push off 取消）\n/help：这份说明",
    en: "Just talk to me, such as “remind me tomorrow at 8 am”.\nstop: ends what I am working on\n/new or /clear: I no longer look at what was said before\n/push <webhook of a group robot>: where I may push messages for this chat (/push off ends it)\n/help: this list",
  },
} as const;

export const say = (what: keyof typeof sentences, language: Language): string =>
  sentences[what][language];

/**
 * Commands are the same in every language, so they are answered in both, unless the command is a
 * word of one.
 */
const commandWord = /^(\/\S*|stop)$/;

export const helpText = (): string => `${sentences.help.zh}\n\n${sentences.help.en}`;

export const notAdmitted = (userId: string, chatId: string | undefined): string =>
  `你还没有使用权限，请把下面的编号交给管理员。 You are not on the list; give this to your administrator.\nuserid: ${userId}${chatId === undefined ? "" : `\nchatid: ${chatId}`}`;

/** The note that replaces a file which could not be sent with its text. */
export function fileNote(end: "refused" | "doubtful", name: string, language: Language): string {
  if (end === "doubtful")
    return language === "zh"
      ? `（「${name}」可能已经发出；如果没有看到，请再跟我要一次。）`
      : `(“${name}” may have been sent; if you don't see it, ask me for it again.)`;
  return language === "zh"
    ? `（「${name}」在这里发不出来：请让管理员给本会话设置推送机器人，或改用长连接。）`
    : `(“${name}” can't be sent here: this chat needs a robot of its own (/push) or the long connection.)`;
}

/** The effect of a control word. */
export function controlText(control: ControlResult, word: string): string {
  const { zh, en } = control === "stopped" ? sentences.stopped : notices[control];
  if (commandWord.test(foldForMatching(word))) return `${zh} ${en}`;
  return languageIn(word) === "zh" ? zh : en;
}
