import type { Language } from "../domain/language.ts";
import type { ClockTime } from "./times/atoms.ts";
import { type Clause, clauseAt, clausesOf, sentenceAround } from "./text/clauses.ts";
import { enAtoms } from "./lexicon/en/atoms.ts";
import { type Mention, mentionsOf } from "./intents/friends.ts";
import { gateOf } from "./lexicon/gates.ts";
import { wallNow } from "./calendar/instants.ts";
import { phrasesOf } from "./times/combine.ts";
import { type Prepared, prepare } from "./text/prepare.ts";
import type { Refusal } from "./dialogue/reasons.ts";
import type { LanguageRequest, RequestContext } from "./request.ts";
import { simplify } from "./text/traditional.ts";
import type { Watch } from "./rule.ts";
import type { Trigger } from "./lexicon/trigger.ts";
import { triggersOf, isWakeUp } from "./lexicon/triggers.ts";
import { timeOf, type Wall } from "./calendar/wall.ts";
import { zhAtoms } from "./lexicon/zh/atoms.ts";
import type { Phrase } from "./times/phrase.ts";

/** A message with everything that was seen in it, before anyone decides what it means. */
export interface Reading {
  readonly prepared: Prepared;
  readonly clauses: readonly Clause[];
  /** Clauses that no gate has closed. */
  readonly live: readonly Clause[];
  readonly gates: readonly Refusal[];
  readonly phrases: readonly Phrase[];
  readonly triggers: readonly Trigger[];
  readonly now: Wall;
  readonly zone: string;
  readonly wake: boolean;
  readonly context: RequestContext;
  /** Friends that are named. */
  readonly mentions: readonly Mention[];
  readonly observe?: Watch["observe"];
}

/** "张三提醒我3点打球": the friend is who does it. */
const isDoneBy = ({ text }: Clause, friends: readonly string[]): boolean =>
  friends.some((name) => text.trimStart().startsWith(simplify(name.toLowerCase()))) &&
  /^[^约和跟]{1,24}?(?:提醒|[叫喊催]|通知)(?:了|过)?我/.test(text.trimStart());

/** A clause that only says who speaks. */
const reports = {
  zh: /^\s*(?:他|她|它|有人|(?:我|他|她)?(?:妈妈?|爸爸?|老婆|老公|对象|男朋友|女朋友)|老板|老师|同事|朋友)们?(?:都|就|这么|那么|当时|是|老|总)*(?:说|问|喊|写|回)(?:的|道|了|我|着)*\s*$/,
  en: /^\s*(?:i|he|she|they|we|someone|(?:my|the) \w+)\s+(?:just |then |always |once )?(?:said|says|whispered|asked|yelled|shouted|replied|wrote|texted|typed|mumbled|muttered|joked)\s*$/,
} as const;

function clockOf(now: Wall): ClockTime {
  const minutes = Math.floor(timeOf(now) / 60_000);
  return {
    hour: Math.floor(minutes / 60),
    minute: minutes % 60,
    second: 0,
    exact: true,
    period: undefined,
  };
}

/** A request is never this long; longer input is pasted text. */
const longestRead = 1000;

/** A request with what was read of it and of its parts, so that no sentence is read twice. */
export interface ReadRequest extends LanguageRequest, Watch {
  readonly seen?: Map<string, { readonly of: LanguageRequest; readonly reading: Reading }>;
  /** With the spaces that an English sentence has around a Chinese name. */
  readonly asEnglish?: () => string;
}

export function readingOf(request: ReadRequest, as?: Language): Reading {
  const key = `${as ?? ""}:${request.text}`;
  const known = request.seen?.get(key);
  // An answer is read with more friends and reminders than its question. Of these two only friends
  // change what is seen in a text.
  if (known !== undefined && known.of.now === request.now && hasSameFriends(known.of, request))
    return known.of.context === request.context
      ? known.reading
      : { ...known.reading, context: request.context ?? {} };
  request.spend?.();
  const reading = readAnew(request, as);
  request.seen?.set(key, { of: request, reading });
  return reading;
}

