import { useSyncExternalStore } from "react";
import type { Account } from "../api/contract.ts";
import { readLocal, writeLocal } from "../browser-storage.ts";

/** Kept in this browser: whether the first steps are shown to a person. */
const storageKey = (account: string): string => `first-steps.${account}`;

type Choice = "hidden" | "shown";

/** A person without a name is new; others see the first steps only when they ask for them. */
export const isShowingFirstSteps = (account: Pick<Account, "id" | "display_name">): boolean =>
  ((readLocal(storageKey(account.id)) as Choice | null) ??
    (account.display_name === null ? "shown" : "hidden")) === "shown";

const isNew = ({ id, display_name: name }: Pick<Account, "id" | "display_name">): boolean =>
  name === null && readLocal(storageKey(id)) === null;

const listeners = new Set<() => void>();
const watch = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** A new person who has not answered yet: the first steps are asking for name and time zone. */
export const useIsNew = (account: Pick<Account, "id" | "display_name">): boolean =>
  useSyncExternalStore(watch, () => isNew(account));

function choose(account: string, choice: Choice): void {
  writeLocal(storageKey(account), choice);
  for (const changed of listeners) changed();
}

export const showFirstSteps = (account: string): void => choose(account, "shown");
export const hideFirstSteps = (account: string): void => choose(account, "hidden");
