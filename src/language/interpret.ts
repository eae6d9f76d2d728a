import { amendAmount } from "./dialogue/amend-amount.ts";
import { applyAnswer } from "./dialogue/answers.ts";
import { toInterpretation } from "./intents/outcome.ts";
import { choicesFor } from "./dialogue/choices.ts";
import { otherHelpers } from "./intents/meant-elsewhere.ts";
import { hasHan, hasLatinWord } from "./lexicon/speakers.ts";
import { lateChange, lateClause, type SaidLate } from "./intents/late.ts";
import { insistChange, insistClause, insisting, type SaidInsist } from "./intents/insist.ts";
import { isTimed } from "./times/timed.ts";
import { normalise } from "./text/normalise.ts";
import { restoreSpelling } from "./text/restore-spelling.ts";
import { questionFor } from "./dialogue/questions.ts";
import { readers } from "./readers.ts";
import { decide, defineRule, transform } from "./rule.ts";
import { readingBudget } from "./reading-budget.ts";
import { type Reading, type ReadRequest, readingOf } from "./reading.ts";
import { oneForm, selfCorrection } from "./text/text-rules.ts";
import type { Refusal } from "./dialogue/reasons.ts";
import type { Interpretation, LanguageRequest } from "./request.ts";
import { narratives, type Told } from "./intents/narrative.ts";
import { isRefused, type Refused } from "./dialogue/refused.ts";

/** What a sentence asks for. Pure: the same request gives the same answer on every machine. */
export function interpret(said: ReadRequest): Interpretation {
  const normal = decide([oneForm], said.text, { observe: said.observe });
  const request: ReadRequest = {
    ...said,
    text: correct(normal?.text ?? said.text, said),
    spend: said.spend ?? readingBudget(),
  };
  const { open } = request.context ?? {};
  const result =
    (open === undefined
      ? amendAmount(request, interpret)
      : applyAnswer(request, open, interpret)) ??
    understand(readMessage(request, () => correct(normalise(said.text, "en").text, said)));
  return normal === undefined ? result : restoreSpelling(result, normal);
}

const correct = (text: string, { observe }: ReadRequest): string =>
  decide([selfCorrection], text, { observe }) ?? text;

/** A message that was read. */
interface Message {
  readonly request: ReadRequest;
  /** Without what is said of lateness. */
  readonly reading: Reading;
  readonly late: SaidLate | undefined;
  /** What is said of repeating until it is done. */
  readonly insist: SaidInsist | undefined;
  /** With the spaces that an English sentence has around a Chinese name. */
  readonly asEnglish: () => string;
  /** The message in the other language, read when it is asked for. */
  readonly inOther: () => Reading;
}

function readMessage(request: ReadRequest, asEnglish: Message["asEnglish"]): Message {
  const late = decide([lateClause], request.text, { observe: request.observe });
  const told = late === undefined ? request : { ...request, text: late.rest };
  const { reading, insist } = readInsisting(told);
  const { raw, language } = reading.prepared;
  const isChinese = language === "zh";
  const inOther = once(() =>
    readingOf({ ...request, text: isChinese ? asEnglish() : raw }, isChinese ? "en" : "zh"),
  );
  return { request, reading, late, insist, asEnglish, inOther };
}

