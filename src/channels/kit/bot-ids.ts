import type { Clock } from "../../domain/ports/clock.ts";
import { perAccount } from "./per-account.ts";

const againMs = 10_000;

/** The bot's own id in each account. It never changes; a failed question is asked again after a while. */
export function createBotIds<Account extends { readonly id: string }>(
  clock: Pick<Clock, "now">,
  ask: (account: Account) => Promise<string | undefined>,
): (account: Account) => Promise<string | undefined> {
  const knownOf = perAccount<Account, { id?: string | undefined; failedAt: number }>(() => ({
    failedAt: -Infinity,
  }));
  return async (account) => {
    const known = knownOf(account);
    if (known.id !== undefined || clock.now() - known.failedAt < againMs) return known.id;
    known.id = await ask(account);
    if (known.id === undefined) known.failedAt = clock.now();
    return known.id;
  };
}
