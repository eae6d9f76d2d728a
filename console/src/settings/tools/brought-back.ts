import { useSyncExternalStore } from "react";
import { go } from "../../route.ts";

const listeners = new Set<() => void>();
/** In memory alone: a person who has to sign in here first starts the sign-in again. */
const held: { answer?: string | undefined } = {};

/** The browser comes back from a sign-in to a server of tools: its settings take the answer. */
export function takeToolSignIn(answer: string): void {
  keepToolSignIn(answer);
  go({ page: "settings" }, "replace");
}

export function keepToolSignIn(answer: string | undefined): void {
  held.answer = answer;
  for (const listener of listeners) listener();
}

export const useToolSignIn = (): string | undefined =>
  useSyncExternalStore(watch, () => held.answer);

function watch(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