/** Where the pattern stood apart and the reminder has a time without it, that time is its own. */
function readInsisting(request: ReadRequest): Pick<Message, "reading" | "insist"> {
  const said = decide([insistClause], request.text, { observe: request.observe });
  if (said === undefined) return { reading: readingOf(request), insist: undefined };
  const apart = readingOf({ ...request, text: said.apart ?? said.rest });
  if (said.isOnlyEnd && apart.phrases.some(({ rule }) => rule !== undefined))
    return { reading: readingOf(request), insist: undefined };
  const isWhole = apart.triggers.length > 0 && apart.phrases.some(isTimed);
  const reading =
    said.apart === undefined || isWhole ? apart : readingOf({ ...request, text: said.rest });
  return { reading, insist: said };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function understand(message: Message): Interpretation {
  const { reading, request } = message;
  const told: Told = {
    reading,
    whole: meaningOf(message),
    readPart: (part) => withSaid(intentOf(part, request), { ...message, reading: part }),
  };
  const { whole } = transform<Told, never>(narratives, told, {
    observe: reading.observe,
  });
  return withChoices(whole, message);
}

/**
 * A question names the ways in which it could be meant. Each of them is read once and asks no
 * further.
 */
function withChoices(result: Interpretation, message: Message): Interpretation {
  const { request, reading, asEnglish } = message;
  if (result.open === undefined) return result;
  const choices = choicesFor(result.open.reason, request, (variant) => {
    const { text, context = {} } = variant;
    // Of what is known, only friends change what is seen in a text.
    const isSeen = text === request.text && isSameList(context.friends, reading.context.friends);
    return meaningOf(
      isSeen
        ? { ...message, request: { ...request, context }, reading: { ...reading, context } }
        : readMessage({ ...request, text, context }, asEnglish),
    );
  });
  return choices.length === 0 ? result : { ...result, open: { ...result.open, choices } };
}

const isSameList = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index]);

const meaningOf = (message: Message): Interpretation => {
  const whole = intentOf(message.reading, message.request);
  return withSaid(decide([otherLanguage], { whole, message }, message.reading) ?? whole, message);
};

const withSaid = (result: Interpretation, message: Message): Interpretation =>
  withInsist(withLate(result, message), message);

function withInsist(result: Interpretation, { reading, insist }: Message): Interpretation {
  if (insist === undefined) return result;
  const change = decide([insistChange], { reading, result, said: insist }, reading);
  if (change !== undefined && !isRefused(change)) return change;
  // What has just gone off comes again, and now until it is done.
  return ["create", "update", "snooze"].includes(result.intent)
    ? insisting(result, insist)
    : result;
}

function withLate(result: Interpretation, { request, reading, late }: Message): Interpretation {
  if (late === undefined) return result;
  if (result.intent === "create" || result.intent === "update")
    return { ...result, items: result.items.map((item) => ({ ...item, late: late.late })) };
  const isOpen =
    result.intent === "clarify" &&
    result.reasons[0] !== "no_time" &&
    result.reasons[0] !== "target_not_found";
  const change = isOpen ? undefined : decide([lateChange], { reading, said: late }, reading);
  if (change === undefined) return result;
  return isRefused(change) ? refuseWith(change, request, reading) : change;
}

/** The verb of one language beside the names of the other. */
export const otherLanguage = defineRule({
  name: "other-language",
  stage: "classify",
  examples: {
    en: [
      ["done with 交电费", "complete 交电费"],
      ["book 羽毛球 with 张三 tomorrow 3pm", "create_shared 11-18 15:00"],
    ],
  },
  when: ({ whole, message: { request } }: { whole: Interpretation; message: Message }) =>
    (whole.intent === "none" || whole.reasons[0] === "target_not_found") &&
    unheard.has(whole.reasons[0] ?? "") &&
    hasHan.test(request.text) &&
    hasLatinWord.test(request.text),
  then: ({
    message: { request, reading, inOther },
  }: {
    whole: Interpretation;
    message: Message;
  }) => {
    const read: Reading = { ...inOther(), context: reading.context };
    const other = intentOf(read, { ...request, text: read.prepared.raw });
    return spokenOf.has(other.intent) || aboutThem.has(other.reasons[0] ?? "") ? other : undefined;
  },
});

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

/** What a reading asks for by itself. */
function intentOf(reading: Reading, request: ReadRequest): Interpretation {
  const nothing = idle(reading);
  if (nothing !== undefined) return none(nothing);
  const outcome = decide(readers, reading, request);
  if (outcome !== undefined) {
    const foreign = decide(otherHelpers, { outcome, reading }, { observe: reading.observe });
    if (foreign !== undefined) return none(foreign);
    return isRefused(outcome) ? refuseWith(outcome, request, reading) : outcome;
  }
  return none(
    reading.gates[0] ??
      (reading.prepared.hasQuote
        ? "quoted"
        : reading.phrases.some(isTimed)
          ? "plan"
          : "no_request"),
  );
}

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
