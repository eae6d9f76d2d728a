import { type Change, type Key, type Payload, type Projection, textIn } from "../domain/events.ts";

const messageKey = (payload: Payload): Key => ({ id: textIn(payload, "message_id") });

/** Files that came with messages: where each is kept, and that it no longer is. */
export const mediaProjection: Projection = {
  tables: [{ name: "media_file", key: ["id"] }],
  handlers: [
    {
      kind: "media_settled",
      reads: ({ payload }) => [{ table: "message", key: messageKey(payload) }],
      evolve: ({ payload, at, accountId, conversationId }, read) => {
        const key = messageKey(payload);
        const was = read("message", key)?.["payload"] as Payload | undefined;
        const files = payload["files"] as readonly Payload[];
        return [
          {
            op: "patch",
            table: "message",
            key,
            set: { payload: { ...was, media: payload["media"] } },
          },
          ...files.map(({ id, bytes }): Change => ({
            op: "put",
            table: "media_file",
            row: {
              id,
              account_id: accountId,
              conversation_id: conversationId,
              message_id: key["id"],
              bytes,
              kept_at: at,
            },
          })),
        ];
      },
    },
    {
      kind: "media_dropped",
      evolve: ({ payload, at }) => [
        {
          op: "patch",
          table: "media_file",
          key: { id: textIn(payload, "id") },
          set: { dropped_at: at },
        },
      ],
    },
  ],
};
