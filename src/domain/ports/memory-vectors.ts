/** What memories mean, kept beside them. A memory that is gone, or that reads otherwise by now, is not kept. */
export interface MemoryVectors {
  keep(of: VectorOwner, vectors: readonly MemoryVector[]): Promise<void>;
}

export interface VectorOwner {
  readonly accountId: string;
  readonly chatId: string;
  readonly ownerId: string;
  /** The model whose directions these are. */
  readonly model: string;
}

export interface MemoryVector {
  readonly memoryId: string;
  /** MD5 of the words, as hex. */
  readonly words: string;
  readonly vector: Uint8Array;
}
