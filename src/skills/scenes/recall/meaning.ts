import { createHash } from "node:crypto";
import type { MemoryVector, MemoryVectors } from "../../../domain/ports/memory-vectors.ts";
import type { Directions, Embeddings } from "../../../domain/ports/model.ts";
import { isInTheLog } from "../state/story-events.ts";
import type { Asker, Stage } from "../beat/prompt.ts";
import type { Memory } from "../state/chat-state.ts";
import type { Known } from "../state/witness.ts";

/** Memories that are about the same as what is going on, and how near they are. */
export type Nearness = ReadonlyMap<Memory, number>;
export type Meaning = (at: Stage, now: Known, by: Asker) => Promise<Nearness | undefined>;

/** How far back it is looked; older memories are found by their words. */
const looked = 3_000;
/** Memories that are asked about with one question. The rest has its turn with the next. */
const atOnce = 256;
const nearest = 50;
/** What every model takes. */
const mostLetters = 4_000;

interface Shelved {
  /** The words that it is the direction of. */
  readonly words: string;
  readonly vector: Int8Array;
  readonly length: number;
}
type Shelf = Map<string, Shelved>;

/**
 * By what is meant, besides by the words. Only what the viewer witnessed is looked at: the memories come from `sources`, and a
 * direction without one of them is never used. Who does not answer in time is not waited for; the words are enough then.
 */
export function createMeaning(vectors: MemoryVectors): Meaning {
  // By the list itself, like the index of words: what was wound back is on no shelf.
  const shelves = new WeakMap<readonly Memory[], Shelf>();
  return async (at, now, by) => {
    const { embeddings } = by.model;
    const question = questionOf(at, now);
    const memories = at.sources.memories();
    if (embeddings === undefined || question.lines.length === 0 || memories.length === 0)
      return undefined;
    const window = memories.slice(-looked).filter(({ povSummary }) => povSummary.trim() !== "");
    const shelf = shelves.get(memories) ?? (await readShelf(by, { embeddings, window }));
    shelves.set(memories, shelf);
    const missing = window
      .filter(({ id, povSummary }) => shelf.get(id)?.words !== povSummary)
      .slice(-atOnce);
    const words = missing.map(({ povSummary }) => povSummary);
    const { soon, whole } = embeddings.embed({
      texts: [
        question.lines.join("\n").slice(-mostLetters),
        ...words.map((each) => each.slice(0, mostLetters)),
      ],
      sourceEventIds: [
        ...new Set([...question.eventIds, ...missing.flatMap(({ sources }) => sources)]),
      ].filter(isInTheLog),
      accountId: by.account.id,
      conversationId: by.conversationId,
      turnId: by.turnId,
      chatId: at.state.id,
      viewer: at.sources.viewer,
    });
    const learn = (found: Directions | undefined): MemoryVector[] =>
      shelved(shelf, { missing, words }, found?.slice(1) ?? []);
    const owner = {
      accountId: by.account.id,
      chatId: at.state.id,
      ownerId: at.sources.viewer,
      model: embeddings.name,
    };
    void whole.then((found) => keep(vectors, owner, learn(found)));
    const found = await soon;
    learn(found);
    return found?.[0] === undefined ? undefined : nearestOf(window, shelf, found[0]);
  };
}

/** What is going on: the last lines, and what happens now. */
function questionOf({ sources }: Stage, now: Known): Known {
  const parts = [...sources.recent(2).map(({ known }) => known), now];
  return {
    lines: parts.flatMap(({ lines }) => lines),
    eventIds: parts.flatMap(({ eventIds }) => eventIds),
  };
}

const digest = (words: string): string => createHash("md5").update(words).digest("hex");

async function readShelf(
  by: Asker,
  of: { readonly embeddings: Embeddings; readonly window: readonly Memory[] },
): Promise<Shelf> {
  const rows = await by.read.rows<{ id: string; words: string; vector: string }>(
    "select memory_id as id, words, encode(vector, 'base64') as vector from memory_vectors where model = $1 and memory_id = any($2)",
    [of.embeddings.name, of.window.map(({ id }) => id)],
  );
  const kept = new Map(rows.map((row) => [row.id, row]));
  const shelf: Shelf = new Map();
  for (const { id, povSummary } of of.window) {
    const row = kept.get(id);
    if (row?.words !== digest(povSummary)) continue;
    shelf.set(id, measured(povSummary, new Int8Array(Buffer.from(row.vector, "base64"))));
  }
  return shelf;
}

/** Onto the shelf, and back in the form in which they are kept. */
function shelved(
  shelf: Shelf,
  { missing, words }: { readonly missing: readonly Memory[]; readonly words: readonly string[] },
  found: Directions,
): MemoryVector[] {
  return found.flatMap((direction, nth) => {
    const [memory, said] = [missing[nth], words[nth]];
    if (memory === undefined || said === undefined) return [];
    const one = measured(said, small(direction));
    shelf.set(memory.id, one);
    return [
      { memoryId: memory.id, words: digest(said), vector: new Uint8Array(one.vector.buffer) },
    ];
  });
}

/** It can be asked for again: what can't be kept is no harm. */
async function keep(
  vectors: MemoryVectors,
  owner: Parameters<MemoryVectors["keep"]>[0],
  rows: readonly MemoryVector[],
): Promise<void> {
  if (rows.length > 0) await vectors.keep(owner, rows).catch(() => undefined);
}

/** One byte for each number: a direction needs no more to be told from others. */
function small(direction: readonly number[]): Int8Array {
  const largest = direction.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  return Int8Array.from(direction, (each) =>
    largest === 0 ? 0 : Math.round((each / largest) * 127),
  );
}

const measured = (words: string, vector: Int8Array): Shelved => ({
  words,
  vector,
  length: Math.hypot(...vector),
});

function nearestOf(window: readonly Memory[], shelf: Shelf, question: readonly number[]): Nearness {
  const asked = measured("", small(question));
  const near = window.flatMap((memory) => {
    const known = shelf.get(memory.id);
    const cosine =
      known === undefined || known.words !== memory.povSummary ? 0 : cosineOf(asked, known);
    return cosine > 0 ? [{ memory, cosine }] : [];
  });
  near.sort((a, b) => b.cosine - a.cosine || b.memory.eventId - a.memory.eventId);
  return new Map(near.slice(0, nearest).map(({ memory, cosine }) => [memory, cosine]));
}

function cosineOf(a: Shelved, b: Shelved): number {
  if (a.vector.length !== b.vector.length || a.length === 0 || b.length === 0) return 0;
  let sum = 0;
  for (let at = 0; at < a.vector.length; at += 1) sum += (a.vector[at] ?? 0) * (b.vector[at] ?? 0);
  return sum / (a.length * b.length);
}
