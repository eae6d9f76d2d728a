import type { LineKind } from "./line-kind.ts";
import { isPurely, isQuestion, type Line, toSentences } from "./read-line.ts";
import type { ScenePrompt } from "./read-scene.ts";
import { contentWords } from "./topic.ts";

/** Something that was said earlier. */
export interface Known {
  readonly by: string;
  readonly quote: string;
}

const most = 80;

/**
 * What a character may repeat in front of those who are there: spoken sentences that it heard, in the
 * language of the scene. A whisper is repeated only to its speaker.
 */
export function listQuotable(scene: ScenePrompt, isStock: (text: string) => boolean): Known[] {
  const { language, others, name } = scene;
  const names = [...others, name];
  const mayTell = ({ isWhisper, who }: Line): boolean =>
    !isWhisper || (others.length === 1 && others[0] === who);
  return [...scene.memories, ...scene.history].flatMap((line) =>
    line.who === undefined || line.speech === "" || !mayTell(line)
      ? []
      : toSentences(line.speech)
          .filter(
            (quote) =>
              quote.length >= (language === "zh" ? 5 : 12) &&
              quote.length <= most &&
              // What was itself repeated belongs to another speaker.
              !/[‘’“”]/u.test(quote.replaceAll(/\b['’]\b/gu, "")) &&
              isPurely(quote, language, names) &&
              !isStock(quote) &&
              !isIntroduction(quote, line.who ?? ""),
          )
          .map((quote) => ({ by: line.who ?? "", quote })),
  );
}

/** “I am Mira, …”: those present know it. */
const isIntroduction = (quote: string, who: string): boolean =>
  [`I am ${who}`, `My name is ${who}`, `我是${who}`, `我叫${who}`].some((start) =>
    quote.startsWith(start),
  );

const hints: Partial<Readonly<Record<LineKind, RegExp>>> = {
  wherePerson: /\b(?:in|at|under|on|behind|near|by|inside|to|from)\b|[在去里下上旁边后前]/u,
  whereThing: /\b(?:in|at|under|on|behind|near|by|inside)\b|[在里下上旁边后前]/u,
  when: /\d|\b(?:yesterday|today|tomorrow|ago|year|night|morning|since|before)\b|昨|今|明|年|月|天|前/u,
  howMany:
    /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|many)\b|[一二两三四五六七八九十百千]/u,
  why: /\b(?:because|since|so that|to)\b|因为|为了|所以/u,
};

/** The sentence that most likely answers a question, if any shares enough of its words. */
export function findAnswer(
  quotable: readonly Known[],
  asked: {
    readonly text: string;
    readonly kind: LineKind;
    readonly language: ScenePrompt["language"];
    /** Names do not tell what a question is about. */
    readonly names: readonly string[];
  },
): Known | undefined {
  const named = contentWords(asked.names.join(" "), asked.language);
  const wanted = [...contentWords(asked.text, asked.language)].filter((word) => !named.has(word));
  if (wanted.length === 0) return undefined;
  const hint = hints[asked.kind];
  let best: { readonly score: number; readonly known: Known } | undefined;
  for (const known of quotable) {
    if (isQuestion(known.quote) || asked.text.includes(known.quote)) continue;
    const has = contentWords(known.quote, asked.language);
    const shared = wanted.filter((word) => has.has(word)).length;
    if (shared === 0 || shared * 2 < wanted.length) continue;
    const score = shared / wanted.length + (hint?.test(known.quote) === true ? 0.5 : 0);
    // The later of two that fit equally: it may correct the earlier one.
    if (best === undefined || score >= best.score) best = { score, known };
  }
  return best?.known;
}
