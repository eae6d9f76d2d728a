import type { Language } from "../../../domain/language.ts";

type Scale = readonly (readonly [from: number, words: string])[];

/** What numbers of a relationship mean. Both scales begin in the middle. */
const liking: Readonly<Record<Language, Scale>> = {
  en: [
    [0, "cannot stand"],
    [20, "dislikes"],
    [40, "has no strong feelings about"],
    [60, "likes"],
    [80, "is very fond of"],
  ],
  zh: [
    [0, "受不了"],
    [20, "不太喜欢"],
    [40, "谈不上喜欢或讨厌"],
    [60, "喜欢"],
    [80, "非常喜欢"],
  ],
};
const trusting: Readonly<Record<Language, Scale>> = {
  en: [
    [0, "believes nothing they say"],
    [20, "is wary"],
    [40, "is neither trusting nor wary"],
    [60, "trusts them"],
    [80, "would trust them with a secret"],
  ],
  zh: [
    [0, "一句也不信"],
    [20, "心存戒备"],
    [40, "既不戒备也不轻信"],
    [60, "信任"],
    [80, "什么秘密都可以托付"],
  ],
};

const describe = (scale: Scale, value: number): string =>
  scale.findLast(([from]) => from <= value)?.[1] ?? "";

/** How one feels about another, in words and numbers. */
export function describeFeeling(
  { affinity, trust }: { readonly affinity: number; readonly trust: number },
  name: string,
  language: Language,
): string {
  const liked = describe(liking[language], affinity);
  const trusted = describe(trusting[language], trust);
  const numbers = `affinity ${Math.round(affinity)}/100, trust ${Math.round(trust)}/100`;
  return language === "zh"
    ? `${name}：${liked}${name}，${trusted}（${numbers}）`
    : `${name}: ${liked} ${name}, ${trusted} (${numbers})`;
}

export const feelingWords = [liking, trusting]
  .flatMap((by) => Object.values(by).flat())
  .map(([, words]) => words)
  .join(" ");
