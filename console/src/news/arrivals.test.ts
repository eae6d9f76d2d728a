import { describe, expect, test } from "vitest";
import { type Conversation } from "../api/contract.ts";
import { look, nothingKnown } from "./arrivals.ts";

const conversation = (id: string, at: number, more: Partial<Conversation> = {}): Conversation => ({
  id,
  channel: "web",
  title: null,
  last_text: `${id} ${at}`,
  last_direction: "outbound",
  last_event_id: at,
  updated_at: "2026-04-26T12:00:00Z",
  running: false,
  story_id: null,
  pinned: false,
  archived: false,
  deleted_at: null,
  ...more,
});

describe("news", () => {
  const first = look(nothingKnown, [conversation("a", 1), conversation("b", 2)], undefined);

  test("news are words to the person that came since the first look, until their conversation is open", () => {
    expect([...first.unread]).toEqual([]);
    const next = look(first, [conversation("a", 3), conversation("b", 2)], "b");
    expect([[...next.unread], next.latest?.last_text]).toEqual([["a"], "a 3"]);
    const read = look(next, [conversation("a", 3), conversation("b", 2)], "a");
    expect([[...read.unread], read.latest]).toEqual([[], undefined]);
  });

  test("news are neither what is read as it comes, nor the person's own words, nor a story", () => {
    const own = conversation("c", 5, { last_direction: "inbound" });
    expect([
      ...look(first, [conversation("a", 3), own, conversation("d", 6, { story_id: "s" })], "a")
        .unread,
    ]).toEqual([]);
  });

  test("news of a conversation that is gone are gone", () => {
    const next = look(first, [conversation("a", 3)], undefined);
    expect([...look(next, [conversation("b", 2)], undefined).unread]).toEqual([]);
  });

  test("news come in a conversation that was unknown, and not in an old one that the list shows again", () => {
    const next = look(first, [conversation("old", 1), conversation("fresh", 7)], undefined);
    expect([...next.unread]).toEqual(["fresh"]);
  });
});
