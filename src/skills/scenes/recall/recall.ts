import { finish, slices } from "../../../domain/slices.ts";
import { shorten } from "../../../domain/text.ts";
import type { Memory } from "../state/chat-state.ts";
import type { KnownWords } from "../state/witness.ts";
import { scoreImportance } from "./importance.ts";
import type { SemanticSearch, Similarity } from "./semantic-search.ts";
import { createMemoryIndex, type MemoryIndex } from "./memory-index.ts";
import { type PromptContext, type Recall, recentTurns } from "../beat/prompt-context.ts";

const maxMemories = 12;
/** Pinned memories leave room for relevant ones. */
const maxPinned = 6;
const budget = 6_000;
/** Longer memories are cut to this length. */
const maxLength = 2_000;
const maxCandidates = 200;
/** What is asked about decides; the others decide between memories that fit about as well. */
const weights = { relevance: 1, recency: 0.1, importance: 0.1, company: 0.1, similarity: 1 };
/** Decay per hour of story time. */
const decayPerHour = 0.995;

/**
 * Selects the memories for a prompt. Only memories the viewer witnessed are candidates: pinned ones
 * first, then those that share words with the current situation, ranked by relevance, recency in
 * story time, importance and who is present, up to a budget. The result depends only on the story.
 * With semantic search, similar memories are candidates too and similarity is part of the score.
 */
export function createRecall(semanticSearch?: SemanticSearch): Recall {
  // Keyed by the memory list: a rewound chat has a new list, so removed memories are in no index.
  const indexes = new WeakMap<readonly Memory[], MemoryIndex>();
  const openIndex = (memories: readonly Memory[]): MemoryIndex => {
    const index = indexes.get(memories) ?? createMemoryIndex(memories);
    indexes.set(memories, index);
    return index;
  };
  // Hundreds of memories are ranked in every turn, mostly the same ones: each date is parsed once.
  const moments = new WeakMap<Memory, number>();
  const momentOf = (memory: Memory): number => {
    const known = moments.get(memory);
    if (known !== undefined) return known;
    const moment = Date.parse(memory.storyTime);
    moments.set(memory, moment);
    return moment;
  };
  const prepare = ({ sources, state }: PromptContext): Promise<void> =>
    slices.run(openIndex(sources.listMemories()).update(state.rewritten));
  const recall = (at: PromptContext, about: string, near?: Similarity): readonly KnownWords[] => {
    const memories = at.sources.listMemories();
    const index = openIndex(memories);
    finish(index.update(at.state.rewritten));
    const recent = at.sources.listRecent(recentTurns);
    const quoted = new Set(recent.map(({ turn }) => turn.id));
    const isUnquoted = ({ cites, text, povSummary }: Memory): boolean =>
      povSummary !== text || !cites.some((id) => quoted.has(id));
    const found = index.search({
      text: about,
      context: listLatest(at).join("\n"),
      now: Date.parse(at.state.clock) || undefined,
      most: maxCandidates,
    });
    const pinned = at.sources.listPinned();
    const fitting = new Set<Memory>();
    const worth: Candidate[] = [];
    const consider = (memory: Memory | undefined, relevance: number): void => {
      if (memory === undefined || fitting.has(memory)) return;
      fitting.add(memory);
      if (isUnquoted(memory)) worth.push({ memory, relevance });
    };
    for (const { place, score } of found) consider(memories[place], score);
    for (const memory of [...pinned, ...(near?.keys() ?? [])]) consider(memory, 0);
    const inOrder = rankMemories(at, worth, { near, momentOf });
    const first =
      pinned.length === 0
        ? []
        : inOrder.filter((memory) => pinned.includes(memory)).slice(0, maxPinned);
    const newest = memories.slice(-maxMemories - recentTurns).filter(isUnquoted);
    return fitBudget([...first, ...inOrder, ...newest.toReversed()]);
  };
  const byWords = Object.assign((at: PromptContext, about: string) => recall(at, about), {
    prepare,
  });
  if (semanticSearch === undefined) return byWords;
  return Object.assign(byWords, {
    rankSemantically: async (
      ...asked: Parameters<NonNullable<Recall["rankSemantically"]>>
    ): Promise<Recall> => {
      const near = await semanticSearch(...asked);
      return (at, about) => recall(at, about, near);
    },
  });
}

const listLatest = ({ sources }: PromptContext): string[] =>
  sources.listRecent(2).flatMap(({ known }) => known.lines);

interface Candidate {
  readonly memory: Memory;
  readonly relevance: number;
}

interface Ranking {
  readonly near: Similarity | undefined;
  /** The story time of a memory. */
  readonly momentOf: (memory: Memory) => number;
}

function rankMemories(
  { state, scene }: PromptContext,
  fitting: readonly Candidate[],
  { near, momentOf }: Ranking,
): Memory[] {
  const now = Date.parse(state.clock);
  const countHours = (memory: Memory): number =>
    Math.max(0, (now - momentOf(memory)) / 3_600_000) || 0;
  const countCompany = ({ witnesses }: Memory): number => {
    let count = 0;
    for (const id of witnesses) if (scene.present.has(id)) count += 1;
    return count;
  };
  const weighTerm = (weight: number, value: (one: Candidate) => number): number[] =>
    scaleTo(fitting.map(value), weight);
  const best = Math.max(...fitting.map(({ relevance }) => relevance)) || 1;
  const terms = [
    // In proportion: memories that fit almost equally well stay almost equal.
    fitting.map(({ relevance }) => (weights.relevance * relevance) / best),
    weighTerm(weights.recency, ({ memory }) => decayPerHour ** countHours(memory)),
    weighTerm(weights.importance, ({ memory }) => scoreImportance(state, memory)),
    weighTerm(weights.company, ({ memory }) => countCompany(memory)),
    ...(near === undefined
      ? []
      : [weighTerm(weights.similarity, ({ memory }) => near.get(memory) ?? 0)]),
  ];
  return fitting
    .map(({ memory }, at) => ({
      memory,
      score: terms.reduce((sum, each) => sum + (each[at] ?? 0), 0),
    }))
    .sort((a, b) => b.score - a.score || b.memory.eventId - a.memory.eventId)
    .map(({ memory }) => memory);
}

/** Scales to the range from 0 to the weight. When all values are equal, the term is 0. */
function scaleTo(values: readonly number[], weight: number): number[] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return values.map((value) => (high > low ? (weight * (value - low)) / (high - low) : 0));
}

const shortenMemory = ({ povSummary }: Memory): string =>
  povSummary.length > maxLength ? shorten(povSummary, maxLength) : povSummary;

/** As many memories as fit, in chronological order. */
function fitBudget(memories: readonly Memory[]): KnownWords[] {
  const kept = new Set<Memory>();
  let room = budget;
  for (const memory of memories) {
    const { length } = shortenMemory(memory);
    if (kept.size >= maxMemories || kept.has(memory) || length > room) continue;
    kept.add(memory);
    room -= length;
  }
  return [...kept]
    .sort((a, b) => a.eventId - b.eventId)
    .map((memory) => ({ lines: [shortenMemory(memory)], eventIds: memory.sources }));
}
