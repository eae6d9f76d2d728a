import { createHash } from "node:crypto";
import type { EmbeddingVectors, Embeddings } from "../../../domain/ports/model.ts";
import { isRecorded } from "../state/story-events.ts";
import type { Memory } from "../state/chat-state.ts";
import type { KnownWords } from "../state/witness.ts";
import type { EmbeddingCaller, PromptContext } from "../beat/prompt-context.ts";

/** Memories similar to the current situation, with their cosine similarity. */
export type Similarity = ReadonlyMap<Memory, number>;
export type SemanticSearch = (
  at: PromptContext,
  now: KnownWords,
  by: EmbeddingCaller,
) => Promise<Similarity | undefined>;

/** Only this many of the newest memories are searched; older ones are found by words. */
const maxSearched = 3_000;
/** Memories embedded with one request. The rest follows with later requests. */
const batchSize = 256;
const maxResults = 50;
/** An input length that every embedding model accepts. */
const maxCharacters = 4_000;

/** Embeddings of memories, stored beside them. */
interface MemoryVectors {
  keep(owner: VectorOwner, vectors: readonly MemoryVector[]): Promise<void>;
}

interface VectorOwner {
  readonly accountId: string;
  readonly chatId: string;
  readonly ownerId: string;
  /** The embedding model. */
  readonly model: string;
}

interface MemoryVector {
  readonly memoryId: string;
  /** MD5 of the text, as hex. */
  readonly words: string;
  readonly vector: Uint8Array;
}

interface CachedVector {
  /** The text that was embedded. */
  readonly words: string;
  readonly vector: Int8Array;
  readonly length: number;
}
type VectorCache = Map<string, CachedVector>;

/**
 * Search by embeddings, in addition to words. Only memories the viewer witnessed are considered:
 * they come from `openSources`, and a vector without such a memory is never used. A slow or failing
 * server does not delay the turn.
 */
export function createSemanticSearch(vectors: MemoryVectors): SemanticSearch {
  // Keyed by the memory list: a rewound chat has a new list, so vectors of removed memories are not
  // used.
  const caches = new WeakMap<readonly Memory[], { model: string; vectors: VectorCache }>();
  return async (at, now, by) => {
    const { embeddings } = by.model;
    if (embeddings === undefined) return undefined;
    const question = buildQuery(at, now);
    const memories = at.sources.listMemories();
    if (question.lines.length === 0 || memories.length === 0) return undefined;
    const window = memories
      .slice(-maxSearched)
      .filter(({ povSummary }) => povSummary.trim() !== "");
    const known = caches.get(memories);
    // Vectors of another model can't be compared with these.
    const cache =
      known?.model === embeddings.name
        ? known.vectors
        : await readVectors(by, { embeddings, window });
    caches.set(memories, { model: embeddings.name, vectors: cache });
    const missing = window
      .filter(({ id, povSummary }) => cache.get(id)?.words !== povSummary)
      .slice(-batchSize);
    const words = missing.map(({ povSummary }) => povSummary);
    const { soon, whole } = embeddings.embed({
      texts: [
        question.lines.join("\n").slice(-maxCharacters),
        ...words.map((each) => each.slice(0, maxCharacters)),
      ],
      sourceEventIds: [
        ...new Set([...question.eventIds, ...missing.flatMap(({ sources }) => sources)]),
      ].filter(isRecorded),
      accountId: by.account.id,
      conversationId: by.conversationId,
      turnId: by.turnId,
      chatId: at.state.id,
      viewer: at.sources.viewer,
    });
    const cacheFound = (found: EmbeddingVectors | undefined): MemoryVector[] =>
      cacheVectors(cache, { missing, words }, found?.slice(1) ?? []);
    const owner = {
      accountId: by.account.id,
      chatId: at.state.id,
      ownerId: at.sources.viewer,
      model: embeddings.name,
    };
    void whole.then((found) => storeVectors(vectors, owner, cacheFound(found)));
    const found = await soon;
    cacheFound(found);
    return found?.[0] === undefined ? undefined : findNearest(window, cache, found[0]);
  };
}

