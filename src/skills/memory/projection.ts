import type { PayloadOf } from "../../domain/events/catalogue.ts";
import {
  type EventHandler,
  handler,
  pickFields,
  type Change,
  type Projection,
} from "../../domain/events/projection.ts";

const memory = (id: string, set: Readonly<Record<string, unknown>>): Change => ({
  op: "patch",
  table: "person_memory",
  key: { id },
  set,
});

/** What people said about themselves, and where nothing is remembered. */
export const memoryProjection: Projection = {
  tables: [
    { name: "person_memory", key: ["id"] },
    { name: "forgotten_message", key: ["account_id", "event_id"] },
    { name: "conversation_memory", key: ["account_id", "conversation_id"] },
  ],
  handlers: [
    handler("memory_stated", ({ payload, at, id }) => [
      {
        op: "put",
        table: "person_memory",
        row: {
          ...pickFields(payload, [
            "id",
            "account_id",
            "conversation_id",
            "audience",
            "form",
            "words",
            "topic",
            "value",
            "date_said",
            "date_meant",
            "origin",
            "sources",
            "said_at",
          ]),
          event_id: id,
          pinned: false,
          superseded_by: null,
          created_at: at,
          updated_at: at,
        },
      },
    ]),
    handler("memory_superseded", ({ payload, at }) => [
      memory(payload.id, { superseded_by: payload.by, updated_at: at }),
    ]),
    handler("memory_pinned", ({ payload, at }) => [
      memory(payload.id, { pinned: payload.pinned, updated_at: at }),
    ]),
    handler("memory_forgotten", ({ payload: { id, account_id, sources } }) => [
      { op: "drop", table: "person_memory", key: { id } },
      ...sources.map((event_id): Change => ({
        op: "put",
        table: "forgotten_message",
        row: { account_id, event_id },
      })),
    ]),
    // What was said while it was off is not read later either.
    ofTalk("memory_switched", ({ payload: { is_on }, id }, before) => ({
      is_on,
      ...(is_on && before["is_on"] === false ? { read_through: id } : {}),
    })),
    ofTalk("memory_pending", ({ payload: { audience, through_event } }) => ({
      audience,
      pending_through: through_event,
    })),
    ofTalk("memory_read", ({ payload: { through_event } }) => ({ read_through: through_event })),
  ],
};

type TalkKind = "memory_switched" | "memory_pending" | "memory_read";

interface Told<Kind extends TalkKind> {
  readonly payload: PayloadOf<Kind>;
  readonly id: number;
}

/** One field of a conversation's row changes, which may not be there yet. */
function ofTalk<Kind extends TalkKind>(
  kind: Kind,
  set: (
    event: Told<Kind>,
    before: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>,
): EventHandler {
  return handler(kind, {
    reads: ({ payload }) => [{ table: "conversation_memory", key: keyOf(payload) }],
    evolve: ({ payload, id }, read) => {
      const before = read("conversation_memory", keyOf(payload)) ?? {};
      const row = {
        is_on: before["is_on"] ?? true,
        audience: before["audience"] ?? "private",
        pending_through: before["pending_through"] ?? 0,
        read_through: before["read_through"] ?? 0,
        ...keyOf(payload),
        ...set({ payload, id }, before),
      };
      return [{ op: "put", table: "conversation_memory", row }];
    },
  });
}

const keyOf = ({ account_id, conversation_id }: PayloadOf<TalkKind>) => ({
  account_id,
  conversation_id,
});
