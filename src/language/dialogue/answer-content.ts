import { toInterpretation } from "../intents/outcome.ts";
import { enAtoms } from "../lexicon/en/atoms.ts";
import { triggersOf } from "../lexicon/triggers.ts";
import { zhAtoms } from "../lexicon/zh/atoms.ts";
import type { Interpretation, OpenRequest } from "../request.ts";
import { type Prepared, prepare } from "../text/prepare.ts";
import { hasContent } from "../text/title-content.ts";
import { titleIn } from "../text/titles.ts";
import { questionFor } from "./questions.ts";
import * as en from "../lexicon/en/answers.ts";
import * as zh from "../lexicon/zh/answers.ts";
import { wordsOf } from "../lexicon/words.ts";

const lexicon = wordsOf(zh, en);

/** "提醒我", "明天", "下午三点": when is known piece by piece, and what was never said. */
export function askForTitle(
  result: Interpretation | undefined,
  open: OpenRequest,
): Interpretation | undefined {
  if (result?.intent !== "create" || result.items.some(({ title }) => title !== "")) return result;
  const { language } = prepare(open.text);
  return toInterpretation({
    intent: "clarify",
    reasons: ["no_title"],
    question: questionFor("no_title", language) ?? "",
    open: { text: open.text, now: open.now, reason: "no_title", choices: [result] },
  });
}

/** "to buy milk", "去拿快递": what was not said yet, and nothing about when. */
export function addContent(
  answer: Prepared,
  open: OpenRequest,
  interpret: (text: string) => Interpretation,
): Interpretation | undefined {
  const isShort = answer.text.trim().length <= 40 && !lexicon.zh.asks.test(answer.text);
  if (!isShort || !hasContent(answer.raw) || isContentSaid(open.text)) return undefined;
  const [choice] = open.choices ?? [];
  const title = titleIn(answer, { at: 0, end: answer.raw.length }, []);
  if (open.reason === "no_title" && choice !== undefined)
    return { ...choice, items: choice.items.map((item) => ({ ...item, title })) };
  const joined =
    answer.language === "zh"
      ? `${open.text}${answer.raw.trim()}`
      : `${open.text} ${answer.raw.trim().replace(lexicon.en.withoutTo, "to ")}`;
  const result = interpret(joined);
  return result.intent === "clarify" || result.intent === "create" ? result : undefined;
}

/** Whether anything is left of a request without its times and the words that ask. */
function isContentSaid(text: string): boolean {
  const prepared = prepare(text);
  const times = (prepared.language === "zh" ? zhAtoms : enAtoms)(prepared.text);
  const triggers = triggersOf(prepared);
  return (
    triggers.length === 0 ||
    hasContent(titleIn(prepared, { at: 0, end: text.length }, [...times, ...triggers]))
  );
}
