import { expect, it } from "vitest";
import { readDeparture } from "./departures.ts";

it("Slack tells who left a channel", () => {
  const app = { id: "A0001" } as Parameters<typeof readDeparture>[0];
  const event = { type: "member_left_channel", user: "U0000001", channel: "C0000001" };
  expect(readDeparture(app, { event_id: "Ev1", event })).toMatchObject({
    subject: "U0000001",
    scope: "group:C0000001",
  });
  const said = { event_id: "Ev1", event: { ...event, type: "message" } };
  expect(readDeparture(app, said)).toBe(undefined);
});
