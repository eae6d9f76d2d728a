import type { Query } from "./query.ts";
import { listTerms } from "./tokens.ts";
import { hasNumbers, hasTimeWords, isQuestion } from "./time-words.ts";

/** What a line is, apart from its words. */
export interface Described {
  readonly text: string;
  readonly terms: readonly string[];
  readonly speakers: readonly string[];
  readonly at: number | undefined;
}

export interface LineTraits {
  put(place: number, line: Described): void;
  asks(place: number): boolean;
  /** How much a line can tell, up to 1: one of few words, or a question, tells little. */
  tells(place: number): number;
  /** Notes whom the question names, for what is weighed next. */
  ask(query: Query): void;
  /** How much more a line counts for who said it, when, and what kind of answer it has. */
  weigh(place: number, query: Query): number;
}

const weights = { speaker: 1.9, inSpan: 1.6, when: 1.12, number: 1.1 };
/** A line of so many words or more tells something; one without any would tell `emptyTells`. */
const fullLine = 8;
const emptyTells = 0.4;
const questionTells = 0.7;
/** So many telling words before a question state something: most messages end by asking back. */
const fullStatement = 5;
/** What was said soon after a stretch of time is often about it; days begin elsewhere earlier. */
const zoneMs = 86_400_000;
const afterSpanMs = 14 * 86_400_000;
const trait = { time: 1, number: 2, question: 4 };

/** What is looked at for thousands of lines stands in lists of numbers. */
export function createLineTraits(): LineTraits {
  const traits: number[] = [];
  const times: number[] = [];
  const worths: number[] = [];
  const groupOf: number[] = [];
  const groups = new Map<string, number>();
  const members: (readonly string[])[] = [];
  /** By group of speakers: whether the question at hand names one of them. */
  let isAsked: readonly boolean[] = [];
  return {
    put(place, { text, terms, speakers, at }) {
      traits[place] =
        (hasTimeWords(text) ? trait.time : 0) |
        (hasNumbers(text) ? trait.number : 0) |
        (isQuestion(text) ? trait.question : 0);
      worths[place] =
        (emptyTells + (1 - emptyTells) * Math.min(1, terms.length / fullLine)) *
        (isOnlyQuestion(text) ? questionTells : 1);
      times[place] = at ?? Number.NaN;
      const names = speakers.join(" ");
      const group = groups.get(names) ?? members.push(speakers) - 1;
      groups.set(names, group);
      groupOf[place] = group;
    },
    asks: (place) => ((traits[place] ?? 0) & trait.question) !== 0,
    tells: (place) => worths[place] ?? 1,
    ask({ speakers }) {
      isAsked = members.map((names) => names.some((name) => speakers.has(name)));
    },
    weigh(place, { speakers, spans, wish }) {
      const own = traits[place] ?? 0;
      let factor = 1;
      if (speakers.size > 0 && isAsked[groupOf[place] ?? 0] === true) factor *= weights.speaker;
      if (spans.length > 0) {
        const at = times[place] ?? Number.NaN;
        if (spans.some(({ from, to }) => at >= from - zoneMs && at < to + afterSpanMs))
          factor *= weights.inSpan;
      }
      if (wish.when && (own & trait.time) !== 0) factor *= weights.when;
      if (wish.number && (own & trait.number) !== 0) factor *= weights.number;
      return factor;
    },
  };
}

/** Only then is more looked at than a line's place. */
export const canTraitsCount = ({ speakers, spans, wish }: Query): boolean =>
  speakers.size > 0 || spans.length > 0 || wish.when || wish.number;

/** The most that traits can count for. */
export const weighMostTraits = ({ speakers, spans, wish }: Query): number =>
  (speakers.size > 0 ? weights.speaker : 1) *
  (spans.length > 0 ? weights.inSpan : 1) *
  (wish.when ? weights.when : 1) *
  (wish.number ? weights.number : 1);

/** A line that asks, and states little before it asks. */
function isOnlyQuestion(text: string): boolean {
  if (!isQuestion(text)) return false;
  const before = text.trim().replace(/[^.!?。！？]*[?？]\s*\S{0,2}$/u, "");
  return listTerms(before).length < fullStatement;
}
