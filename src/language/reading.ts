import type { Language } from "../domain/language.ts";
import { type Clause, clauseAt, clausesOf, sentenceAround } from "./text/clauses.ts";
import { enAtoms } from "./lexicon/en/atoms.ts";
import { type Mention, mentionsOf } from "./intents/friends.ts";
import { gateOf } from "./lexicon/gates.ts";
import {
  anotherSpeaks,
  genitiveOfDay,
  onlySaysWhoSpeaks,
  remindsMe,
  togetherBehind,
} from "./lexicon/speakers.ts";
import { wallNow } from "./calendar/instants.ts";
import { phrasesOf } from "./times/combine.ts";
import { clockOf, type OwnClock } from "./times/other-clocks.ts";
import { type Prepared, prepare } from "./text/prepare.ts";
import type { Refusal } from "./dialogue/reasons.ts";
import type { LanguageRequest, RequestContext } from "./request.ts";
import type { Span } from "./text/titles.ts";
import { simplify } from "./text/traditional.ts";
import type { Watch } from "./rule.ts";
import type { Trigger } from "./lexicon/trigger.ts";
import { triggersOf, isWakeUp } from "./lexicon/triggers.ts";
import type { Wall } from "./calendar/wall.ts";
import { zhAtoms } from "./lexicon/zh/atoms.ts";
import type { Phrase } from "./times/phrase.ts";

/** A clause, why it asks for nothing if that is so, and whether it only says who speaks. */
interface GatedClause extends Clause {
  readonly gate?: Refusal | undefined;
  readonly isReport: boolean;
}

/** What was seen in a message, whether it counts or not. Seen once: the rest looks at parts of it. */
interface Seen {
  readonly prepared: Prepared;
  readonly clauses: readonly GatedClause[];
  readonly phrases: readonly Phrase[];
  readonly triggers: readonly Trigger[];
  /** Friends that are named. */
  readonly mentions: readonly Mention[];
  /** The genitives of days: "Friday's pills". */
  readonly genitives: readonly Span[];
}

/** A message with everything that was seen in it, before anyone decides what it means. */
export interface Reading extends Seen {
  readonly seen: Seen;
  /** Clauses that no gate has closed. Phrases and triggers are those of live clauses. */
  readonly live: readonly Clause[];
  readonly gates: readonly Refusal[];
  readonly now: Wall;
  readonly zone: string;
  readonly wake: boolean;
  readonly context: RequestContext;
  readonly observe?: Watch["observe"];
}

/** A request is never this long; longer input is pasted text. */
const longestRead = 1000;
/** Five times what the longest labelled request has: more of any is pasted text, too. */
const mostClauses = 60;
const mostTriggers = 20;
const mostTimes = 30;

export interface ReadRequest extends LanguageRequest, Watch {}

export function readingOf(request: ReadRequest, as?: Language): Reading {
  request.spend?.();
  const now = wallNow(request.now, request.tz);
  return readingFrom(see(request, now, as), {
    now,
    zone: request.tz,
    context: request.context ?? {},
    observe: request.observe,
  });
}

