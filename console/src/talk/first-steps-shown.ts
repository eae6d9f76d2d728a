import type { Account } from "../api/contract.ts";
import { readLocal, writeLocal } from "../browser-storage.ts";

/** Kept in this browser: whether the first steps are shown to a person. */
const storageKey = (account: string): string => `first-steps.${account}`;

type Choice = "hidden" | "shown";

/** A person who was not asked yet sees the first steps; others do when they ask for them. */
export const isShowingFirstSteps = (account: Pick<Account, "id" | "is_welcomed">): boolean =>
  !account.is_welcomed || (readLocal(storageKey(account.id)) as Choice | null) === "shown";

const choose = (account: string, choice: Choice): void => writeLocal(storageKey(account), choice);

export const showFirstSteps = (account: string): void => choose(account, "shown");
export const hideFirstSteps = (account: string): void => choose(account, "hidden");
