import { compileWhole } from "./fill-text.ts";
import { chinese } from "./words-zh.ts";
import { english } from "./words-en.ts";

const stock: readonly string[] = [english, chinese].flatMap((words) => [
  ...Object.values(words.replies).flat(),
  ...words.anything,
  ...words.questions,
  ...words.remarks,
  ...Object.values(words.quoting).flat(),
  ...Object.values(words.comingBack).flat(),
]);

/** A text of several sentences is heard sentence by sentence. */
const matchers: readonly ((lower: string) => boolean)[] = [
  ...new Set(stock.flatMap((template) => template.split(/(?<=[.!?。！？])\s*(?=\P{P})/u))),
].flatMap((part) => compileWhole(part) ?? []);

/** Sentences of the understudy's own, which are not worth repeating. */
export function isStock(sentence: string): boolean {
  const lower = sentence.toLowerCase();
  return matchers.some((matches) => matches(lower));
}
