import { describe, expect, it } from "vitest";
import { type Conversation } from "../api/contract.ts";
import { groupByDay } from "./conversation-groups.ts";

const talk = (id: string, at: string, pinned = false): Conversation => ({
  id,
  channel: "web",
  title: id,
  last_text: null,
  last_direction: null,
  last_event_id: null,
  updated_at: at,
  running: false,
  story_id: null,
  pinned,
  archived: false,
  deleted_at: null,
});

describe("conversations by day", () => {
  it("go by the calendar of the person's zone, the pinned ones first", () => {
    const now = Date.parse("2026-03-10T16:30:00Z");
    const all = [
      talk("b", "2026-03-10T16:10:00Z"),
      talk("c", "2026-03-10T15:50:00Z"),
      talk("d", "2026-03-06T12:00:00Z"),
      talk("e", "2026-02-20T12:00:00Z"),
      talk("f", "2025-02-20T12:00:00Z"),
      talk("a", "2025-01-01T12:00:00Z", true),
    ];
    const groups = groupByDay(all, now, "Asia/Shanghai");
    expect(
      groups.map(({ name, conversations }) => [name, conversations.map(({ id }) => id)]),
    ).toEqual([
      ["pinned", ["a"]],
      ["today", ["b"]],
      ["yesterday", ["c"]],
      ["week", ["d"]],
      ["month", ["e"]],
      ["older", ["f"]],
    ]);
    expect(groupByDay(all, now, "UTC")[1]?.conversations.map(({ id }) => id)).toEqual(["b", "c"]);
  });
});
