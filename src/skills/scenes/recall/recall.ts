import { shorten } from "../../../domain/text.ts";
import { nameOf } from "../state/cast.ts";
import { recentTurns, type Recall, type Stage } from "../beat/prompt.ts";
import type { Memory } from "../state/chat-state.ts";
import type { Known } from "../state/witness.ts";
import { importanceOf } from "./importance.ts";
import type { Meaning, Nearness } from "./meaning.ts";
import { createMemoryIndex, type MemoryIndex } from "./memory-index.ts";
import { tokensOf } from "./tokens.ts";

const most = 12;
/** However many are pinned, there is room for what is spoken of. */
const mostPinned = 6;
const budget = 6_000;
/** Of one memory; what is longer is told as far as that. */
const longest = 2_000;
const candidates = 200;
const nameBoost = 2;
const weights = { relevance: 1, recency: 0.5, importance: 0.3, company: 0.3, meaning: 1 };
/** For each hour of the story. */
const fading = 0.995;

/**
 * Which memories come to mind. What one did not witness is not among those that are looked at; of the others, those that share
 * words with what is going on, by how well they fit, how recent they are in the story, what they meant and who is here; and as
 * many as there is room for. What somebody pinned comes first. The same story gives the same memories wherever it is kept. With `meaning` those that are near in
 * what they say are looked at too, and nearness counts besides.
 */
export function createRecall(meaning?: Meaning): Recall {
  // By the list itself: a chat that was wound back has other lists, and what is gone from it is in no index.
  const indexes = new WeakMap<readonly Memory[], MemoryIndex>();
  const recall = (at: Stage, about: string, near?: Nearness): readonly Known[] => {
    const memories = at.sources.memories();
    const index = indexes.get(memories) ?? createMemoryIndex(memories);
    indexes.set(memories, index);
    index.catchUp(at.state.rewritten);
    const recent = at.sources.recent(recentTurns);
    const told = new Set(recent.map(({ turn }) => turn.id));
    const isNews = ({ cites, text, povSummary }: Memory): boolean =>
      povSummary !== text || !cites.some((id) => told.has(id));
    const found = bestOf(index.search(questionOf(at, about)));
    const fitting = new Map(
      found.flatMap(([place, relevance]) =>
        memories[place] === undefined ? [] : [[memories[place], relevance]],
      ),
    );
    const pinned = at.sources.pinned();
    for (const memory of [...pinned, ...(near?.keys() ?? [])])
      if (!fitting.has(memory)) fitting.set(memory, 0);
    const worth = [...fitting].flatMap(([memory, relevance]) =>
      isNews(memory) ? [{ memory, relevance }] : [],
    );
    const inOrder = ranked(at, worth, near);
    const first =
      pinned.length === 0
        ? []
        : inOrder.filter((memory) => pinned.includes(memory)).slice(0, mostPinned);
    const newest = memories.slice(-most - recentTurns).filter(isNews);
    return withinBudget([...first, ...inOrder, ...newest.toReversed()]);
  };
  if (meaning === undefined) return (at, about) => recall(at, about);
  return Object.assign((at: Stage, about: string) => recall(at, about), {
    byMeaning: async (...asked: Parameters<NonNullable<Recall["byMeaning"]>>): Promise<Recall> => {
      const near = await meaning(...asked);
      return (at, about) => recall(at, about, near);
    },
  });
}

/** Those that fit best, the newer of two that fit alike. Thousands may share a word: only those that can be among them are put in order. */
function bestOf(scores: ReadonlyMap<number, number>): [place: number, score: number][] {
  const least = Float64Array.from(scores.values()).sort().at(-candidates) ?? -Infinity;
  const able = [...scores].filter(([, score]) => score >= least);
  return able.sort(([a, x], [b, y]) => y - x || b - a).slice(0, candidates);
}

/** The words of the moment, and names twice: whom it is about matters more than how it is said. */
function questionOf({ cast, sources }: Stage, about: string): Map<string, number> {
  const latest = sources.recent(2).flatMap(({ known }) => known.lines);
  const names = new Set(
    [...cast.bots.keys()]
      .filter((id) => id !== sources.viewer)
      .flatMap((id) => tokensOf(nameOf(cast, id))),
  );
  return new Map(
    tokensOf([about, ...latest].join("\n")).map((token) => [
      token,
      names.has(token) ? nameBoost : 1,
    ]),
  );
}

interface Fitting {
  readonly memory: Memory;
  readonly relevance: number;
}

function ranked(
  { state, scene }: Stage,
  fitting: readonly Fitting[],
  near: Nearness | undefined,
): Memory[] {
  const now = Date.parse(state.clock);
  const hours = ({ storyTime }: Memory): number =>
    Math.max(0, (now - Date.parse(storyTime)) / 3_600_000) || 0;
  const company = ({ witnesses }: Memory): number =>
    [...witnesses].filter((id) => scene.present.has(id)).length;
  const term = (weight: number, value: (one: Fitting) => number): number[] =>
    scaled(fitting.map(value), weight);
  const terms = [
    term(weights.relevance, ({ relevance }) => relevance),
    term(weights.recency, ({ memory }) => fading ** hours(memory)),
    term(weights.importance, ({ memory }) => importanceOf(state, memory)),
    term(weights.company, ({ memory }) => company(memory)),
    ...(near === undefined ? [] : [term(weights.meaning, ({ memory }) => near.get(memory) ?? 0)]),
  ];
  return fitting
    .map(({ memory }, at) => ({
      memory,
      score: terms.reduce((sum, each) => sum + (each[at] ?? 0), 0),
    }))
    .sort((a, b) => b.score - a.score || b.memory.eventId - a.memory.eventId)
    .map(({ memory }) => memory);
}

/** Between nought and the weight. Where all are equal the term says nothing. */
function scaled(values: readonly number[], weight: number): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values.map((value) => (high > low ? (weight * (value - low)) / (high - low) : 0));
}

const inShort = ({ povSummary }: Memory): string =>
  povSummary.length > longest ? shorten(povSummary, longest) : povSummary;

/** As many as there is room for, in the order in which they happened. */
function withinBudget(memories: readonly Memory[]): Known[] {
  const kept = new Set<Memory>();
  let room = budget;
  for (const memory of memories) {
    const { length } = inShort(memory);
    if (kept.size >= most || kept.has(memory) || length > room) continue;
    kept.add(memory);
    room -= length;
  }
  return [...kept]
    .sort((a, b) => a.eventId - b.eventId)
    .map((memory) => ({ lines: [inShort(memory)], eventIds: memory.sources }));
}