/** The query: the last lines and what happens now. */
function buildQuery({ sources }: PromptContext, now: KnownWords): KnownWords {
  const parts = [...sources.listRecent(2).map(({ known }) => known), now];
  return {
    lines: parts.flatMap(({ lines }) => lines),
    eventIds: parts.flatMap(({ eventIds }) => eventIds),
  };
}

const hashWords = (words: string): string => createHash("md5").update(words).digest("hex");

async function readVectors(
  by: EmbeddingCaller,
  of: { readonly embeddings: Embeddings; readonly window: readonly Memory[] },
): Promise<VectorCache> {
  const rows = await by.read.rows<{ id: string; words: string; vector: string }>(
    "select memory_id as id, words, encode(vector, 'base64') as vector from memory_vectors where model = $1 and memory_id = any($2)",
    [of.embeddings.name, of.window.map(({ id }) => id)],
  );
  const kept = new Map(rows.map((row) => [row.id, row]));
  const cache: VectorCache = new Map();
  for (const { id, povSummary } of of.window) {
    const row = kept.get(id);
    if (row?.words !== hashWords(povSummary)) continue;
    cache.set(id, toCachedVector(povSummary, new Int8Array(Buffer.from(row.vector, "base64"))));
  }
  return cache;
}

/** Adds vectors to the cache and returns them as rows to store. */
function cacheVectors(
  shelf: VectorCache,
  { missing, words }: { readonly missing: readonly Memory[]; readonly words: readonly string[] },
  found: EmbeddingVectors,
): MemoryVector[] {
  return found.flatMap((direction, nth) => {
    const [memory, said] = [missing[nth], words[nth]];
    if (memory === undefined || said === undefined) return [];
    const one = toCachedVector(said, quantise(direction));
    shelf.set(memory.id, one);
    return [
      { memoryId: memory.id, words: hashWords(said), vector: new Uint8Array(one.vector.buffer) },
    ];
  });
}

/** Failures are ignored: a vector can be requested again. */
async function storeVectors(
  vectors: MemoryVectors,
  owner: VectorOwner,
  rows: readonly MemoryVector[],
): Promise<void> {
  if (rows.length > 0) await vectors.keep(owner, rows).catch(() => undefined);
}

/** Quantises an embedding to int8, which is precise enough for ranking. */
function quantise(direction: readonly number[]): Int8Array {
  const largest = direction.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  return Int8Array.from(direction, (each) =>
    largest === 0 ? 0 : Math.round((each / largest) * 127),
  );
}

const toCachedVector = (words: string, vector: Int8Array): CachedVector => ({
  words,
  vector,
  length: Math.hypot(...vector),
});

function findNearest(
  window: readonly Memory[],
  shelf: VectorCache,
  question: readonly number[],
): Similarity {
  const asked = toCachedVector("", quantise(question));
  const near = window.flatMap((memory) => {
    const known = shelf.get(memory.id);
    const cosine =
      known === undefined || known.words !== memory.povSummary ? 0 : computeCosine(asked, known);
    return cosine > 0 ? [{ memory, cosine }] : [];
  });
  near.sort((a, b) => b.cosine - a.cosine || b.memory.eventId - a.memory.eventId);
  return new Map(near.slice(0, maxResults).map(({ memory, cosine }) => [memory, cosine]));
}

function computeCosine(a: CachedVector, b: CachedVector): number {
  if (a.vector.length !== b.vector.length || a.length === 0 || b.length === 0) return 0;
  let sum = 0;
  for (let at = 0; at < a.vector.length; at += 1) sum += (a.vector[at] ?? 0) * (b.vector[at] ?? 0);
  return sum / (a.length * b.length);
}
