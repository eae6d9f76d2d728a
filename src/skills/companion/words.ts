import type { Language } from "../../domain/language.ts";

interface Named {
  readonly name: string;
}

const list = (characters: readonly Named[], language: Language): string =>
  characters
    .slice(0, 12)
    .map(({ name }) => name)
    .join(language === "zh" ? "、" : ", ");

interface CompanionWords {
  chosen(name: string): string;
  already(name: string): string;
  silent(name: string): string;
  readonly plain: string;
  readonly plainAlready: string;
  unknown(name: string, characters: readonly Named[]): string;
  several(name: string, characters: readonly Named[]): string;
  shown(name: string | undefined, characters: readonly Named[]): string;
  lived(name: string, lines: readonly string[]): string;
  nothingLived(name: string): string;
  readonly notInGroups: string;
}

/** Fixed sentences: who talks is a fact, so no character words it. */
export const companionWords: Readonly<Record<Language, CompanionWords>> = {
  en: {
    chosen: (name) =>
      `From now on ${name} talks with you, in all your own chats. Reminders, plans and what I remember stay as they are. Say “be yourself again” to end it.`,
    already: (name) => `${name} already talks with you.`,
    silent: (name) => `No language model is connected yet, so ${name} can't speak until one is.`,
    plain: "I'm the plain assistant again.",
    plainAlready: "I'm the plain assistant already.",
    unknown: (name, characters) =>
      characters.length === 0
        ? `You have no character called ${name}. Add one on the Stage first.`
        : `You have no character called ${name}. There are: ${list(characters, "en")}.`,
    several: (name, characters) =>
      `Several characters are called ${name}. Which one: ${list(characters, "en")}?`,
    shown: (name, characters) =>
      [
        name === undefined ? "I'm the plain assistant." : `${name} talks with you.`,
        ...(characters.length === 0
          ? []
          : [`You can choose: ${list(characters, "en")}. Say “talk to me as …”.`]),
      ].join(" "),
    lived: (name, lines) => [`While you were away, as ${name} remembers it:`, ...lines].join("\n"),
    nothingLived: (name) => `${name} has lived through nothing without you so far.`,
    notInGroups: "Others can read this chat. Message me privately about this.",
  },
  zh: {
    chosen: (name) =>
      `好，以后由${name}陪你聊，你所有的单聊都是。提醒、计划和记住的事照旧。说“换回普通助手”就结束。`,
    already: (name) => `现在就是${name}在陪你聊。`,
    silent: (name) => `还没有接入语言模型，接好之前${name}说不了话。`,
    plain: "好，我变回普通助手了。",
    plainAlready: "我现在就是普通助手。",
    unknown: (name, characters) =>
      characters.length === 0
        ? `你还没有叫“${name}”的角色，先去舞台添加一个吧。`
        : `没有叫“${name}”的角色。现在有：${list(characters, "zh")}。`,
    several: (name, characters) =>
      `叫“${name}”的角色不止一个，你说的是哪位：${list(characters, "zh")}？`,
    shown: (name, characters) =>
      [
        name === undefined ? "现在是普通助手。" : `现在是${name}在陪你聊。`,
        ...(characters.length === 0
          ? []
          : [`可以选：${list(characters, "zh")}。说“让某某来陪我聊”就行。`]),
      ].join(""),
    lived: (name, lines) => [`你不在的时候，${name}记得的是：`, ...lines].join("\n"),
    nothingLived: (name) => `你不在的时候，${name}还没经历过什么。`,
    notInGroups: "这里大家都看得到，这件事请单独跟我说。",
  },
};
