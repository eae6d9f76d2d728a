import { type Found, pickBest } from "./best.ts";
import { createLineScores } from "./line-scores.ts";
import { createPostings } from "./postings.ts";
import { type Concept, readQuery, type Query, type RecallQuery } from "./query.ts";
import { hasNumbers, hasTimeWords, isQuestion } from "./time-words.ts";
import { listTerms } from "./tokens.ts";

/** Something that was said, or noted of what was said. */
export interface RecallDocument {
  readonly text: string;
  /** Names of those who say it. */
  readonly speakers?: readonly string[] | undefined;
  /** When it was said, in milliseconds. */
  readonly at?: number | undefined;
  /** The talk that it belongs to: what was said before and after it there helps to find it. */
  readonly thread?: string | undefined;
}

export interface RecallIndex {
  readonly size: number;
  /** The place of a document is its number, from 0 on. */
  add(document: RecallDocument): void;
  replace(place: number, document: RecallDocument): void;
  search(query: RecallQuery): readonly Found[];
}

/** Messages are short, so their length says little. */
const [k1, b] = [1.2, 0.5];
/** Words of neighbouring lines count less: an answer is found by the question before it. */
const spread = { answer: 0.65, after: 0.45, before: 0.4, further: 0.2 };
/**
 * Only the newest lines of a frequent word are scored, so that the cost does not grow for ever: few
 * by a related word, and few reach their neighbours.
 */
const mostLines = {
  asked: { own: 4_000, spread: 400 },
  related: { own: 200, spread: 100 },
};
const neighbourMs = 6 * 3_600_000;
const weights = { speaker: 1.6, inSpan: 1.6, when: 1.12, number: 1.1, order: 0.15, newer: 0.03 };
/** What was said soon after a stretch of time is often about it; days begin elsewhere earlier. */
const zoneMs = 86_400_000;
const afterSpanMs = 14 * 86_400_000;

interface Line {
  readonly terms: readonly string[];
  readonly speakers: readonly string[];
  readonly at: number | undefined;
  readonly thread: string;
  readonly hasTime: boolean;
  readonly hasNumber: boolean;
  readonly asks: boolean;
}

/**
 * Finds lines by their words, without a model: BM25 over stems and related words, the lines around,
 * who speaks, and times that the question names.
 */
export function createRecallIndex(): RecallIndex {
  const postings = createPostings();
  const lines: Line[] = [];
  const previous: number[] = [];
  const next: number[] = [];
  const lengths: number[] = [];
  const lastOf = new Map<string, number>();
  const speakers = new Map<string, number>();
  let total = 0;
  const scores = createLineScores();

  const scoreMember = ({ term, weight }: Concept["members"][number]): void => {
    const posting = postings.find(term);
    if (posting === undefined) return;
    const { places, counts } = posting;
    const most = weight < 1 ? mostLines.related : mostLines.asked;
    const from = Math.max(0, places.length - most.own);
    const mean = total / lines.length || 1;
    const idf = Math.log(1 + (lines.length - places.length + 0.5) / (places.length + 0.5));
    const spreads = places.length <= most.spread;
    for (let at = from; at < places.length; at += 1) {
      const place = places[at] ?? 0;
      const count = counts[at] ?? 0;
      const norm = k1 * (1 - b + (b * (lengths[place] ?? 0)) / mean);
      const gain = (weight * idf * count * (k1 + 1)) / (count + norm);
      scores.reach(place, gain);
      if (!spreads) continue;
      const before = previous[place] ?? -1;
      const after = next[place] ?? -1;
      scores.reach(after, gain * (lines[place]?.asks === true ? spread.answer : spread.after));
      scores.reach(before, gain * spread.before);
      scores.reach(next[after], gain * spread.further);
      scores.reach(previous[before], gain * spread.further);
    }
  };

  const scoreConcept = ({ members, weight }: Concept): void => {
    for (const member of members) scoreMember(member);
    scores.addConcept(weight);
  };

  const weigh = (place: number, query: Query): number => {
    const later = place / lines.length;
    const { order } = query.wish;
    const byPlace =
      (1 + weights.newer * later) *
      (order === 0 ? 1 : 1 + weights.order * (order > 0 ? later : 1 - later));
    return scores.at(place) * byPlace * (canLinesGain(query) ? weighLine(place, query) : 1);
  };

  const weighLine = (place: number, { speakers: asked, spans, wish }: Query): number => {
    const line = lines[place];
    if (line === undefined) return 0;
    const { at } = line;
    let factor = 1;
    if (asked.size > 0 && line.speakers.some((name) => asked.has(name))) factor *= weights.speaker;
    if (
      at !== undefined &&
      spans.some(({ from, to }) => at >= from - zoneMs && at < to + afterSpanMs)
    )
      factor *= weights.inSpan;
    if (wish.when && line.hasTime) factor *= weights.when;
    if (wish.number && line.hasNumber) factor *= weights.number;
    return factor;
  };

  const toLine = (document: RecallDocument): Line => ({
    terms: listTerms(document.text),
    speakers: [...new Set((document.speakers ?? []).flatMap(listTerms))],
    at: document.at,
    thread: document.thread ?? "",
    hasTime: hasTimeWords(document.text),
    hasNumber: hasNumbers(document.text),
    asks: isQuestion(document.text),
  });

  const isNear = (a: Line | undefined, { at }: Line): boolean =>
    a?.at === undefined || at === undefined || Math.abs(at - a.at) <= neighbourMs;

  const put = (place: number, line: Line): void => {
    lines[place] = line;
    lengths[place] = line.terms.length;
    total += line.terms.length;
    postings.add(place, line.terms);
    for (const name of line.speakers) speakers.set(name, (speakers.get(name) ?? 0) + 1);
  };

  return {
    get size() {
      return lines.length;
    },
    add(document) {
      const place = lines.length;
      const line = toLine(document);
      const before = lastOf.get(line.thread) ?? -1;
      const isNeighbour = before >= 0 && isNear(lines[before], line);
      put(place, line);
      lastOf.set(line.thread, place);
      previous[place] = isNeighbour ? before : -1;
      next[place] = -1;
      if (isNeighbour) next[before] = place;
      scores.fit(place);
    },
    replace(place, document) {
      const old = lines[place];
      if (old === undefined) return;
      postings.remove(place, old.terms);
      total -= old.terms.length;
      for (const name of old.speakers) speakers.set(name, (speakers.get(name) ?? 1) - 1);
      put(place, toLine(document));
    },
    search(asked) {
      const query = readQuery(asked, (name) => (speakers.get(name) ?? 0) > 0);
      for (const concept of query.concepts) scoreConcept(concept);
      const most = weighMost(query);
      const found = pickBest(scores.places(), asked.most, (place, least) =>
        // What can't reach the best needs no closer look.
        scores.at(place) * most < least ? 0 : weigh(place, query),
      );
      scores.clear();
      return found;
    },
  };
}

/** Only then is more looked at than a line's place. */
const canLinesGain = ({ speakers, spans, wish }: Query): boolean =>
  speakers.size > 0 || spans.length > 0 || wish.when || wish.number;

/** The most that a line's place and what is said of it can count for, rounding included. */
const weighMost = ({ speakers, spans, wish }: Query): number =>
  (1 + weights.newer) *
  (wish.order === 0 ? 1 : 1 + weights.order) *
  (speakers.size > 0 ? weights.speaker : 1) *
  (spans.length > 0 ? weights.inSpan : 1) *
  (wish.when ? weights.when : 1) *
  (wish.number ? weights.number : 1) *
  (1 + 1e-9);
