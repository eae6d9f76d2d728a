import { type Found, pickBest } from "./best.ts";
import { findFeedbackWords, looksAt } from "./relevance-feedback.ts";
import { createLineScores } from "./line-scores.ts";
import { canTraitsCount, createLineTraits, weighMostTraits } from "./line-traits.ts";
import { createPostings } from "./postings.ts";
import { type Concept, readQuery, type Query, type RecallQuery } from "./query.ts";
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
const spread = { answer: 0.65, after: 0.3, before: 0.3, further: 0.2 };
/**
 * Only the newest lines of a frequent word are scored, so that the cost does not grow for ever: few
 * by a related word, and few reach their neighbours.
 */
const mostLines = {
  asked: { own: 2_000, spread: 300 },
  related: { own: 100, spread: 50 },
};
const neighbourMs = 6 * 3_600_000;
const weights = { order: 0.15, newer: 0.03 };
/** What else was said at the same time: it tells apart lines that fit equally well. */
const sessionShare = 0.2;
interface Line {
  readonly terms: readonly string[];
  readonly speakers: readonly string[];
  readonly at: number | undefined;
  readonly thread: string;
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
  const traits = createLineTraits();
  let total = 0;
  const scores = createLineScores();
  /** The session of each line, by its number, and the scores of sessions. */
  const sessionOf: number[] = [];
  const sessionScores = createLineScores();
  let sessions = 0;

  const scoreMember = (
    { term, weight }: Concept["members"][number],
    concept: Pick<Concept, "spreads">,
  ): void => {
    const posting = postings.find(term);
    if (posting === undefined) return;
    const { places, counts } = posting;
    const most = weight < 1 ? mostLines.related : mostLines.asked;
    const from = Math.max(0, places.length - most.own);
    const mean = total / lines.length || 1;
    const idf = Math.log(1 + (lines.length - places.length + 0.5) / (places.length + 0.5));
    const spreads = concept.spreads && places.length <= most.spread;
    for (let at = from; at < places.length; at += 1) {
      const place = places[at] ?? 0;
      const count = counts[at] ?? 0;
      const norm = k1 * (1 - b + (b * (lengths[place] ?? 0)) / mean);
      const gain = (weight * idf * count * (k1 + 1)) / (count + norm);
      scores.reach(place, gain);
      if (!spreads) continue;
      sessionScores.reach(sessionOf[place], gain);
      const before = previous[place] ?? -1;
      const after = next[place] ?? -1;
      scores.reach(after, gain * (traits.asks(place) ? spread.answer : spread.after));
      scores.reach(before, gain * spread.before);
      scores.reach(next[after], gain * spread.further);
      scores.reach(previous[before], gain * spread.further);
    }
  };

  const scoreConcept = (concept: Concept): void => {
    for (const member of concept.members) scoreMember(member, concept);
    scores.addConcept(concept.weight);
    sessionScores.addConcept(concept.weight);
  };

  const scoreOf = (place: number): number =>
    scores.at(place) + sessionShare * sessionScores.at(sessionOf[place] ?? -1);

  const weigh = (place: number, query: Query): number => {
    const later = place / lines.length;
    const { order } = query.wish;
    const byPlace =
      (1 + weights.newer * later) *
      (order === 0 ? 1 : 1 + weights.order * (order > 0 ? later : 1 - later));
    return (
      scoreOf(place) *
      byPlace *
      traits.tells(place) *
      (canTraitsCount(query) ? traits.weigh(place, query) : 1)
    );
  };

  const pick = (query: Query, count: number): Found[] => {
    const most = weighMost(query);
    return pickBest(scores.places(), count, (place, least) =>
      // What can't reach the best needs no closer look.
      scoreOf(place) * most < least ? 0 : weigh(place, query),
    );
  };

  const seen = {
    termsOf: (place: number) => lines[place]?.terms ?? [],
    countLines: (term: string) => postings.find(term)?.places.length ?? 0,
    isSpeaker: (term: string) => (speakers.get(term) ?? 0) > 0,
  };

  const put = (place: number, line: Line, text: string): void => {
    lines[place] = line;
    lengths[place] = line.terms.length;
    total += line.terms.length;
    postings.add(place, line.terms);
    for (const name of line.speakers) speakers.set(name, (speakers.get(name) ?? 0) + 1);
    traits.put(place, { ...line, text });
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
      put(place, line, document.text);
      lastOf.set(line.thread, place);
      previous[place] = isNeighbour ? before : -1;
      next[place] = -1;
      if (isNeighbour) next[before] = place;
      sessionOf[place] = isNeighbour ? (sessionOf[before] ?? 0) : sessions++;
      scores.fit(place);
      sessionScores.fit(sessions);
    },
    replace(place, document) {
      const old = lines[place];
      if (old === undefined) return;
      postings.remove(place, old.terms);
      total -= old.terms.length;
      for (const name of old.speakers) speakers.set(name, (speakers.get(name) ?? 1) - 1);
      put(place, toLine(document), document.text);
    },
    search(asked) {
      const query = readQuery(asked, (name) => (speakers.get(name) ?? 0) > 0);
      traits.ask(query);
      for (const concept of query.concepts) scoreConcept(concept);
      const found = pick(query, looksAt);
      for (const concept of findFeedbackWords(query.concepts, {
        ...seen,
        found,
        size: lines.length,
      }))
        scoreConcept(concept);
      const again = pick(query, asked.most);
      scores.clear();
      sessionScores.clear();
      return again;
    },
  };
}

/** The most that a line's place and traits can count for, rounding included. */
const weighMost = (query: Query): number =>
  (1 + weights.newer) *
  (query.wish.order === 0 ? 1 : 1 + weights.order) *
  weighMostTraits(query) *
  (1 + 1e-9);

const toLine = (document: RecallDocument): Line => ({
  terms: listTerms(document.text),
  speakers: [...new Set((document.speakers ?? []).flatMap(listTerms))],
  at: document.at,
  thread: document.thread ?? "",
});

const isNear = (a: Line | undefined, { at }: Line): boolean =>
  a?.at === undefined || at === undefined || Math.abs(at - a.at) <= neighbourMs;
