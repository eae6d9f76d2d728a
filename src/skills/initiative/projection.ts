import { handler, type Projection } from "../../domain/events/projection.ts";

/** Who lets the companion write first, and what it wrote. */
export const initiativeProjection: Projection = {
  tables: [
    { name: "initiative", key: ["account_id"] },
    { name: "initiative_message", key: ["id"] },
  ],
  handlers: [
    handler("initiative_set", ({ payload, at }) => [
      {
        op: "put",
        table: "initiative",
        row: { ...payload, silence_days: payload.silence_days ?? null, since: at },
      },
    ]),
    handler("initiative_taken", ({ payload, at }) => [
      { op: "put", table: "initiative_message", row: { ...payload, at } },
    ]),
  ],
};
