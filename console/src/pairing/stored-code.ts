import { useSyncExternalStore } from "react";
import { readTab, writeTab } from "../browser-storage.ts";

/**
 * The code of a pairing link that was opened here. The tab keeps it: a phone forgets pages while
 * their owner is in the chat app that the code is meant for.
 */
const name = "pairing";
const listeners = new Set<() => void>();
/** Also here, for browsers that keep nothing. */
const held: { code?: string | undefined } = {};

export function keepPairing(code: string | undefined): void {
  held.code = code;
  writeTab(name, code);
  for (const listener of listeners) listener();
}

export function usePairing(): string | undefined {
  return useSyncExternalStore(
    watch,
    () => held.code ?? readTab<string | undefined>(name, undefined),
  );
}

function watch(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
