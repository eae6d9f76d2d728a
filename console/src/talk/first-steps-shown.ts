import type { Account } from "../api/contract.ts";
import { readLocal, writeLocal } from "../browser-storage.ts";

/** Kept in this browser: whether the first steps are shown to a person. */
const storageKey = (account: string): string => `first-steps.${account}`;

type Choice = "hidden" | "shown";

/** A person without a name is new; others see the first steps only when they ask for them. */
export const isShowingFirstSteps = (account: Pick<Account, "id" | "display_name">): boolean =>
  ((readLocal(storageKey(account.id)) as Choice | null) ??
    (account.display_name === null ? "shown" : "hidden")) === "shown";

export const showFirstSteps = (account: string): void => writeLocal(storageKey(account), "shown");
export const hideFirstSteps = (account: string): void => writeLocal(storageKey(account), "hidden");
