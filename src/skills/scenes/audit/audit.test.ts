import { expect, it } from "vitest";
import type { RecordedEvent } from "../../../domain/events.ts";
import { auditChat, type RecordedCall } from "./audit.ts";

const event = (id: number, kind: string, payload: object): RecordedEvent => ({
  id,
  at: "2026-04-26T20:00:00.000Z",
  stream: "chat:c",
  streamVersion: id,
  kind,
  payload: payload as RecordedEvent["payload"],
  accountId: "a",
  chatId: "c",
});
const words = "The Silver Gate of Ostrava stands open at noon.";
const events = [
  event(1, "chat_created", { id: "c", host_bot_id: "ann", initial_time: "2026-04-26T20:00:00Z" }),
  event(2, "scene_opened", { scene_id: 1, participants: ["you", "ann", "cy"] }),
  event(3, "meanwhile_scene_started", { scene_id: 2, host_bot_id: "bob" }),
  event(4, "assistant_turn", {
    id: "t",
    scene_id: 2,
    speaker_id: "bob",
    text: words,
    present: ["bob"],
    witnesses: ["bob"],
  }),
];
const lorebook = { entries: [{ keys: ["gate"], content: words }] };
const authored = [
  event(100, "bot_authored", { id: "ann", name: "Ann", extensions: { lorebook } }),
  event(101, "bot_authored", { id: "cy", name: "Cy" }),
];
const told = (viewer: string): RecordedCall => ({
  id: "call",
  purpose: "narrative",
  viewer,
  turnId: null,
  messages: [{ role: "user", content: `## lore\n${words}` }],
  sourceEventIds: [],
  position: 4,
  typed: new Map(),
  answered: [],
});

it("what stands in somebody's own book is theirs, whoever else says it where they are not", () => {
  expect(auditChat({ chatId: "c", events, authored, calls: [told("ann")] })).toEqual([]);
  expect(auditChat({ chatId: "c", events, authored, calls: [told("cy")] })).toMatchObject([
    { kind: "words", viewer: "cy", eventId: 4 },
  ]);
});
