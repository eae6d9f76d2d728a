import { useSyncExternalStore } from "react";
import { readTab, writeTab } from "../../browser-storage.ts";
import { go } from "../../route.ts";

const name = "friend-code";
const listeners = new Set<() => void>();
/** Also here, for browsers that keep nothing. */
const held: { code?: string | undefined } = {};

/** A friend's link was opened here: friends are on the calendar page. */
export function takeOffer(code: string): void {
  keepOfferedCode(code);
  go({ page: "calendar", part: undefined }, "replace");
}

/** The code waits until the person has signed in and confirmed. */
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
