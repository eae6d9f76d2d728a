import { type Chance, type Clock, iso } from "../domain/clock.ts";
import type { Channel } from "../domain/channel.ts";
import type { Verdict } from "../domain/delivery.ts";
import type { EventDraft } from "../domain/events.ts";
import { type DeliveryRow, fact } from "./claim-deliveries.ts";
import type { OutboxSettings } from "./outbox.ts";

export interface VerdictOn {
  readonly deps: { readonly clock: Clock; readonly chance: Chance; readonly settings: OutboxSettings };
  readonly row: DeliveryRow;
  readonly channel: Pick<Channel, "unknownSends"> | undefined;
}

/** The vendor's verdict as a fact. The kind of the verdict decides; nothing is read out of an error's text. */
export function verdictEvent(on: VerdictOn, verdict: Verdict): EventDraft {
  const now = on.deps.clock.now();
  switch (verdict.kind) {
    case "sent":
      return fact(now, on.row, { kind: "delivery_sent", payload: { provider_message_id: verdict.providerMessageId ?? null } });
    case "refused":
      return fact(now, on.row, { kind: "delivery_failed", payload: { code: verdict.code } });
    case "waiting_for_user":
      return fact(now, on.row, { kind: "delivery_waiting", payload: { code: verdict.code } });
    case "not_sent":
      return retry(on, { code: verdict.code, afterMs: verdict.retryAfterMs, orElse: "delivery_failed" });
    case "unknown":
      return on.channel?.unknownSends === "resend"
        ? retry(on, { code: verdict.code, afterMs: undefined, orElse: "delivery_unknown" })
        : fact(now, on.row, { kind: "delivery_unknown", payload: { code: verdict.code } });
    default:
      return verdict satisfies never;
  }
}

/**
 * The next try, a little spread out so that parts that failed together do not come back together. When there is none left,
 * `orElse` says what is known: a part whose outcome nobody knows has not failed.
 */
function retry(on: VerdictOn, why: { code: string; afterMs: number | undefined; orElse: string }): EventDraft {
  const { retryMs } = on.deps.settings;
  const now = on.deps.clock.now();
  const scheduled = retryMs[on.row.retry_attempt - 1];
  if (scheduled === undefined) return fact(now, on.row, { kind: why.orElse, payload: { code: why.code, attempts: on.row.retry_attempt } });
  const waitMs = Math.max(why.afterMs ?? 0, scheduled * (0.8 + 0.4 * on.deps.chance.random()));
  return fact(now, on.row, { kind: "delivery_retry", payload: { code: why.code, next_attempt_at: iso(now + waitMs) } });
}
