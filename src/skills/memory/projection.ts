import {
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
    handler("memory_switched", {
      reads: ({ payload }) => [talk(payload)],
      evolve: ({ payload }, read) => [
        {
          op: "put",
          table: "conversation_memory",
          row: {
            ...talk(payload).key,
            is_on: payload.is_on,
            read_through: read("conversation_memory", talk(payload).key)?.["read_through"] ?? 0,
          },
        },
      ],
    }),
    handler("memory_read", {
      reads: ({ payload }) => [talk(payload)],
      evolve: ({ payload }, read) => [
        {
          op: "put",
          table: "conversation_memory",
          row: {
            ...talk(payload).key,
            is_on: read("conversation_memory", talk(payload).key)?.["is_on"] ?? true,
            read_through: payload.through_event,
          },
        },
      ],
    }),
  ],
};

const talk = ({
  account_id,
  conversation_id,
}: {
  readonly account_id: string;
  readonly conversation_id: string;
}) => ({ table: "conversation_memory", key: { account_id, conversation_id } });
