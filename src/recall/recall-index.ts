import { type Found, pickBest } from "./best.ts";
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
/** More than all of them together: what is far below the best needs no closer look. */
const mostFactor = 4;
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
  let scores = new Float64Array(1_024);
  let gains = new Float64Array(1_024);

  /** The places that a concept reached, and those that any of them did. */
  const reached: number[] = [];
  const touched: number[] = [];

  const reach = (place: number | undefined, gain: number): void => {
    if (place === undefined || place < 0) return;
    const before = gains[place] ?? 0;
    if (before === 0) reached.push(place);
    if (gain > before) gains[place] = gain;
  };

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
      reach(place, gain);
      if (!spreads) continue;
      const before = previous[place] ?? -1;
      const after = next[place] ?? -1;
      reach(after, gain * (lines[place]?.asks === true ? spread.answer : spread.after));
      reach(before, gain * spread.before);
      reach(next[after], gain * spread.further);
      reach(previous[before], gain * spread.further);
    }
  };

  const scoreConcept = ({ members, weight }: Concept): void => {
    for (const member of members) scoreMember(member);
    for (const place of reached) {
      const before = scores[place] ?? 0;
      if (before === 0) touched.push(place);
      scores[place] = before + weight * (gains[place] ?? 0);
      gains[place] = 0;
    }
    reached.length = 0;
  };

  const weigh = (place: number, least: number, { speakers: asked, spans, wish }: Query): number => {
    const score = scores[place] ?? 0;
    const line = score * mostFactor < least ? undefined : lines[place];
    if (line === undefined) return 0;
    const later = place / lines.length;
    let factor = 1 + weights.newer * later;
    if (asked.size > 0 && line.speakers.some((name) => asked.has(name))) factor *= weights.speaker;
    const { at } = line;
    if (
      at !== undefined &&
      spans.some(({ from, to }) => at >= from - zoneMs && at < to + afterSpanMs)
    )
      factor *= weights.inSpan;
    if (wish.when && line.hasTime) factor *= weights.when;
    if (wish.number && line.hasNumber) factor *= weights.number;
    if (wish.order !== 0) factor *= 1 + weights.order * (wish.order > 0 ? later : 1 - later);
    return score * factor;
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
      if (place >= scores.length) {
        scores = new Float64Array(scores.length * 2);
        gains = new Float64Array(scores.length);
      }
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
      const found = pickBest(touched, (place, least) => weigh(place, least, query), asked.most);
      for (const place of touched) scores[place] = 0;
      touched.length = 0;
      return found;
    },
  };
}
