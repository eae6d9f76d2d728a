import { toInterpretation } from "../intents/outcome.ts";
import { mentionsOf } from "../intents/friends.ts";
import { ordinalOf } from "../text/numerals.ts";
import { prepare } from "../text/prepare.ts";
import type { Interpretation, LanguageRequest, OpenRequest } from "../request.ts";
import type { Span } from "../text/titles.ts";
import { dropped, ordinal, yes } from "../lexicon/both.ts";
import { addContent, askForTitle } from "./answer-content.ts";
import { replaceTimes } from "./answer-times.ts";
import { triggersOf } from "../lexicon/triggers.ts";
import * as en from "../lexicon/en/answers.ts";
import * as zh from "../lexicon/zh/answers.ts";
import { wordsOf } from "../lexicon/words.ts";
import { anyDigit, spaces, wordRun } from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

type Interpret = (request: LanguageRequest) => Interpretation;

/**
 * Finishes a half-understood request with the answer to its question. `undefined`: it is not an
 * answer but something new.
 */
export function applyAnswer(
  request: LanguageRequest,
  open: OpenRequest,
  interpret: Interpret,
): Interpretation | undefined {
  const answer = prepare(request.text);
  if (answer.text.trim() === "") return undefined;
  // "嗯，记上" asks for what was offered.
  const isYes = yes.test(answer.text) && open.choices?.length === 1;
  if (triggersOf(answer).length > 0 && !isYes) return undefined;
  if (dropped.test(answer.text))
    return toInterpretation({ intent: "none", reasons: ["no_request"] });
  const { open: _, ...context } = request.context ?? {};
  const again = (text: string): LanguageRequest => ({ ...request, text, context });
  const read = (text: string): Interpretation => interpret(again(text));
  return (
    applyChoice(answer.text, open) ??
    replaceName(request, open, read) ??
    askForTitle(replaceTimes(answer.text, open, read), open) ??
    addContent(answer, open, read)
  );
}

const numerals = "零一二三四五六七八";

function applyChoice(
  text: string,
  { choices = [], reason }: OpenRequest,
): Interpretation | undefined {
  const [only, second] = choices;
  if (only === undefined) return undefined;
  // Of free times that are offered, the first is the nearest.
  if ((second === undefined || reason === "friend_busy") && yes.test(text)) return only;
  const [, numeral, digit, word] = ordinal.exec(text) ?? [];
  if (word === "last") return choices.at(-1);
  const place = placeOf({ numeral, digit, word });
  return place > 0 ? choices[place - 1] : byName(text, choices);
}

/** Counted from 1; 0 where the answer names no place. */
function placeOf(said: Record<"numeral" | "digit" | "word", string | undefined>): number {
  const { numeral, digit = numeral, word } = said;
  if (digit !== undefined && anyDigit.test(digit)) return Number(digit);
  if (numeral !== undefined) return numeral === "两" ? 2 : numerals.indexOf(numeral);
  return word === undefined ? 0 : ordinalOf(word);
}

/** "体检那个", "Shaw": the only one whose title or friend the answer names. */
function byName(text: string, choices: readonly Interpretation[]): Interpretation | undefined {
  const said = text.replaceAll(lexicon.both.besideChoice, "");
  const fitting = choices.filter(({ target, with: friends = [] }) =>
    [target, ...friends].some((name) => {
      const known = name?.toLowerCase().replaceAll(spaces, "") ?? "";
      if (known === "" || said.length < 2) return false;
      const isSaid = said.includes(known) && (name === target || isOnlyName(said, [], known));
      return isSaid || known.includes(said);
    }),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** "zihao is olivers", "是李雷": the name that was meant replaces the unknown one. */
function replaceName(
  { text, context }: LanguageRequest,
  open: OpenRequest,
  interpret: (text: string) => Interpretation,
): Interpretation | undefined {
  if (!open.reason.startsWith("friend_")) return undefined;
  const answer = prepare(text);
  const friends = context?.friends ?? [];
  const unmasked = mentionsOf(answer, friends);
  const spans =
    unmasked.length > 0
      ? unmasked
      : mentionsOf(
          {
            ...answer,
            text: answer.text.replace(lexicon.both.means, (word) =>
              word.replace(wordRun, (letters) => "与".repeat(letters.length)),
            ),
          },
          friends,
        );
  const { unclear } = open;
  const isClear = spans.length > 0 && spans.every(({ names }) => names.length === 1);
  if (unclear === undefined || !isClear) return undefined;
  const unknown = open.text.slice(unclear.at, unclear.end);
  if (!isOnlyName(answer.text, spans, unknown)) return undefined;
  const zh = prepare(open.text).language === "zh";
  const us = lexicon.zh.us.test(unknown) ? ["我"] : lexicon.en.us.test(unknown) ? ["me"] : [];
  const names = [...us, ...new Set(spans.flatMap(({ names: [name = ""] }) => name))];
  return interpret(
    `${open.text.slice(0, unclear.at)}${names.join(zh ? "和" : " and ")}${open.text.slice(unclear.end)}`,
  );
}

/**
 * An answer that says more than a name is about something else: "取消和李雷的会" invites no one.
 */
function isOnlyName(text: string, spans: readonly Span[], unknown: string): boolean {
  const rest = spans
    .toSorted((a, b) => b.at - a.at)
    .reduce((left, { at, end }) => `${left.slice(0, at)} ${left.slice(end)}`, text);
  return rest.replaceAll(unknown.toLowerCase(), " ").replaceAll(lexicon.both.besideName, "") === "";
}
