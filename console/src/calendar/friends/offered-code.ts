import { useSyncExternalStore } from "react";
import { readTab, writeTab } from "../../kept.ts";

const name = "friend-code";
const listeners = new Set<() => void>();
/** Also here, for browsers that keep nothing. */
const held: { code?: string | undefined } = {};

/** The code of a friend's link that was opened here. It waits until whoever opened it has signed in and was asked. */
export function keepOfferedCode(code: string | undefined): void {
  held.code = code;
  writeTab(name, code);
  for (const listener of listeners) listener();
}

export const useOfferedCode = (): string | undefined =>
  useSyncExternalStore(watch, () => held.code ?? readTab<string | undefined>(name, undefined));

function watch(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
