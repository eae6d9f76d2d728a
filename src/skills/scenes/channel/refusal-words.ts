import type { Language } from "../../../domain/language.ts";
import { type Refusal } from "../../../domain/errors.ts";

type Fact = Readonly<Record<string, unknown>>;
type Sentence = (fact: Fact) => string;

const readName = (fact: Fact): string =>
  [fact["name"], fact["value"]].find((one) => typeof one === "string") ?? "";
const joinPresent = (fact: Fact, between: string): string =>
  ((fact["present"] ?? []) as readonly { readonly name: string }[])
    .map((one) => one.name)
    .join(between);

/** Refusals as sentences for chat apps, with a way forward. */
const sentences: Readonly<Record<string, Readonly<Record<Language, Sentence>>>> = {
  unknown_person: {
    en: (fact) => `No character is called “${readName(fact)}”. Nothing was said.`,
    zh: (fact) => `没有叫“${readName(fact)}”的人，什么都没有说出口。`,
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
      `Is this whispered, or said aloud? Nothing was said yet. /scene whisper ${readName(fact) || joinPresent(fact, " or ")}: … or /scene aloud …`,
    zh: (fact) =>
      `这句话是悄悄说的，还是大声说的？还没有说出口。/场景 悄悄 ${readName(fact) || joinPresent(fact, "或")}：… 或 /场景 大声 …`,
  },
  clock_backwards: {
    en: () => "The story’s clock only goes forward.",
    zh: () => "剧情时间只能往前走。",
  },
};

export const refusalWords = (language: Language, { code, fact }: Refusal): string | undefined =>
  sentences[code]?.[language](fact ?? {});
