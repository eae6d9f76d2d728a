import type { Language } from "../../domain/language.ts";
import { minuteMs, wallOf } from "../calendar/wall.ts";
import { wallNow } from "../calendar/instants.ts";
import { toInterpretation } from "../intents/outcome.ts";
import * as enWords from "../lexicon/en/amend-amount.ts";
import { enAtoms } from "../lexicon/en/atoms.ts";
import { triggersOf } from "../lexicon/triggers.ts";
import { wordsOf } from "../lexicon/words.ts";
import * as zhWords from "../lexicon/zh/amend-amount.ts";
import { zhAtoms } from "../lexicon/zh/atoms.ts";
import type {
  Interpretation,
  Item,
  KnownReminder,
  LanguageRequest,
  PreviousTurn,
} from "../request.ts";
import { type Prepared, prepare } from "../text/prepare.ts";
import type { Atom } from "../times/atoms.ts";
import { questionFor } from "./questions.ts";

const lexicon = wordsOf(zhWords, enWords);

type Interpret = (request: LanguageRequest) => Interpretation;
type Said = NonNullable<PreviousTurn["said"]>;

/** More than this tells something. */
const longest = 60;

/** What a message says of an amount, and nothing else. */
interface Amount {
  /** "40 minutes"; of a number alone the unit is that of the sentence before. */
  readonly words: string;
  readonly kind: "length" | "lead" | "number";
  /** One more, and the first stays. */
  readonly isMore: boolean;
  /** The first one was a slip: the right one counts from now. */
  readonly isSlip: boolean;
}

/**
 * "remind me in 45 minutes …" and "make it 40", "flight Friday at 8, wake me 3 hours before" and
 * "make it 4 hours": the sentence before is read once more, with the new amount in place of its own.
 * That is only done where it gives the reminder as it stands when nothing is replaced.
 */
export function amendAmount(
  request: LanguageRequest,
  interpret: Interpret,
): Interpretation | undefined {
  const { previous, reminders = [] } = request.context ?? {};
  const said = previous?.said;
  if (said === undefined || previous?.isNext !== true || request.text.length > longest)
    return undefined;
  const kept = reminders.find(({ id, title }) =>
    id === undefined ? title === previous.target : id === previous.targetId,
  );
  const amount = amountIn(prepare(request.text));
  if (amount === undefined || kept === undefined || !isPoint(kept)) return undefined;
  return amend({ request, said, kept, interpret }, amount);
}

/** It comes once, has no length and a time. */
const isPoint = ({ start, rrule, durationMinutes, allDay }: KnownReminder): boolean =>
  start !== null &&
  allDay !== true &&
  (rrule ?? null) === null &&
  (durationMinutes ?? null) === null;

interface Amending {
  readonly request: LanguageRequest;
  readonly said: Said;
  readonly kept: KnownReminder;
  readonly interpret: Interpret;
}

function amend(on: Amending, amount: Amount): Interpretation | undefined {
  const first = prepare(on.said.text);
  const places = amountsOf(first).filter((place) => isFitting(amount, place, first));
  if (places.length === 0) return undefined;
  const before = readAlone(on, on.said.text, on.said.at);
  const [only, second] =
    before !== undefined && isAt(before, on.kept)
      ? places.flatMap((place) => readAmended(on, { first, place, amount }) ?? [])
      : [];
  if (only === undefined || second !== undefined) return askAgain(on.request);
  const { id, title } = on.kept;
  const items = [{ ...only, title }];
  const target = { target: title, ...(id === undefined ? {} : { targetId: id }) };
  return toInterpretation(
    amount.isMore ? { intent: "create", items } : { intent: "update", ...target, items },
  );
}

/** "make it 40" of "in 45 minutes"; where a clock was said too, a number may be an hour. */
function isFitting({ kind }: Amount, place: Atom, first: Prepared): boolean {
  if (kind === "lead") return isLead(place);
  return kind === "length" || !atomsOf(first).some((atom) => atom.kind === "clock");
}

const isLead = ({ kind }: Atom): boolean => kind === "lead" || kind === "day";

/** The reminder with another amount at this place, if it moves and is still to come. */
function readAmended(
  on: Amending,
  { first, place, amount }: { first: Prepared; place: Atom; amount: Amount },
): Item | undefined {
  const { said, kept, request } = on;
  const text = replaceAmount(first, place, amount);
  if (text === undefined) return undefined;
  const item = readAlone(on, text, amount.isSlip && !isLead(place) ? request.now : said.at);
  const isMoved = item !== undefined && !isAt(item, kept) && isPoint(item);
  return isMoved && wallOf(item.start) > wallNow(request.now, request.tz) ? item : undefined;
}

