import type { Language } from "../../domain/language.ts";
import type { MemoryRow } from "./witness.ts";

/** For whom the words are. */
export interface Listener {
  readonly language: Language;
  readonly timezone: string;
}

const choose = ({ language }: Listener, zh: string, en: string): string =>
  language === "zh" ? zh : en;

const describeDay = (at: string, { language, timezone }: Listener): string =>
  new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en-GB", {
    timeZone: timezone,
    year: "numeric",
    month: language === "zh" ? "long" : "short",
    day: "numeric",
  }).format(new Date(at));

const describeMoment = (at: string, { language, timezone }: Listener): string =>
  new Intl.DateTimeFormat(language === "zh" ? "zh-CN" : "en-GB", {
    timeZone: timezone,
    dateStyle: "long",
    timeStyle: "short",
  }).format(new Date(at));

const quoteMemory = (words: string): string => `“${words}”`;

type Shown = Pick<MemoryRow, "words" | "saidAt">;

const listLines = (memories: readonly Shown[], to: Listener): string =>
  memories
    .map(({ words, saidAt }, at) =>
      choose(
        to,
        `${at + 1}. ${quoteMemory(words)}（${describeDay(saidAt, to)}）`,
        `${at + 1}. ${quoteMemory(words)} (${describeDay(saidAt, to)})`,
      ),
    )
    .join("\n");

const whichWords = { zh: "你指的是哪一条？", en: "Which one do you mean?" } as const;

const whichToCorrect = { zh: "要改的是哪一条？", en: "Which one should I correct?" } as const;

/** With the number of notes. */
const askedAll = {
  zh: "这会永久忘掉我记下的 # 条，我们聊过的我也不再读到。",
  en: "This forgets for good what I know of you (notes: #) and all that we have talked about.",
} as const;
const askedHere = {
  zh: "这会永久忘掉在这个对话里记下的 # 条，这里聊过的我也不再读到。",
  en: "This forgets for good what I know of you from this chat (notes: #) and all that we have talked about here.",
} as const;

