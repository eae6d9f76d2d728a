import { expect, it } from "vitest";
import { readDepartures } from "./departures.ts";

it("Feishu tells who left a group, several at once", () => {
  const app = { id: "cli_1" } as Parameters<typeof readDepartures>[0];
  const users = ["ou_a1", "ou_b2"].map((open_id) => ({ user_id: { open_id } }));
  const event = { chat_id: "oc_club", users };
  const header = { event_type: "im.chat.member.user.deleted_v1", event_id: "e1", app_id: "cli_1" };
  expect(readDepartures(app, { header, event }).map(({ subject }) => subject)).toEqual([
    "ou_a1",
    "ou_b2",
  ]);
  expect(readDepartures(app, { header: { ...header, app_id: "cli_2" }, event })).toEqual([]);
});
