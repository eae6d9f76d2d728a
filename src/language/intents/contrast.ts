import { stateOf } from "./moved.ts";
import { changeOf, type Outcome, defineReader } from "./outcome.ts";
import type { Reading } from "../reading.ts";
import { allTargets } from "../dialogue/targets.ts";
import { simplify } from "../text/traditional.ts";
import { wallOf } from "../calendar/wall.ts";
import { refuse } from "../dialogue/refused.ts";
import * as en from "../lexicon/en/change.ts";
import * as zh from "../lexicon/zh/change.ts";
import { wordsOf } from "../lexicon/words.ts";

const lexicon = wordsOf(zh, en);

/**
 * "更正：是302，不是301": where the wrong words stand in what one reminder says, the right ones
 * take their place.
 */
function parseContrast(reading: Reading): Outcome | undefined {
  const { right, wrong } = contrastIn(reading);
  if (right === "" || wrong === "") return undefined;
  const meant = allTargets(reading).filter(({ reminder }) =>
    simplify(reminder.title.toLowerCase()).includes(wrong),
  );
  const [only, second] = meant;
  if (only === undefined) return undefined;
  if (second !== undefined) return refuse("target_ambiguous");
  const { title, start } = only.reminder;
  if (start === null) return undefined;
  const item = stateOf(only, { start: wallOf(start) }, replaceWords(title, wrong, right));
  return changeOf("update", only, { items: [item] });
}

/** Both are empty where nothing is put right. */
function contrastIn({ prepared, phrases, triggers }: Reading): { right: string; wrong: string } {
  const text = prepared.text.replace(lexicon.zh.trailingMarks, "");
  const found =
    phrases.length > 0 || triggers.length > 0
      ? undefined
      : lexicon[prepared.language].contrasts
          .map((regex) => regex.exec(text)?.groups)
          .find((groups) => groups !== undefined);
  return { right: found?.["right"]?.trim() ?? "", wrong: found?.["wrong"]?.trim() ?? "" };
}

/** "去302开会" for "301" in "去301开会": what is said of the rest is not said twice. */
function replaceWords(title: string, wrong: string, right: string): string {
  const at = simplify(title.toLowerCase()).indexOf(wrong);
  const [before, behind] = [title.slice(0, at), title.slice(at + wrong.length)];
  const isWhole =
    (before !== "" && right.startsWith(before.toLowerCase())) ||
    (behind !== "" && right.endsWith(behind.toLowerCase()));
  return isWhole ? right : `${before}${right}${behind}`;
}

export const contrastReader = defineReader({
  name: "contrast",
  after: ["list"],
  examples: {
    zh: [["更正：是交水费，不是交电费", "update 交电费 11-20 10:00"]],
    en: [["Correction: optician, not dentist", "update dentist 11-19 15:00"]],
  },
  parse: parseContrast,
});
