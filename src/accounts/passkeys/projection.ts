import { handler, type Projection } from "../../domain/events/projection.ts";

/** Passkeys. When one was last used is a mark, not a fact of the log. */
export const passkeyProjection: Projection = {
  tables: [
    { name: "passkey", key: ["id"], work: ["last_used_at", "last_challenge_at", "sign_count"] },
  ],
  handlers: [
    handler("passkey_added", ({ payload, at }) => [
      {
        op: "put",
        table: "passkey",
        row: {
          id: payload.id,
          account_id: payload.account_id,
          role: payload.role,
          host: payload.host,
          name: payload.name,
          public_key: payload.public_key,
          created_at: at,
        },
      },
    ]),
    handler("passkey_renamed", ({ payload: { id, name } }) => [
      { op: "patch", table: "passkey", key: { id }, set: { name } },
    ]),
    handler("passkey_removed", ({ payload: { id } }) => [
      { op: "drop", table: "passkey", key: { id } },
    ]),
  ],
};
