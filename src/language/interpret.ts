import type { Language } from "../domain/language.ts";
import { applyAnswer } from "./dialogue/answers.ts";
import { toInterpretation, type Outcome } from "./intents/outcome.ts";
import { choicesFor } from "./dialogue/choices.ts";
import { isElsewhere, isStrange } from "./lexicon/other-domains.ts";
import { lateChange, lateIn } from "./intents/late.ts";
import { isTimed } from "./times/timed.ts";
import { normalise } from "./text/normalise.ts";
import { prepare } from "./text/prepare.ts";
import { restoreSpelling } from "./text/restore-spelling.ts";
import { questionFor } from "./dialogue/questions.ts";
import { readers } from "./readers.ts";
import { decide } from "./rule.ts";
import { readingBudget } from "./reading-budget.ts";
import { type Reading, type ReadRequest, readingOf } from "./reading.ts";
import { applyCorrections } from "./text/self-correction.ts";
import type { Refusal } from "./dialogue/reasons.ts";
import type { Interpretation, LanguageRequest } from "./request.ts";
import { afterStory, beforeStory } from "./intents/narrative.ts";
import { isRefused, type Refused } from "./dialogue/refused.ts";

/** What a sentence asks for. Pure: the same request gives the same answer on every machine. */
export function interpret(said: ReadRequest): Interpretation {
  const normal = normalise(said.text);
  const request: ReadRequest = {
    ...said,
    text: applyCorrections(normal.text),
    asEnglish: () => applyCorrections(normalise(said.text, "en").text),
    seen: new Map(),
    spend: said.spend ?? readingBudget(),
  };
  const finished =
    request.context?.open === undefined
      ? undefined
      : applyAnswer(request, request.context.open, interpret);
  const result = finished ?? withChoices(withoutStory(request), request);
  return restoreSpelling(result, normal);
}

const withoutStory = (request: ReadRequest): Interpretation =>
  beforeStory(request, afterStory(request, understand(request), understand), understand);

/**
 * A question names the ways in which it could be meant. Each of them is read once and asks no
 * further.
 */
function withChoices(result: Interpretation, request: LanguageRequest): Interpretation {
  if (result.open === undefined) return result;
  const choices = choicesFor(result.open.reason, request, understand);
  return choices.length === 0 ? result : { ...result, open: { ...result.open, choices } };
}

/**
 * "Friday's pills" are those of Friday where something that exists is meant; "read today's paper"
 * is a title.
 */
const possessive = /\b(today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)['’]s\b/gi;

function understand(request: ReadRequest): Interpretation {
  const said = lateIn(request.text);
  if (said === undefined) return plainly(request);
  const rest = { ...request, text: said.rest };
  const result = plainly(rest);
  if (result.intent === "create" || result.intent === "update")
    return { ...result, items: result.items.map((item) => ({ ...item, late: said.late })) };
  const reading = readingOf(rest);
  const isOpen =
    result.intent === "clarify" &&
    result.reasons[0] !== "no_time" &&
    result.reasons[0] !== "target_not_found";
  const change = isOpen ? undefined : lateChange(reading, said);
  if (change !== undefined)
    return isRefused(change) ? refuseWith(change, request, reading) : change;
  return result.open === undefined
    ? result
    : { ...result, open: { ...result.open, text: request.text } };
}

function plainly(request: ReadRequest): Interpretation {
  // As long as it was, so that places stay the same.
  const plain = request.text.replaceAll(possessive, "$1  ");
  const known = plain === request.text ? undefined : read({ ...request, text: plain });
  if (known !== undefined && aboutExisting.has(known.intent)) return known;
  const result = read(request);
  // There is none on that day: the others are not meant.
  const isMissing =
    known?.reasons[0] === "target_not_found" &&
    result.intent !== "list" &&
    aboutExisting.has(result.intent);
  return isMissing ? known : result;
}

const aboutExisting = new Set<string>([
  "update",
  "update_shared",
  "cancel",
  "cancel_shared",
  "list",
]);

/**
 * "cancel 火锅", "book 羽毛球 with 张三": the verb of one language beside the names of the other.
 */
function read(request: ReadRequest): Interpretation {
  const result = readAs(request);
  const isMissed = result.intent === "none" || result.reasons[0] === "target_not_found";
  if (!isMissed || !unheard.has(result.reasons[0] ?? "") || !isMixed(request.text)) return result;
  const isChinese = prepare(request.text).language === "zh";
  const other = isChinese
    ? readAs({ ...request, text: request.asEnglish?.() ?? request.text }, "en")
    : readAs(request, "zh");
  return spokenOf.has(other.intent) || aboutThem.has(other.reasons[0] ?? "") ? other : result;
}

const isMixed = (text: string): boolean =>
  /\p{Script=Han}/u.test(text) && /\p{Script=Latin}{2}/u.test(text);
const unheard = new Set<string>(["no_request", "plan", "target_not_found"]);
/** What is new and one's own has its times in one language, and was read if it could be. */
const spokenOf = new Set<string>([
  "update",
  "update_shared",
  "cancel",
  "cancel_shared",
  "complete",
  "availability",
  "create_shared",
]);
const aboutThem = new Set<string>(["target_ambiguous", "friend_ambiguous", "friend_unknown"]);

function readAs(request: ReadRequest, language?: Language): Interpretation {
  const reading = readingOf(request, language);
  const nothing = idle(reading);
  if (nothing !== undefined) return none(nothing);
  const outcome = decide(readers, reading, request);
  if (outcome !== undefined && isForeign(outcome, reading)) return none("no_request");
  if (outcome !== undefined)
    return isRefused(outcome) ? refuseWith(outcome, request, reading) : outcome;
  return none(
    reading.gates[0] ??
      (reading.prepared.hasQuote
        ? "quoted"
        : reading.phrases.some(isTimed)
          ? "plan"
          : "no_request"),
  );
}

/** "turn off the lights", "what's on my shopping list": another helper is meant. */
const isForeign = (outcome: Outcome, { prepared }: Reading): boolean =>
  isRefused(outcome) &&
  aboutKept.has(outcome.refused) &&
  (isElsewhere(prepared.text, prepared.language) ||
    (outcome.refused === "target_not_found" && isStrange(prepared.text, prepared.language)));
const aboutKept = new Set<string>(["target_not_found", "target_ambiguous", "no_change", "no_time"]);

/** Nothing is left to read. */
function idle({ live, gates, prepared }: Reading): Refusal | undefined {
  if (prepared.raw.trim() === "") return "empty";
  return live.length === 0 ? (gates[0] ?? "no_request") : undefined;
}

const none = (reason: Refusal): Interpretation =>
  toInterpretation({ intent: "none", reasons: [reason] });

function refuseWith(
  { refused, span, choices }: Refused,
  request: LanguageRequest,
  { prepared }: Reading,
): Interpretation {
  const question = questionFor(refused, prepared.language);
  if (question === undefined) return none(refused);
  const open = {
    text: request.text,
    now: request.now,
    reason: refused,
    ...(span === undefined ? {} : { unclear: span }),
    ...(choices === undefined ? {} : { choices }),
  };
  return toInterpretation({ intent: "clarify", reasons: [refused], question, open });
}