/** A time that something can be written at: "schedule" and "add" mean many things without one. */
const isDated = (phrase: Phrase): boolean =>
  phrase.past !== true &&
  [phrase.clock, phrase.after, phrase.day, phrase.rule, phrase.untilDay, phrase.within].some(
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

function see({ text: said, tz, context, observe }: ReadRequest, now: Wall, as?: Language): Seen {
  const prepared = prepare(said.slice(0, longestRead), as);
  const { text, language } = prepared;
  const friends = context?.friends ?? [];
  const clauses = clausesOf(prepared);
  observe?.({ stage: "segment", rule: "clauses", on: text, out: clauses });
  const triggers = clauses.length > mostClauses ? [] : triggersOf(prepared, observe);
  if (clauses.length > mostClauses || triggers.length > mostTriggers) return unread(prepared);
  const mentions = mentionsOf(prepared, friends);
  const nameless = mentions
    .map(({ at, end }) => ({
      at,
      end: end + (togetherBehind.exec(text.slice(end))?.[0].length ?? 0),
    }))
    .reduce(
      (rest, { at, end }) => rest.slice(0, at) + "\ue000".repeat(end - at) + rest.slice(end),
      text,
    );
  const atoms = language === "zh" ? zhAtoms(nameless) : enAtoms(nameless);
  observe?.({ stage: "lex", rule: "atoms", on: text, out: atoms });
  const own = { now, zone: tz };
  const phrases = phrasesOf(atoms, { text, language, observe, ...own }).map((phrase) =>
    phrase.clock?.asNow === true ? { ...phrase, clock: clockOf(now) } : phrase,
  );
  if (phrases.length > mostTimes) return unread(prepared);
  const genitives = genitivesIn(prepared);
  return {
    prepared,
    clauses: clauses.map((clause) => applyGates(clause, language, { friends, observe })),
    phrases: [...phrases, ...genitiveTimes(nameless, genitives, own)],
    triggers,
    mentions,
    genitives,
  };
}

const unread = (prepared: Prepared): Seen => ({
  prepared,
  clauses: [],
  phrases: [],
  triggers: [],
  mentions: [],
  genitives: [],
});

const genitivesIn = ({ text, language }: Prepared): readonly Span[] =>
  language === "en" && text.includes("'s")
    ? Array.from(text.matchAll(genitiveOfDay), ({ index }) => ({ at: index, end: index + 2 }))
    : [];

/** The times that a genitive belongs to: "Friday's", and not "tomorrow's 3pm", which is one anyway. */
function genitiveTimes(text: string, genitives: readonly Span[], own: OwnClock): readonly Phrase[] {
  if (genitives.length === 0) return [];
  const plain = blankSpans(text, genitives);
  return phrasesOf(enAtoms(plain), { text: plain, language: "en", ...own })
    .filter((phrase) => genitives.some(({ at }) => phrase.at < at && phrase.end >= at))
    .map((phrase) => ({ ...phrase, whose: true }));
}

/** As long as it was, so that places stay the same. */
const blankSpans = (words: string, spans: readonly Span[]): string =>
  spans.reduce(
    (rest, { at, end }) => rest.slice(0, at) + " ".repeat(end - at) + rest.slice(end),
    words,
  );

const applyGates = (
  { at, end, text }: Clause,
  language: Language,
  { friends, observe }: { friends: readonly string[]; observe: Watch["observe"] },
): GatedClause => ({
  at,
  end,
  text,
  gate:
    gateOf({ at, end, text }, language, observe) ??
    (isDoneBy(text, friends) ? "third_person" : undefined),
  isReport: onlySaysWhoSpeaks[language].test(text),
});

/** "张三提醒我3点打球": the friend is who does it. */
const isDoneBy = (text: string, friends: readonly string[]): boolean =>
  friends.some((name) => text.trimStart().startsWith(simplify(name.toLowerCase()))) &&
  remindsMe.test(text.trimStart());

/** What of it counts: a clause that a gate has closed asks for nothing. */
function readingFrom(
  seen: Seen,
  around: Pick<Reading, "now" | "zone" | "context" | "observe">,
): Reading {
  const { clauses, prepared } = seen;
  // Another person's speech after a colon extends to the end.
  const quoted = clauses.findIndex(({ gate }) => gate === "quoted");
  // "remind me at 5, she said": so does what stands before such a clause.
  const reported = clauses.findLastIndex(({ isReport }) => isReport);
  // "she said, remind me at 5": so does what stands behind it, where another person speaks.
  const isTold = clauses[0]?.isReport === true && anotherSpeaks.test(clauses[0].text);
  const gates = clauses.map(({ gate }, index) =>
    (quoted !== -1 && index > quoted) || index < reported || isTold ? "quoted" : gate,
  );
  const live = clauses.filter((_, index) => gates[index] === undefined);
  const isLive = ({ at }: Span): boolean => clauseAt(live, at) !== undefined;
  const phrases = seen.phrases.filter((phrase) => phrase.whose !== true && isLive(phrase));
  return {
    ...seen,
    ...around,
    seen,
    live,
    gates: gates.filter((gate) => gate !== undefined),
    phrases,
    triggers: withoutIdleOrders(seen.triggers.filter(isLive), phrases, prepared.text),
    wake: isWakeUp(prepared.text),
  };
}

/** A part of what was read, as if only that had been said. */
export function partOf(reading: Reading, { at, end }: Span): Reading {
  const { prepared, clauses, phrases, triggers, mentions, genitives } = reading.seen;
  const shift = <Each extends Span>(found: readonly Each[]): Each[] =>
    found
      .filter((each) => each.at >= at && each.at < end)
      // "at 4 pm.": a time may hold the mark of its sentence.
      .map((each) => ({ ...each, at: each.at - at, end: Math.min(each.end, end) - at }));
  const { language } = prepared;
  const text = prepared.text.slice(at, end);
  const { now, zone, context, observe } = reading;
  const friends = context.friends ?? [];
  const seen: Seen = {
    prepared: { ...prepared, raw: prepared.raw.slice(at, end), text },
    clauses: clauses
      .filter((clause) => clause.at < end && clause.end > at)
      .map((clause) => {
        const from = Math.max(clause.at - at, 0);
        const to = Math.min(clause.end, end) - at;
        const isWhole = clause.at >= at && clause.end <= end;
        return isWhole
          ? { ...clause, at: from, end: to }
          : applyGates({ at: from, end: to, text: text.slice(from, to) }, language, {
              friends,
              observe,
            });
      }),
    phrases: shift(phrases),
    triggers: shift(triggers),
    mentions: shift(mentions),
    genitives: shift(genitives),
  };
  observe?.({ stage: "segment", rule: "part", on: text, out: seen.clauses });
  return readingFrom(seen, { now, zone, context, observe });
}

/**
 * "Friday's pills" are those of Friday where something that exists is meant; "read today's paper" is
 * a title.
 */
export function ofKept(reading: Reading): Reading {
  const { prepared, live, clauses, genitives, seen } = reading;
  if (genitives.length === 0) return reading;
  const text = blankSpans(prepared.text, genitives);
  const blank = <Each extends Clause>(clause: Each): Each => ({
    ...clause,
    text: text.slice(clause.at, clause.end),
  });
  const days = seen.phrases.flatMap(({ whose, ...day }) =>
    whose === true && clauseAt(live, day.at) !== undefined ? [day] : [],
  );
  const others = reading.phrases.filter(
    (phrase) => !days.some(({ at, end }) => phrase.at < end && phrase.end > at),
  );
  return {
    ...reading,
    prepared: { ...prepared, raw: blankSpans(prepared.raw, genitives), text },
    clauses: clauses.map(blank),
    live: live.map(blank),
    phrases: [...others, ...days].toSorted((a, b) => a.at - b.at),
  };
}
