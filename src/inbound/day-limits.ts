import { type Clock, iso } from "../domain/ports/clock.ts";
import { dayStart } from "../domain/local-day.ts";
import type { InboundMessage } from "../domain/message.ts";
import type { Limits } from "../domain/quotas.ts";
import type { Sql } from "../store/database/database.ts";
import type { UsageMeter } from "../store/quotas/usage-meter.ts";
import { createRateLimit } from "../accounts/rate-limit.ts";
import type { FoundRows } from "./look-up.ts";

/** Daily limits: messages of one account, and new accounts in all. */
export interface DayLimits {
  /** Counts a message; seconds until the next one is taken, when there were too many today. */
  take(accountId: string): number | undefined;
  giveBack(accountId: string): void;
  /** Whether the person has not been notified yet. */
  mayTell(accountId: string): boolean;
  /**
   * How many strangers may still become accounts today. Asked only when one of these messages would
   * make one.
   */
  newcomersLeft(
    sql: Sql,
    messages: readonly InboundMessage[],
    found: readonly FoundRows[],
  ): Promise<number>;
  readonly messagesPerDay: number;
}

export interface DayLimitDeps {
  readonly clock: Clock;
  readonly defaultTimezone: string;
  readonly usage?: { readonly limits: Limits; readonly meter: UsageMeter } | undefined;
}

const tellAgainMs = 20 * 3_600_000;

export function createDayLimits({ clock, defaultTimezone, usage }: DayLimitDeps): DayLimits {
  const telling = createRateLimit({ clock, burst: 1, refillMs: tellAgainMs });
  return {
    take: (accountId) => usage?.meter.takeMessage(accountId),
    giveBack: (accountId) => usage?.meter.giveBack(accountId),
    mayTell: (accountId) => telling.take(accountId) === 0,
    messagesPerDay: usage?.limits.account.messagesPerDay ?? Infinity,
    async newcomersLeft(sql, messages, found) {
      if (
        usage === undefined ||
        !messages.some((message, index) => isNewcomer(message, found[index]))
      )
        return Infinity;
      const [made] = await sql.rows<{ count: number }>(
        "select count(*) as count from account where created_at >= $1",
        [iso(dayStart(clock.now(), defaultTimezone))],
      );
      return usage.limits.server.newAccountsPerDay - (made?.count ?? 0);
    },
  };
}

const isNewcomer = (
  { provision, accountId }: InboundMessage,
  found: FoundRows | undefined,
): boolean =>
  provision &&
  accountId === undefined &&
  found?.identity_account === null &&
  found.message_id === null;
