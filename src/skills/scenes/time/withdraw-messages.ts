import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft, PayloadOf } from "../../../domain/events/catalogue.ts";
import { type Change, handler } from "../../../domain/events/projection.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { type Pausable, slices } from "../../../domain/slices.ts";
import { computePaths } from "../state/path.ts";
import type { RecordedChatEvent } from "../state/events.ts";

/** Turns that count on no branch any more. */
function* listPathlessTurns(events: readonly RecordedChatEvent[]): Pausable<string[]> {
  const { byBranch, inactive } = yield* computePaths(events);
  const versions = [...inactive.values()].flatMap((one) => [...one.values()]);
  const counting = new Set(
    [...byBranch.values(), ...versions].flatMap((path) => path.map(({ turnId }) => turnId)),
  );
  return [
    ...new Set(
      events.flatMap(({ turnId }) =>
        turnId === undefined || counting.has(turnId) ? [] : [turnId],
      ),
    ),
  ];
}

/**
 * Removes the text of rewound turns from the messages and deliveries too. Turns already removed in
 * `before` are skipped.
 */
export async function withdrawMessages(
  on: { readonly read: Reads; readonly now: number; readonly accountId: string },
  of: {
    readonly chatId: string;
    readonly events: readonly RecordedChatEvent[];
    readonly before?: readonly RecordedChatEvent[] | undefined;
  },
): Promise<EventDraft<"messages_withdrawn">[]> {
  const gone = new Set(
    of.before === undefined ? [] : await slices.run(listPathlessTurns(of.before)),
  );
  const turn_ids = (await slices.run(listPathlessTurns(of.events))).filter((id) => !gone.has(id));
  if (turn_ids.length === 0) return [];
  const rows = await on.read.rows<{ id: string; what: string }>(
    `select id, 'delivery' as what from delivery_attempt where turn_id = any($1) and text <> ''
     union all select id, 'message' from message where turn_id = any($1) and text <> ''
     union all select m.id, 'message' from turn t join message m on m.conversation_id = t.conversation_id and m.direction = 'inbound'
       and m.seq between t.input_from_seq and t.input_to_seq where t.id = any($1) and m.text <> ''`,
    [turn_ids],
  );
  const listIds = (what: string): string[] =>
    rows.filter((row) => row.what === what).map(({ id }) => id);
  return [
    draftWithdrawal(on, {
      chat_id: of.chatId,
      turn_ids,
      message_ids: listIds("message"),
      delivery_ids: listIds("delivery"),
    }),
  ];
}

export const draftWithdrawal = (
  on: { readonly now: number; readonly accountId: string },
  payload: PayloadOf<"messages_withdrawn">,
): EventDraft<"messages_withdrawn"> => ({
  stream: `withdrawn:${payload.chat_id}`,
  kind: "messages_withdrawn",
  at: iso(on.now),
  accountId: on.accountId,
  payload,
});

const setText = (table: string, id: string, text: string): Change => ({
  op: "patch",
  table,
  key: { id },
  set: { text },
});

export const withdrawnHandler = handler("messages_withdrawn", ({ payload }) => [
  ...payload.message_ids.map((id) => setText("message", id, "")),
  ...(payload.reworded ?? []).map(({ id, text }) => setText("message", id, text)),
  ...(payload.reworded_deliveries ?? []).map(({ id, text }) =>
    setText("delivery_attempt", id, text),
  ),
  ...payload.delivery_ids.map((id) => setText("delivery_attempt", id, "")),
]);
