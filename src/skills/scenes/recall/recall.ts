import { nameOf } from "../cast.ts";
import { recentTurns, type Recall, type Stage } from "../prompt.ts";
import type { Memory } from "../state.ts";
import type { Known } from "../witness.ts";
import { createMemoryIndex, type MemoryIndex } from "./memory-index.ts";
import { tokensOf } from "./tokens.ts";

const most = 12;
const budget = 6_000;
const candidates = 200;
const nameBoost = 2;
const weights = { relevance: 1, recency: 0.5, importance: 0.3, company: 0.3 };
/** For each hour of the story. */
const fading = 0.995;

/**
 * Which memories come to mind. What one did not witness is not among those that are looked at; of the others, those that share
 * words with what is going on, by how well they fit, how recent they are in the story, what they meant and who is here; and as
 * many as there is room for. The same story gives the same memories wherever it is kept.
 */
export function createRecall(): Recall {
  // By the list itself: a chat that was wound back has other lists, and what is gone from it is in no index.
  const indexes = new WeakMap<readonly Memory[], MemoryIndex>();
  return (at, about) => {
    const memories = at.sources.memories();
    const index = indexes.get(memories) ?? createMemoryIndex(memories);
    indexes.set(memories, index);
    index.catchUp(at.state.rewritten);
    const found = [...index.search(questionOf(at, about))].sort(([a, x], [b, y]) => y - x || b - a).slice(0, candidates);
    const recent = at.sources.recent(recentTurns);
    const told = new Set(recent.map(({ turn }) => turn.id));
    const isToldAnyway = ({ cites, text, povSummary }: Memory): boolean => povSummary === text && cites.some((id) => told.has(id));
    const fitting = found.flatMap(([place, relevance]) => {
      const memory = memories[place];
      return memory === undefined || isToldAnyway(memory) ? [] : [{ memory, relevance }];
    });
    const newest = memories.slice(-most - recentTurns).filter((memory) => !isToldAnyway(memory));
    return withinBudget([...ranked(at, fitting), ...newest.toReversed()]);
  };
}

/** The words of the moment, and names twice: whom it is about matters more than how it is said. */
function questionOf({ cast, sources }: Stage, about: string): Map<string, number> {
  const latest = sources.recent(2).flatMap(({ known }) => known.lines);
  const names = new Set([...cast.bots.keys()].filter((id) => id !== sources.viewer).flatMap((id) => tokensOf(nameOf(cast, id))));
  return new Map(tokensOf([about, ...latest].join("\n")).map((token) => [token, names.has(token) ? nameBoost : 1]));
}

interface Fitting {
  readonly memory: Memory;
  readonly relevance: number;
}

function ranked({ state, scene }: Stage, fitting: readonly Fitting[]): Memory[] {
  const now = Date.parse(state.clock);
  const hours = ({ storyTime }: Memory): number => Math.max(0, (now - Date.parse(storyTime)) / 3_600_000) || 0;
  const company = ({ witnesses }: Memory): number => [...witnesses].filter((id) => scene.present.has(id)).length;
  const terms = [
    scaled(
      fitting.map(({ relevance }) => relevance),
      weights.relevance,
    ),
    scaled(
      fitting.map(({ memory }) => fading ** hours(memory)),
      weights.recency,
    ),
    // What was summed up is what a whole scene has come to.
    scaled(
      fitting.map(({ memory }) => (memory.povSummary === memory.text ? 0 : 1)),
      weights.importance,
    ),
    scaled(
      fitting.map(({ memory }) => company(memory)),
      weights.company,
    ),
  ];
  return fitting
    .map(({ memory }, at) => ({ memory, score: terms.reduce((sum, term) => sum + (term[at] ?? 0), 0) }))
    .sort((a, b) => b.score - a.score || b.memory.eventId - a.memory.eventId)
    .map(({ memory }) => memory);
}

/** Between nought and the weight. Where all are equal the term says nothing. */
function scaled(values: readonly number[], weight: number): number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return values.map((value) => (high > low ? (weight * (value - low)) / (high - low) : 0));
}

/** As many as there is room for, in the order in which they happened. */
function withinBudget(memories: readonly Memory[]): Known[] {
  const kept = new Set<Memory>();
  let room = budget;
  for (const memory of memories) {
    if (kept.size >= most || kept.has(memory) || memory.povSummary.length > room) continue;
    kept.add(memory);
    room -= memory.povSummary.length;
  }
  return [...kept].sort((a, b) => a.eventId - b.eventId).map(({ povSummary, sources }) => ({ lines: [povSummary], eventIds: sources }));
}
