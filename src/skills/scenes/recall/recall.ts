import { finish, slices } from "../../../domain/slices.ts";
import { shorten } from "../../../domain/text.ts";
import { estimateTokens } from "../../../domain/tokens.ts";
import { findStoryLanguage } from "../state/story-language.ts";
import { sayWhen } from "../time/say-time.ts";
import type { Memory } from "../state/chat-state.ts";
import type { KnownWords } from "../state/witness.ts";
import { scoreImportance } from "./importance.ts";
import type { SemanticSearch, Similarity } from "./semantic-search.ts";
import { createMemoryIndex, type MemoryIndex } from "./memory-index.ts";
import { type PromptContext, type Recall, recentTurns } from "../beat/prompt-context.ts";

/** In a prompt without a budget of its own. */
const usualTokens = 1_500;
const leastMemories = 12;
/** One more memory for so many tokens of room. */
const tokensPerMemory = 125;
const countMemories = (tokens: number): number =>
  Math.max(leastMemories, Math.floor(tokens / tokensPerMemory));
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
    const quoted =
      at.quoted ?? new Set(at.sources.listRecent(recentTurns).map(({ turn }) => turn.id));
    const room = at.memoryTokens ?? usualTokens;
    const most = countMemories(room);
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
        : inOrder.filter((memory) => pinned.includes(memory)).slice(0, most / 2);
    const newest = memories.slice(-most - quoted.size).filter(isUnquoted);
    return fitBudget(at, [...first, ...inOrder, ...newest.toReversed()], room);
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

/** As many memories as fit, in chronological order. */
function fitBudget(at: PromptContext, memories: readonly Memory[], tokens: number): KnownWords[] {
  const kept = new Map<Memory, KnownWords>();
  const most = countMemories(tokens);
  let room = tokens;
  for (const memory of memories) {
    if (kept.size >= most) break;
    if (kept.has(memory)) continue;
    const told = describeMemory(at, memory);
    const size = estimateTokens(told.lines.join("\n"));
    if (size > room) continue;
    kept.set(memory, told);
    room -= size;
  }
  return [...kept].sort(([one], [other]) => one.eventId - other.eventId).map(([, told]) => told);
}

/** A memory with when and where it was: “(Day 2, in the evening, harbour)”. */
function describeMemory(at: PromptContext, memory: Memory): KnownWords {
  const { state, cast, sources } = at;
  const lines = sources
    .splitMemory(memory)
    .map((line) => (line.length > maxLength ? shorten(line, maxLength) : line));
  const scene = memory.brought === undefined ? state.scenes.get(memory.sceneId ?? 0) : undefined;
  const place = state.containers.get(scene?.containerId ?? 0);
  const when =
    memory.brought === undefined && memory.storyTime !== ""
      ? sayWhen(state, memory.storyTime, findStoryLanguage(state, cast))
      : "";
  const head = [when, place?.name ?? ""].filter((part) => part !== "").join(", ");
  return {
    lines: head === "" ? lines : [`(${head})`, ...lines],
    eventIds: [...memory.sources, ...(place === undefined ? [] : [place.eventId])],
  };
}