function hasSameFriends(
  { context: one }: LanguageRequest,
  { context: other }: LanguageRequest,
): boolean {
  const [mine, theirs] = [one?.friends ?? [], other?.friends ?? []];
  return (
    mine === theirs ||
    (mine.length === theirs.length && mine.every((name, at) => name === theirs[at]))
  );
}

/** A time that something can be written at: "schedule" and "add" mean many things without one. */
const isDated = (phrase: Phrase): boolean =>
  phrase.past !== true &&
  [phrase.clock, phrase.after, phrase.day, phrase.rule, phrase.untilDay].some(
    (part) => part !== undefined,
  );

const isWithin = (
  { at }: Phrase,
  stretch: { readonly at: number; readonly end: number },
): boolean => at >= stretch.at && at < stretch.end;

/** Beside a word of reminding, or without a time in its sentence, "put" and "add" order nothing. */
function withoutIdleOrders(
  triggers: readonly Trigger[],
  phrases: readonly Phrase[],
  text: string,
): Trigger[] {
  const isReminding = triggers.some(({ calendar }) => calendar === undefined);
  return triggers.filter(({ calendar, points, at, end }) => {
    if (calendar === undefined) return true;
    if (isReminding) return false;
    if (calendar === "sure") return true;
    if (points === true) return phrases.some(isDated);
    const sentence = sentenceAround(text, at, end);
    return phrases.some((phrase) => isDated(phrase) && isWithin(phrase, sentence));
  });
}

function readAnew(request: ReadRequest, as?: Language): Reading {
  const now = wallNow(request.now, request.tz);
  const prepared = prepare(request.text.slice(0, longestRead), as);
  const { text, language } = prepared;
  const clauses = clausesOf(prepared);
  const friends = request.context?.friends ?? [];
  const gated = clauses.map(
    (clause) =>
      gateOf(clause, language, request.observe) ??
      (isDoneBy(clause, friends) ? "third_person" : undefined),
  );
  // Another person's speech after a colon extends to the end.
  const quoted = gated.indexOf("quoted");
  // "remind me at 5, she said": so does what stands before such a clause.
  const reported = clauses.findLastIndex(({ text: words }) => reports[language].test(words));
  const isSpeech = (index: number): boolean =>
    (quoted !== -1 && index > quoted) || index < reported;
  const closed = gated.map((gate, index) => (isSpeech(index) ? "quoted" : gate));
  const live = clauses.filter((_, index) => closed[index] === undefined);
  // "和张三一起": no part of a time.
  const mentions = mentionsOf(prepared, friends);
  const nameless = mentions
    .map(({ at, end }) => ({
      at,
      end: end + (/^\s*一(?:起|块儿?)/.exec(text.slice(end))?.[0].length ?? 0),
    }))
    .reduce(
      (rest, { at, end }) => rest.slice(0, at) + "\ue000".repeat(end - at) + rest.slice(end),
      text,
    );
  const atoms = language === "zh" ? zhAtoms(nameless) : enAtoms(nameless);
  const isLive = ({ at }: { readonly at: number }): boolean => clauseAt(live, at) !== undefined;
  const phrases = phrasesOf(atoms, { text, language, observe: request.observe })
    .filter(isLive)
    .map((phrase) => (phrase.clock?.asNow === true ? { ...phrase, clock: clockOf(now) } : phrase));
  return {
    prepared,
    clauses,
    live,
    gates: closed.filter((gate) => gate !== undefined),
    phrases,
    triggers: withoutIdleOrders(triggersOf(prepared).filter(isLive), phrases, text),
    now,
    zone: request.tz,
    wake: isWakeUp(text),
    context: request.context ?? {},
    mentions,
    observe: request.observe,
  };
}
