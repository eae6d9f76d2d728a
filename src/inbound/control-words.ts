import { foldForMatching } from "../domain/text.ts";

export type ControlWord = "stop" | "clear" | "new";

const words = new Map<string, ControlWord>([
  ["stop", "stop"],
  ["/stop", "stop"],
  ["停止", "stop"],
  ["/停止", "stop"],
  ["停", "stop"],
  ["停下", "stop"],
  ["停下来", "stop"],
  ["停一下", "stop"],
  ["/clear", "clear"],
  ["/清空", "clear"],
  ["/new", "new"],
  ["/新对话", "new"],
]);

/**
 * A control word is a whole utterance: "please stop by the shop" is not one. A closing mark does
 * not change it.
 */
export function controlWord(text: string): ControlWord | undefined {
  return words.get(foldForMatching(text).replace(/[.!。！]+$/u, ""));
}

const negatedEnglish =
  /(?:\b(?:not|never|without|no need to|cannot|nothing (?:can|will|should))|n['’]?t)(?: \w+){0,2}$/u;
const negatedChinese = /(?:不|别|勿|没|甭|无需|无须|休想)[^，。！？,.!?;；\n]{0,4}$/u;

/**
 * Whether a message that arrives during a turn asks to stop it: it contains 停止 or stop as a word
 * that is not negated. Only then; with nothing running the same sentence is an ordinary message.
 */
export function isStopRequest(text: string): boolean {
  const folded = foldForMatching(text);
  // A command has words of its own: "/scene let them talk, stop if …".
  if (folded.startsWith("/")) return false;
  for (const { index } of folded.matchAll(/停止/gu))
    if (!negatedChinese.test(folded.slice(0, index))) return true;
  for (const { index } of folded.matchAll(
    /(?<![\p{Script=Latin}\p{N}_-])stop(?![\p{Script=Latin}\p{N}_-])/gu,
  )) {
    const before = folded.slice(0, index).trimEnd();
    if (!negatedEnglish.test(before) && !negatedChinese.test(before)) return true;
  }
  return false;
}
