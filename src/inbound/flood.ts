import type { Clock } from "../domain/ports/clock.ts";
import { Refusal } from "../domain/errors.ts";
import type { InboundMessage } from "../domain/message.ts";
import { createRateLimit } from "../accounts/rate-limit.ts";

/** A message that was refused because its sender writes too fast. The vendor may send it again. */
export interface Flooded {
  readonly kind: "flooded";
  readonly retryAfterSeconds: number;
  /** The limit of a day was reached, not that of a minute. */
  readonly isForToday?: boolean | undefined;
}

export interface FloodGate {
  /**
   * Spends one of this person's; undefined lets the message in. `tell` says whether the person has
   * yet to hear of it.
   */
  take(
    message: InboundMessage,
    isControl: boolean,
  ): (Flooded & { readonly tell: boolean }) | undefined;
  /** The transaction failed: nothing was accepted and no notice was sent. */
  undo(message: InboundMessage, isControl: boolean): void;
}

const tellAgainMs = 10 * 60_000;

/**
 * How much one person may write. Counted in this process, by sender and vendor account: others are
 * not affected. Control words have a count of their own, so that a stop is accepted whatever came
 * before it. Signed-in callers are counted by the API.
 */
export function createFloodGate(clock: Clock, perMinute: number | undefined): FloodGate {
  if (perMinute === undefined) return { take: () => undefined, undo: () => undefined };
  const limit = createRateLimit({ clock, burst: perMinute, refillMs: 60_000 });
  const telling = createRateLimit({ clock, burst: 1, refillMs: tellAgainMs });
  return {
    take(message, isControl) {
      if (message.accountId !== undefined) return undefined;
      const waitMs = limit.take(keyOf(message, isControl));
      if (waitMs === 0) return undefined;
      const tell = telling.take(keyOf(message, false)) === 0;
      return { kind: "flooded", retryAfterSeconds: Math.ceil(waitMs / 1_000), tell };
    },
    undo(message, isControl) {
      if (message.accountId === undefined) limit.giveBack(keyOf(message, isControl));
    },
  };
}

const keyOf = ({ route, subject }: InboundMessage, isControl: boolean): string =>
  JSON.stringify([route.channel, route.channelAccount, subject, isControl]);

/** The answer to a vendor that pushed it: it keeps the message and sends it again later. */
export function flooding({ retryAfterSeconds, isForToday }: Flooded): Refusal {
  if (isForToday === true)
    return new Refusal(
      "daily_limit",
      {
        retry_after_seconds: retryAfterSeconds,
      },
      "This person has reached today's message limit. Send it again tomorrow.",
    );
  return new Refusal(
    "rate_limited",
    {
      retry_after_seconds: retryAfterSeconds,
    },
    "This person sends messages too fast. Send it again later.",
  );
}