/** What is said about the memory itself. */
export const memoryWords = {
  remembered: (words: readonly string[], to: Listener): string => {
    const quoted = words.map(quoteMemory).join(choose(to, "、", ", "));
    return choose(
      to,
      `记住了：${quoted}。说“忘掉这个”就忘掉。`,
      `I'll remember that: ${quoted}. Say “forget that” and it is gone.`,
    );
  },
  knownAlready: (words: string, to: Listener): string =>
    choose(
      to,
      `这个我记着呢：${quoteMemory(words)}。`,
      `I remember that already: ${quoteMemory(words)}.`,
    ),
  list: (memories: readonly Shown[], left: number, to: Listener): string =>
    [
      choose(to, "你告诉过我：", "This is what you told me:"),
      listLines(memories, to),
      ...(left > 0
        ? [
            choose(
              to,
              `还有 ${left} 条，在网页的“记忆”里。`,
              `${left} more are on the page, under Memory.`,
            ),
          ]
        : []),
      choose(to, "说“忘掉第1条”就忘掉一条。", "Say “forget 1” to have one forgotten."),
    ].join("\n"),
  nothing: (to: Listener): string =>
    choose(
      to,
      "在这里你还没有告诉过我关于你的事。说“记住……”我就记下来。",
      "You have not told me anything about yourself here. Say “remember that …” and I will.",
    ),
  told: ({ words, saidAt }: Shown, to: Listener): string =>
    choose(
      to,
      `你告诉过我：${quoteMemory(words)}（${describeDay(saidAt, to)}）。`,
      `You told me: ${quoteMemory(words)} (${describeDay(saidAt, to)}).`,
    ),
  nothingMeant: (to: Listener): string =>
    choose(
      to,
      "不清楚你指的是哪一条。说“你知道我什么”就能看到我记下的。",
      "I'm not sure which one you mean. Say “what do you know about me” to see what I keep.",
    ),
  nothingAbout: (about: string, to: Listener): string =>
    choose(to, `关于“${about}”，我没有记下什么。`, `I have nothing on record about “${about}”.`),
  /** Without the words, too. */
  linesForgotten: (to: Listener): string =>
    choose(
      to,
      "这个我还没有记成一条。你提到它的那些话还在聊天记录里，但我不会再读到，也不会记下。",
      "I had made no note of that yet. Your messages that mention it stay in the chat, but I will not read them again or keep anything of them.",
    ),
  source: (memory: Shown & { said: string | null; isHere: boolean }, to: Listener): string => {
    const when = describeMoment(memory.saidAt, to);
    const where = memory.isHere
      ? choose(to, "在这个对话里", "in this chat")
      : choose(to, "在另一个私聊里", "in another private chat of yours");
    const said = memory.said ?? memory.words;
    return choose(
      to,
      `是你自己说的：${when}，${where}，原话是${quoteMemory(said)}。`,
      `You told me yourself, ${where}, on ${when}: ${quoteMemory(said)}.`,
    );
  },
  asksWhich: (reply: string): boolean =>
    [whichWords.zh, whichWords.en].some((question) => reply.startsWith(question)),
  which: (memories: readonly Shown[], to: Listener): string =>
    [
      whichWords[to.language],
      listLines(memories, to),
      choose(to, "说“第1条”或“都忘掉”。", "Say “the first one” or “both of them”."),
    ].join("\n"),
  asksWhichToCorrect: (reply: string): boolean =>
    [whichToCorrect.zh, whichToCorrect.en].some((question) => reply.startsWith(question)),
  whichToCorrect: (memories: readonly Shown[], to: Listener): string =>
    [
      whichToCorrect[to.language],
      listLines(memories, to),
      choose(to, "说“第1条”或“都不是”。", "Say “the first one” or “none of them”."),
    ].join("\n"),
  sayWhole: (words: string, to: Listener): string =>
    choose(
      to,
      `${quoteMemory(words)}里哪里不对？说“不对，我……”，把整句话再说一遍。`,
      `Which part of ${quoteMemory(words)} is wrong? Say “wrong, my …” with the whole sentence as it should be.`,
    ),
  /** Without the words: they would be on record once more. */
  forgotten: (to: Listener): string =>
    choose(
      to,
      "忘掉了，由它而来的内容也一并删除了。聊天记录里你的原话还在，但我不会再读到。",
      "Forgotten, with everything that was made of it. Your own message stays in the chat, but I will not read it again.",
    ),
  askAll: (
    { count, isHere }: { readonly count: number; readonly isHere: boolean },
    to: Listener,
  ): string =>
    (isHere ? askedHere : askedAll)[to.language].replace("#", String(count)) +
    choose(
      to,
      "提醒和故事都留着。确定的话，请回复“确定”。",
      " Your reminders and stories stay. Say “yes” to do it.",
    ),
  /** What the question was about, where a reply of ours is one. */
  asksAll: (reply: string): { readonly isHere: boolean } | undefined => {
    const isAsked = (of: Readonly<Record<Language, string>>): boolean =>
      Object.values(of).some((question) => {
        const [before = "", after = ""] = question.split("#");
        return reply.startsWith(before) && reply.includes(after);
      });
    if (isAsked(askedHere)) return { isHere: true };
    return isAsked(askedAll) ? { isHere: false } : undefined;
  },
  forgotAll: (count: number, to: Listener): string =>
    choose(
      to,
      `都忘掉了：记下的 ${count} 条，还有在这之前聊过的。聊天记录里你的原话还在，但我不会再读到。`,
      `All forgotten: ${count} ${count === 1 ? "note" : "notes"}, and what we talked about before. Your messages stay in the chat, but I will not read them again.`,
    ),
  staysPrivate: (to: Listener): string =>
    choose(
      to,
      "你单独告诉我的事，我不会在群里说。想让大家知道，请在那个群里说一遍。",
      "What you tell me alone is never used in a group. To let them know, say it in that group.",
    ),
  /** Nothing is forgotten after all. */
  kept: (to: Listener): string => choose(to, "好，都留着。", "OK, nothing is forgotten."),
  unchanged: (to: Listener): string => choose(to, "好，都没有改。", "OK, nothing is changed."),
  unclear: (to: Listener): string =>
    choose(
      to,
      "你想让我怎么处理记忆？可以说“你知道我什么”“忘掉……”“忘掉一切”“这里别记了”或“打开记忆”。",
      "What should I do with what I remember? Say “what do you know about me”, “forget …”, “forget everything”, “don't remember anything here” or “turn memory on”.",
    ),
  corrected: (words: string, before: string, to: Listener): string =>
    choose(
      to,
      `改好了：${quoteMemory(words)}。原来记的是${quoteMemory(before)}。`,
      `Corrected: ${quoteMemory(words)}. Before, it was ${quoteMemory(before)}.`,
    ),
  switched: (isOn: boolean, to: Listener): string =>
    isOn
      ? choose(to, "好，这个对话里重新开始记。", "OK, I remember things in this chat again.")
      : choose(
          to,
          "好，这个对话里不再记任何事，也不用这里记过的。说“打开记忆”就恢复。",
          "OK, I keep and use nothing from this chat. Say “turn memory on” to change that.",
        ),
  off: (to: Listener): string =>
    choose(
      to,
      "这个对话的记忆是关着的，没有记下。说“打开记忆”就恢复。",
      "Memory is off in this chat, so nothing was kept. Say “turn memory on” to change that.",
    ),
};
