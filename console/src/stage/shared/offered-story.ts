import { useSyncExternalStore } from "react";
import { readTab, writeTab } from "../../browser-storage.ts";
import { go } from "../../route.ts";

const name = "story-code";
const listeners = new Set<() => void>();
/** Also here, for browsers that keep nothing. */
const held: { code?: string | undefined } = {};

/** An invitation to a story was opened here: stories are on the Stage. */
export function takeStoryOffer(code: string): void {
  keepStoryCode(code);
  go({ page: "stage", part: undefined }, "replace");
}

/** The code waits until the person has signed in and decided. */
export function keepStoryCode(code: string | undefined): void {
  held.code = code;
  writeTab(name, code);
  for (const listener of listeners) listener();
}

export const useStoryCode = (): string | undefined =>
  useSyncExternalStore(watch, () => held.code ?? readTab<string | undefined>(name, undefined));

function watch(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
