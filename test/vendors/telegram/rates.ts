import type { Clock } from "../../../src/domain/ports/clock.ts";

/** Telegram's limits, as seconds to wait; undefined while there is room. */
export interface Rates {
  message(chatId: number): number | undefined;
  draft(chatId: number): number | undefined;
}

interface Limit {
  readonly most: number;
  readonly ms: number;
}

/** A message a second in a chat (three at once are made up for), twenty a minute in a group, thirty a second in all. */
const perChat: Limit = { most: 3, ms: 3_000 };
const perGroup: Limit = { most: 20, ms: 60_000 };
const inAll: Limit = { most: 30, ms: 1_000 };
const drafts: Limit = { most: 5, ms: 1_000 };

export function createRates(clock: Pick<Clock, "now">): Rates {
  const taken = new Map<string, number[]>();
  const waitFor = (key: string, { most, ms }: Limit): number => {
    const recent = (taken.get(key) ?? []).filter((at) => at > clock.now() - ms);
    taken.set(key, recent);
    const before = recent.at(-most);
    return before === undefined ? 0 : before + ms - clock.now();
  };
  const take = (limits: readonly (readonly [key: string, limit: Limit])[]): number | undefined => {
    const waitMs = Math.max(...limits.map(([key, limit]) => waitFor(key, limit)));
    if (waitMs > 0) return Math.ceil(waitMs / 1_000);
    for (const [key] of limits) taken.get(key)?.push(clock.now());
    return undefined;
  };
  return {
    message: (chatId) =>
      take([
        ["all", inAll],
        chatId < 0 ? [`group ${chatId}`, perGroup] : [`chat ${chatId}`, perChat],
      ]),
    draft: (chatId) => take([[`draft ${chatId}`, drafts]]),
  };
}
