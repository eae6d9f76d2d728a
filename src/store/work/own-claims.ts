/**
 * Knows which claimed rows this process works on. While the database goes away, the outcome of a claim
 * or of a release can be lost: the row is leased to this process, which does not know of it. Such rows
 * are freed when the database answers again, instead of when their leases run out.
 */
export interface OwnClaims {
  /** A claim or a release ended without an answer. */
  doubt(): void;
  claim<T>(take: () => Promise<T>): Promise<T>;
  work<T>(id: string, task: () => Promise<T>): Promise<T>;
}

/** `free` releases what is leased to this process, except for the rows it works on. */
export function createOwnClaims(
  free: (workedOn: readonly string[]) => Promise<unknown>,
): OwnClaims {
  const workedOn = new Set<string>();
  let isInDoubt = false;
  return {
    doubt: () => void (isInDoubt = true),
    async claim(take) {
      try {
        // What another claim of this process takes meanwhile has its fence: at worst it is done again.
        if (isInDoubt) await free([...workedOn]);
        isInDoubt = false;
        return await take();
      } catch (error) {
        isInDoubt = true;
        throw error;
      }
    },
    async work(id, task) {
      workedOn.add(id);
      try {
        return await task();
      } finally {
        workedOn.delete(id);
      }
    },
  };
}
