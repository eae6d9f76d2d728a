import { expect, test } from "vitest";
import { type Message } from "../api/contract.ts";
import { cardsByMessage, undoableCard, type Card } from "./cards.ts";

const createMessage = (
  id: string,
  turn: string | null,
  direction: Message["direction"] = "outbound",
): Message => ({
  id,
  event_id: 1,
  direction,
  text: "",
  turn_id: turn,
  created_at: "2026-11-16T08:00:00Z",
  end: null,
  deliveries: [],
  attachments: [],
  quote: null,
  spoken_as: null,
  versions: null,
});
const card = (turn_id: string | null, message_id: string | null = null): Card => ({
  turn_id,
  message_id,
  reminder_id: `${turn_id ?? message_id}`,
  content: "x",
  lifecycle: "active",
  completion: null,
  local_start: null,
  timezone: "UTC",
  next_fire_at: null,
  is_recurring: false,
  shared_reminder_id: null,
  version: 1,
  can_undo: false,
});

test("a card stands below the last message of its turn, and below the message by which it fired", () => {
  const messages = [
    createMessage("in", "t1", "inbound"),
    createMessage("a", "t1"),
    createMessage("b", "t1"),
    createMessage("c", null),
  ];
  const placed = cardsByMessage(messages, [card("t1"), card(null, "c"), card("t9")]);
  expect(
    [...placed].map(([message, cards]) => [message, cards.map(({ reminder_id: id }) => id)]),
  ).toEqual([
    ["b", ["t1"]],
    ["c", ["c"]],
  ]);
});

test("a reminder that was spoken of again has its card there, and none where it was before", () => {
  const messages = [createMessage("a", "t1"), createMessage("b", "t2"), createMessage("c", null)];
  const same = { reminder_id: "r" };
  const created = { ...card("t1"), ...same };
  const moved = { ...card("t2"), ...same };
  const placesOf = (cards: readonly Card[]): readonly string[] => [
    ...cardsByMessage(messages, cards).keys(),
  ];
  expect(placesOf([moved, created])).toEqual(["b"]);
  expect(placesOf([created, { ...card(null, "c"), ...same }, moved])).toEqual(["c"]);
});

test("one card offers to undo everything that its turn did, whatever was said since", () => {
  const undoable = { ...card("t1"), can_undo: true };
  expect(undoableCard([card("t0"), undoable, { ...undoable }])).toBe(undoable);
  expect(undoableCard([card("t0")])).toBeUndefined();
});
