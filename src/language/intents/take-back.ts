import * as en from "../lexicon/en/take-back.ts";
import * as zh from "../lexicon/zh/take-back.ts";
import { wordsOf } from "../lexicon/words.ts";
import { notWords } from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

const core = {
  zh: (text: string): string => text.replaceAll(notWords, "").replaceAll(lexicon.zh.around, ""),
  en: (text: string): string =>
    text
      .replaceAll("’", "'")
      .replaceAll(lexicon.en.around, " ")
      .replaceAll(notWords, " ")
      .trim()
      .toLowerCase(),
} as const;

/** A longer text tells something. */
const longest = 80;

/**
 * "哎呀撤销", "oops, undo": the last change is meant, and no reminder is named that could be
 * deleted.
 */
export const wantsUndo = (text: string): boolean =>
  text.length <= longest &&
  (lexicon.zh.undoVerb.test(core.zh(text)) || lexicon.en.undoVerb.test(core.en(text)));

/**
 * "算了不用了", "never mind": what was just said is not wanted any more. `unsure` are words that
 * also refuse an offer politely. They count only directly behind what they speak of.
 */
export function wantsDropped(text: string): "sure" | "unsure" | undefined {
  // "这个不用提醒了" points at a reminder, and not at what was done to it.
  if (text.length > longest || lexicon.zh.pointsAtReminder.test(text)) return undefined;
  const [zh, en] = [core.zh(text), core.en(text)];
  // "算一下" asks for a sum.
  if (
    (lexicon.zh.droppedSurely.test(zh) && !lexicon.zh.sums.test(text)) ||
    lexicon.en.droppedSurely.test(en)
  )
    return "sure";
  return lexicon.zh.droppedPerhaps.test(zh) ||
    lexicon.en.droppedPerhaps.test(en) ||
    lexicon.en.noNeed.test(text)
    ? "unsure"
    : undefined;
}

/** "算了，不要了": what is not wanted may be the thing itself. "算了不改了" speaks of the change. */
export const isThingUnwanted = (text: string): boolean =>
  lexicon.zh.thingUnwanted.test(core.zh(text)) || lexicon.en.thingUnwanted.test(text);
