import { type Change, handler, type Projection } from "../domain/events/projection.ts";

/** Files that came with messages: where each is kept, and that it no longer is. */
export const mediaProjection: Projection = {
  tables: [{ name: "media_file", key: ["id"] }],
  handlers: [
    handler("media_settled", {
      reads: ({ payload }) => [{ table: "message", key: { id: payload.message_id } }],
      evolve: ({ payload, at, accountId, conversationId }, read) => {
        const key = { id: payload.message_id };
        const was = read("message", key)?.["payload"];
        return [
          {
            op: "patch",
            table: "message",
            key,
            set: {
              payload: { ...(typeof was === "object" ? was : {}), media: payload.media },
            },
          },
          ...payload.files.map(({ id, bytes }): Change => ({
            op: "put",
            table: "media_file",
            row: {
              id,
              account_id: accountId,
              conversation_id: conversationId,
              message_id: payload.message_id,
              bytes,
              kept_at: at,
            },
          })),
        ];
      },
    }),
    handler("media_dropped", ({ payload, at }) => [
      {
        op: "patch",
        table: "media_file",
        key: { id: payload.id },
        set: { dropped_at: at },
      },
    ]),
  ],
};
