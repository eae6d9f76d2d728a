import type { ChannelStorage } from "../channels/kit/wiring.ts";
import type { Chance, Clock } from "../domain/ports/clock.ts";
import { openQuotedMessages } from "../inbound/quoted-messages.ts";
import { forgetOldCallbacks, openSeenCallbacks } from "../inbound/seen-callbacks.ts";
import { forgetOldAnswers, openAnswerStreams } from "../outbound/answer-streams.ts";
import { forgetOldPushes, openPushLedger } from "../outbound/push-ledger.ts";
import { openReplyTickets } from "../outbound/reply-tickets.ts";
import type { Database } from "../store/database/database.ts";
import type { Keys } from "../store/secrets.ts";

/** The tables that channels share. */
export function openChannelStorage(on: {
  readonly db: Database;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly keys: Keys;
}): ChannelStorage {
  return {
    quotes: openQuotedMessages(on.db),
    streams: openAnswerStreams(on),
    tickets: openReplyTickets(on),
    pushes: openPushLedger(on),
    seen: openSeenCallbacks(on),
    async forgetOld() {
      const done = await Promise.allSettled(
        [forgetOldAnswers, forgetOldCallbacks, forgetOldPushes].map((forget) => forget(on)),
      );
      const failed = done.find((each) => each.status === "rejected");
      if (failed !== undefined) throw failed.reason;
    },
  };
}
