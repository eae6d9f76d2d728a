import type { JsonObject } from "../../domain/json.ts";
import { shorten } from "../../domain/text.ts";
import { languageIn } from "../offline-words.ts";
import { readLine, toSentences } from "./read-line.ts";

const kind =
  /\b(?:thank|thanks|please|glad|smiles?|laughs?|help|trust|sorry|love)\b|谢谢|抱歉|对不起|喜欢|笑|帮|相信/giu;
const hard =
  /\b(?:lie|lied|liar|hate|shouts?|angry|stupid|never|betray|leave me)\b|骗|讨厌|恨|滚|生气|背叛/giu;

/** By the sound of words only, without understanding: a little for each, in both directions. */
function feelingsMovedBy(text: string): { readonly affinity: number; readonly trust: number } {
  const warmth = (text.match(kind) ?? []).length - (text.match(hard) ?? []).length;
  return {
    affinity: Math.max(-4, Math.min(4, warmth * 2)),
    trust: Math.max(-3, Math.min(3, warmth)),
  };
}

/** What people say about themselves that lasts, and not how they are just now. */
const ownWords =
  /\b(?:I am|I'm|I have|I know|I saw|I was|I found|I lost|I live|I come from|I work|I like|my)\b|我(?:是|有|叫|知道|看见|看到|喜欢|会|住|来自|找到|丢了)|我的/iu;
const passing =
  /\bI(?:'m| am| was) (?:so |very |not |just )?(?:sorry|glad|here|back|fine|sure|afraid|tired|happy|sad|coming|going|leaving|off|with you|listening)\b|\bI have (?:to|not|no idea|heard|asked|never)\b|我(?:会的|有点|是说|知道了)|我的天/iu;

/** Kind words warm, hard ones cool, and what the other one says about themselves is kept. */
export function feelingsAbout(
  happened: readonly string[],
  target: string,
  isStock: (text: string) => boolean,
): JsonObject {
  const lines = happened
    .filter((line) => line.startsWith(`${target}:`) || line.startsWith(`${target}, in a whisper`))
    .map((line) => readLine(line, [target]));
  const moved = feelingsMovedBy(
    lines
      // What is quoted was said by another one.
      .map(({ speech, doing }) => `${speech.replaceAll(/‘[^’]*’/gu, "")} ${doing}`)
      .join(" "),
  );
  const told = lines
    .flatMap(({ speech }) => toSentences(speech))
    .filter((sentence) => ownWords.test(sentence) && !passing.test(sentence))
    .filter(
      (sentence) => !/[?？]/u.test(sentence) && !/‘.*’/u.test(sentence) && !isStock(sentence),
    );
  return {
    affinity_delta: moved.affinity,
    trust_delta: moved.trust,
    knowledge_facts: told.slice(0, 2).map((sentence) => {
      const words = shorten(sentence, 90);
      return languageIn(words) === "zh" ? `说过：“${words}”` : `said: “${words}”`;
    }),
  };
}
