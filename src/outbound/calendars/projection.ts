import { handler, type Projection } from "../../domain/events/projection.ts";

/** Calendars elsewhere that people follow. What was found in them is work, not facts. */
export const outsideCalendarProjection: Projection = {
  tables: [
    {
      name: "outside_calendar",
      key: ["id"],
      work: ["next_look_at", "looked_at", "error_code", "skipped"],
    },
  ],
  handlers: [
    handler("outside_calendar_followed", ({ payload, at }) => [
      {
        op: "put",
        table: "outside_calendar",
        row: { ...payload, created_at: at, updated_at: at },
      },
    ]),
    handler("outside_calendar_left", ({ payload }) => [
      { op: "drop", table: "outside_calendar", key: { id: payload.id } },
    ]),
  ],
};
