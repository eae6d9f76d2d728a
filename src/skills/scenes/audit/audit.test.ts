import { expect, it } from "vitest";
import { isEventOf } from "../../../domain/events/catalogue.ts";
import { createLoggedEvent, storyEvent } from "../../../../test/support/story-event.ts";
import { auditInMemory } from "../../../../test/support/audited-story.ts";
import type { RecordedCall } from "./story-structure.ts";

const words = "The Silver Gate of Ostrava stands open at noon.";
const events = [
  storyEvent(1, "chat_created", {
    id: "c",
    host_bot_id: "ann",
    initial_time: "2026-04-26T20:00:00Z",
  }),
  storyEvent(2, "scene_opened", { scene_id: 1, participants: ["you", "ann", "cy"] }),
  storyEvent(3, "meanwhile_scene_started", { scene_id: 2, host_bot_id: "bob" }),
  storyEvent(4, "assistant_turn", {
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
  createLoggedEvent(100, "bot_authored", { id: "ann", name: "Ann", extensions: { lorebook } }),
  createLoggedEvent(101, "bot_authored", { id: "cy", name: "Cy" }),
].filter((event) => isEventOf(event, "bot_authored"));
const createCall = (viewer: string): RecordedCall => ({
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

it("the audit accepts words of a character's own lorebook and points them out for anyone else", async () => {
  const audit = (viewer: string) =>
    auditInMemory({ chatId: "c", events, authored, calls: [createCall(viewer)] });
  expect(await audit("ann")).toEqual({ leaks: [], suspicions: [] });
  expect(await audit("cy")).toMatchObject({
    leaks: [],
    suspicions: [{ kind: "words", viewer: "cy", eventId: 4 }],
  });
});
