import { mkdir, open, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

interface Kept {
  readonly value: unknown;
  readonly until: number | null;
}

/** What this bridge and its adapters remember: lines of a file, the last one of a key counts. */
export interface State {
  get(key: string): unknown;
  /** Resolves when it is on the disk. */
  set(key: string, value: unknown, ttlMs?: number): Promise<void>;
  delete(key: string): Promise<void>;
  close(): Promise<void>;
}

export async function openState(directory: string, now: () => number): Promise<State> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, "state.jsonl");
  const kept = readLines(await readFile(path, "utf8").catch(() => ""), now());
  // Every start leaves out what is over.
  await writeFile(`${path}.new`, [...kept].map(lineOf).join(""), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  const file = await open(path, "a", 0o600);
  let last: Promise<unknown> = Promise.resolve();
  const append = (line: string): Promise<void> => {
    const written = last.then(async () => {
      await file.appendFile(line);
      await file.datasync();
    });
    last = written.catch(() => undefined);
    return written;
  };
  const isOver = ({ until }: Kept): boolean => until !== null && until <= now();
  return {
    get(key) {
      const found = kept.get(key);
      return found === undefined || isOver(found) ? null : found.value;
    },
    async set(key, value, ttlMs) {
      const entry = { value, until: ttlMs === undefined ? null : now() + ttlMs };
      kept.set(key, entry);
      await append(lineOf([key, entry]));
    },
    async delete(key) {
      if (!kept.delete(key)) return;
      await append(lineOf([key, { value: null, until: 0 }]));
    },
    async close() {
      await last;
      await file.close();
    },
  };
}

const lineOf = ([key, { value, until }]: readonly [string, Kept]): string =>
  `${JSON.stringify([key, value, until])}\n`;

/** A last line that a crash has cut off says nothing. */
function readLines(text: string, now: number): Map<string, Kept> {
  const kept = new Map<string, Kept>();
  for (const line of text.split("\n")) {
    let read: unknown;
    try {
      read = JSON.parse(line);
    } catch {
      continue;
    }
    const [key, value, until] = read as [string, unknown, number | null];
    if (until !== null && until <= now) kept.delete(key);
    else kept.set(key, { value, until });
  }
  return kept;
}

/**
 * Chat SDK's `StateAdapter` over it. A key that marks a message as seen is always free: an adapter
 * marks before it hands over, and after a failure the vendor's repeat would be ignored. Meanwhile
 * recognises repeats itself. Nothing is locked or queued: that is done there too.
 */
export function stateAdapterOf(state: State, prefix: string): object {
  const of = (key: string): string => `${prefix}:${key}`;
  const listOf = (key: string): unknown[] => {
    const found = state.get(of(key));
    return Array.isArray(found) ? found : [];
  };
  const lock = (threadId: string, ttlMs: number) => ({
    threadId,
    token: "free",
    expiresAt: Date.now() + ttlMs,
  });
  return {
    connect: async () => undefined,
    disconnect: async () => undefined,
    get: async (key: string) => state.get(of(key)),
    set: (key: string, value: unknown, ttlMs?: number) => state.set(of(key), value, ttlMs),
    delete: (key: string) => state.delete(of(key)),
    setIfNotExists: async () => true,
    getList: async (key: string) => listOf(key),
    appendToList: (key: string, value: unknown, how: { maxLength?: number; ttlMs?: number } = {}) =>
      state.set(of(key), [...listOf(key), value].slice(-(how.maxLength ?? 100)), how.ttlMs),
    subscribe: (threadId: string) => state.set(of(`subscribed:${threadId}`), true),
    unsubscribe: (threadId: string) => state.delete(of(`subscribed:${threadId}`)),
    isSubscribed: async (threadId: string) => state.get(of(`subscribed:${threadId}`)) === true,
    acquireLock: async (threadId: string, ttlMs: number) => lock(threadId, ttlMs),
    extendLock: async () => true,
    releaseLock: async () => undefined,
    forceReleaseLock: async () => undefined,
    enqueue: async () => 0,
    dequeue: async () => null,
    queueDepth: async () => 0,
  };
}
