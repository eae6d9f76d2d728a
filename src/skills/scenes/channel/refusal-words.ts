import type { Language } from "../../../domain/language.ts";
import { type Refusal } from "../../../domain/errors.ts";

type Fact = Readonly<Record<string, unknown>>;
type Sentence = (fact: Fact) => string;

const readName = (fact: Fact): string =>
  [fact["name"], fact["value"]].find((one) => typeof one === "string") ?? "";
type NameList = "present" | "kept_from";
const joinNames = (fact: Fact, list: NameList, between: string): string =>
  ((fact[list] ?? []) as readonly { readonly name: string }[]).map((one) => one.name).join(between);
const unlessEmpty = (names: string, toWords: (names: string) => string): string =>
  names === "" ? "" : toWords(names);

/** Refusals as sentences for chat apps, with a way forward. */
const sentences: Readonly<Record<string, Readonly<Record<Language, Sentence>>>> = {
  unknown_person: {
    en: (fact) => `No character is called “${readName(fact)}”. Nothing was said.`,
    zh: (fact) => `没有叫“${readName(fact)}”的人，什么都没有说出口。`,
  },
  unknown_command: {
    en: (fact) =>
      `“${readName(fact)}” starts with a slash and is no speech. Nothing was said. There is /w Ann …, /scene whisper, aloud, next, who, enter, exit, leave; /scene help shows all.`,
    zh: (fact) =>
      `“${readName(fact)}”以斜杠开头，不是台词，什么都没有说出口。这里有 /w 小安 …、/场景 悄悄、大声、继续、谁、进场、离场、离开；/场景 帮助 可以看到所有用法。`,
  },
  not_present: {
    en: (fact) => `${readName(fact)} is not here. Nothing was said.`,
    zh: (fact) => `${readName(fact)}不在场，什么都没有说出口。`,
  },
  in_another_scene: {
    en: (fact) =>
      `${readName(fact)} is in another scene just now. /scene stop ends scenes that run by themselves, /scene close ends a scene.`,
    zh: (fact) =>
      `${readName(fact)}现在在另一场里。/场景 停 停下自行进行的场景，/场景 收场 结束一场。`,
  },
  you_are_away: {
    en: () => "You are not in this scene, so no one heard you. /scene enter me brings you back.",
    zh: () => "你不在这一场里，没有人听见。/场景 进场 我 可以回来。",
  },
  nobody_there: {
    en: () => "No one is there to answer. /scene enter brings a character in.",
    zh: () => "没有人在场可以回应。用 /场景 进场 让人进来。",
  },
  whisper_unclear: {
    en: (fact) =>
      `${unlessEmpty(joinNames(fact, "kept_from", ", "), (names) => `This is not for ${names}. `)}Is this whispered, or said aloud? Nothing was said yet. /scene whisper ${readName(fact) || joinNames(fact, "present", " or ")}: … or /scene aloud …`,
    zh: (fact) =>
      `这句话${unlessEmpty(joinNames(fact, "kept_from", "、"), (names) => `不想让${names}知道，`)}是悄悄说的，还是大声说的？还没有说出口。/场景 悄悄 ${readName(fact) || joinNames(fact, "present", "或")}：… 或 /场景 大声 …`,
  },
  invitation_not_found: {
    en: () => "This invitation is not valid. Ask the host for a new one.",
    zh: () => "这个邀请码无效，请向主持人要一个新的。",
  },
  character_taken: {
    en: (fact) => `Someone else plays ${readName(fact)}.`,
    zh: (fact) => `${readName(fact)}已经有人演了。`,
  },
  name_taken: {
    en: () => "Someone in this story is called so already. Choose another name.",
    zh: () => "剧情里已经有人叫这个名字，请换一个。",
  },
  story_full: {
    en: () => "This story is full.",
    zh: () => "这个剧情人满了。",
  },
  muted: {
    en: () => "The host has muted you for now. Nothing was said.",
    zh: () => "主持人暂时不让你发言，什么都没有说出口。",
  },
  story_paused: {
    en: () => "The host has paused the story. Nothing was said.",
    zh: () => "主持人暂停了剧情，什么都没有说出口。",
  },
  not_your_turn: {
    en: () => "It is not your turn. Nothing was said.",
    zh: () => "还没轮到你，什么都没有说出口。",
  },
  only_the_host: {
    en: () => "Only the host can do this.",
    zh: () => "只有主持人可以这样做。",
  },
  not_in_story: {
    en: () => "You are no longer in this story.",
    zh: () => "你已经不在这个剧情里了。",
  },
  clock_backwards: {
    en: () => "The story’s clock only goes forward.",
    zh: () => "剧情时间只能往前走。",
  },
};

export const refusalWords = (language: Language, { code, fact }: Refusal): string | undefined =>
  sentences[code]?.[language](fact ?? {});
