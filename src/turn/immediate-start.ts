import type { EventDraft } from "../domain/events.ts";
import type { Arrival, Beginning } from "../store/work/immediate-start.ts";
import { write } from "../store/database/database.ts";
import type { Reserved } from "../store/work/work-loop.ts";
import type { TurnEngine } from "./engine.ts";
import { begin, type ClaimedLane, type WindowRow } from "./start.ts";
import type { TakenLane } from "./take.ts";

/**
 * Where a lane is idle and a hand is free, nobody has to be woken to look for the message: it is taken in, its lane claimed and its turn
 * started by one commit. Whatever is not that simple waits in its lane and is claimed from there.
 */
export function beginAtDoor(
  on: TurnEngine,
  hand: Reserved<TakenLane>,
  { lane, received, account }: Arrival,
): Beginning {
  const claimed: ClaimedLane = {
    id: lane.id,
    account_id: lane.accountId,
    provider_type: lane.channel,
    channel_account: lane.channelAccount,
    scope: lane.scope,
    peer: lane.peer,
    last_closed_inbound_seq: lane.closedSeq,
    running_turn_id: null,
    cleared_through_event: lane.idle?.clearedThrough ?? 0,
    fence: (lane.idle?.fence ?? 0) + 1,
    failures: 0,
  };
  const { turn, draft } = begin(on, claimed, {
    window: [windowRow(received, account)],
    left: new Map(),
  });
  return {
    draft,
    hold: (sql) =>
      write(
        sql,
        "update conversation set lease_holder = $2, lease_until = now() + $3 * interval '1 millisecond', fence = $4 where id = $1",
        [lane.id, on.settings.holder, on.settings.leaseMs, claimed.fence],
      ),
    run({ id: eventId }) {
      const window = turn.window.map((message) => ({ ...message, eventId }));
      // Whoever knocked is answered first.
      setImmediate(() => {
        on.failpoints.hit("turn.claimed");
        hand.run({ lane: claimed, turn: { ...turn, window } });
      });
    },
    drop: () => hand.drop(),
  };
}

/** As it will be read from its row, but for its place in the log. */
function windowRow({ payload, at, accountId }: EventDraft, account: Arrival["account"]): WindowRow {
  return {
    messageId: payload["id"] as string,
    accountId: accountId ?? "",
    seq: payload["seq"] as number,
    eventId: 0,
    text: payload["text"] as string,
    senderName: payload["sender_name"] as string | null,
    payload: payload["payload"] as WindowRow["payload"],
    at,
    vendorId: payload["vendor_id"] as string | null,
    ...account,
    language: account.language as WindowRow["language"],
  };
}