/** What was said before does not give the reminder as it stands, or the new time is over. */
function askAgain({ text, now }: LanguageRequest): Interpretation {
  const reason = "unread_time_word";
  const question = questionFor(reason, prepare(text).language);
  return toInterpretation({
    intent: "clarify",
    reasons: [reason],
    ...(question === undefined ? {} : { question }),
    open: { text, now, reason },
  });
}

/** The one new reminder that a sentence asks for, as if nothing had been said before it. */
function readAlone(
  { request, kept, interpret }: Amending,
  text: string,
  now: string,
): Item | undefined {
  const {
    previous: _,
    latest: __,
    listed: ___,
    lastFire: ____,
    ...context
  } = request.context ?? {};
  const reminders = (context.reminders ?? []).filter((each) => each !== kept);
  const { intent, items } = interpret({
    ...request,
    text,
    now,
    context: { ...context, reminders },
  });
  const [only, second] = items;
  return intent === "create" && second === undefined ? only : undefined;
}

const isAt = ({ start }: Item, kept: KnownReminder): boolean =>
  Math.abs(wallOf(start) - wallOf(kept.start ?? start)) < minuteMs;

const atomsOf = ({ text, language }: Prepared): readonly Atom[] =>
  (language === "zh" ? zhAtoms : enAtoms)(text);

/** Where a sentence says how long to wait, or how long before something. */
const amountsOf = (prepared: Prepared): readonly Atom[] =>
  atomsOf(prepared).filter(
    (atom) =>
      atom.kind === "after" ||
      atom.kind === "duration" ||
      atom.kind === "lead" ||
      atom.kind === "shift" ||
      (atom.kind === "day" && atom.day.is === "event" && atom.day.days < 0),
  );

/** The sentence with another amount at this place. */
function replaceAmount(first: Prepared, place: Atom, amount: Amount): string | undefined {
  const { raw, language } = first;
  const forms = {
    lead: () => amount.words,
    number: () => withNumber(raw.slice(place.at, place.end), amount.words, language),
    length: () => inForm(amount.words, place.kind, language),
  };
  const words = forms[amount.kind]();
  return words === undefined
    ? undefined
    : `${raw.slice(0, place.at)}${words}${raw.slice(place.end)}`;
}

/** So long from now, so long before something, or for so long: as it was said before. */
function inForm(words: string, kind: Atom["kind"], language: Language): string {
  const zh = language === "zh";
  if (kind === "duration") return zh ? words : `for ${words}`;
  if (kind === "after") return zh ? `${words}后` : `in ${words}`;
  return zh ? `提前${words}` : `${words} before`;
}

/** "make it 4" of "in 3 hours" may be four o'clock. */
function withNumber(old: string, words: string, language: Language): string | undefined {
  const { number, numberOf, hours } = lexicon[language];
  const [found, second] = old.match(number) ?? [];
  const mayBeHour = hours.test(old) && numberOf(words) <= 24;
  return found === undefined || second !== undefined || mayBeHour
    ? undefined
    : old.replace(found, words);
}

/** The amount of a message that says nothing else. */
function amountIn(prepared: Prepared): Amount | undefined {
  const { text, raw, language } = prepared;
  const { corrects, quotesOld, slip, more } = lexicon[language];
  const isMore = more.test(text) || triggersOf(prepared).length > 0;
  const isSlip = slip.test(text) || quotesOld.test(text);
  const own = text.replace(quotesOld, (old) => " ".repeat(old.length));
  const isCorrection = !isMore && (isSlip || corrects.test(own));
  const found = numberIn(own, language) ?? lengthIn({ ...prepared, text: own, raw });
  return found === undefined || (found.kind !== "lead" && !isCorrection)
    ? undefined
    : { ...found, isMore, isSlip };
}

function numberIn(text: string, language: Language): Pick<Amount, "words" | "kind"> | undefined {
  const { beside, numberAlone } = lexicon[language];
  const words = text.replaceAll(beside, " ").trim();
  return numberAlone.test(words) ? { words, kind: "number" } : undefined;
}

function lengthIn(prepared: Prepared): Pick<Amount, "words" | "kind"> | undefined {
  const { text, raw, language } = prepared;
  const { beside, aroundLength } = lexicon[language];
  const [only, second] = atomsOf(prepared);
  if (only === undefined || second !== undefined) return undefined;
  const rest = `${text.slice(0, only.at)} ${text.slice(only.end)}`.replaceAll(beside, " ");
  if (rest.trim() !== "") return undefined;
  const words = raw.slice(only.at, only.end);
  if (only.kind === "lead") return { words, kind: "lead" };
  return only.kind === "duration" || only.kind === "after"
    ? { words: words.replace(aroundLength, ""), kind: "length" }
    : undefined;
}
