import { iso } from "../../../domain/ports/clock.ts";
import type {
  Change,
  EventDraft,
  EventHandler,
  Json,
  RecordedEvent,
} from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { pathsOf } from "../state/path.ts";
import { list, object, text, texts } from "../state/payload.ts";

/** Turns of which nothing counts any more, on no branch. */
function turnsWithoutPath(events: readonly RecordedEvent[]): string[] {
  const { of, aside } = pathsOf(events);
  const versions = [...aside.values()].flatMap((one) => [...one.values()]);
  const counting = new Set(
    [...of.values(), ...versions].flatMap((path) => path.map(({ turnId }) => turnId)),
  );
  return [
    ...new Set(
      events.flatMap(({ turnId }) =>
        turnId === undefined || counting.has(turnId) ? [] : [turnId],
      ),
    ),
  ];
}

/** The words of turns that were wound back leave every table, not only the story's own. Of those that had left `before`, nothing is said again. */
export async function withdrawn(
  on: { readonly read: Reads; readonly now: number; readonly accountId: string },
  of: {
    readonly chatId: string;
    readonly events: readonly RecordedEvent[];
    readonly before?: readonly RecordedEvent[] | undefined;
  },
): Promise<EventDraft[]> {
  const gone = new Set(of.before === undefined ? [] : turnsWithoutPath(of.before));
  const turn_ids = turnsWithoutPath(of.events).filter((id) => !gone.has(id));
  if (turn_ids.length === 0) return [];
  const rows = await on.read.rows<{ id: string; what: string }>(
    `select id, 'delivery' as what from delivery_attempt where turn_id = any($1) and text <> ''
     union all select id, 'message' from message where turn_id = any($1) and text <> ''
     union all select m.id, 'message' from turn t join message m on m.conversation_id = t.conversation_id and m.direction = 'inbound'
       and m.seq between t.input_from_seq and t.input_to_seq where t.id = any($1) and m.text <> ''`,
    [turn_ids],
  );
  const ids = (what: string): string[] =>
    rows.filter((row) => row.what === what).map(({ id }) => id);
  const payload = {
    chat_id: of.chatId,
    turn_ids,
    message_ids: ids("message"),
    delivery_ids: ids("delivery"),
  };
  return [
    {
      stream: `withdrawn:${of.chatId}`,
      kind: "messages_withdrawn",
      at: iso(on.now),
      accountId: on.accountId,
      payload,
    },
  ];
}

/** Rows that read otherwise now. */
const newWords = (value: Json | undefined): { id: string; text: string }[] =>
  list(value).map((one) => ({ id: text(object(one), "id"), text: text(object(one), "text") }));

export const withdrawnHandler: EventHandler = {
  kind: "messages_withdrawn",
  evolve: ({ payload }): Change[] => [
    ...texts(payload["message_ids"]).map((id): Change => ({
      op: "patch",
      table: "message",
      key: { id },
      set: { text: "" },
    })),
    ...newWords(payload["reworded"]).map(({ id, text: now }): Change => ({
      op: "patch",
      table: "message",
      key: { id },
      set: { text: now },
    })),
    ...newWords(payload["reworded_deliveries"]).map(({ id, text: now }): Change => ({
      op: "patch",
      table: "delivery_attempt",
      key: { id },
      set: { text: now },
    })),
    ...texts(payload["delivery_ids"]).map((id): Change => ({
      op: "patch",
      table: "delivery_attempt",
      key: { id },
      set: { text: "" },
    })),
  ],
};
