import { finish } from "../../../domain/slices.ts";
import { expect, it } from "vitest";
import { storyEvent } from "../../../../test/support/story-event.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { traceFeelings } from "./stage-api.ts";

const createEdgeUpdate = (id: number, more: JsonObject) =>
  storyEvent(id, "edge_update", { source_id: "ann", target_id: "you", ...more });

it("feelings start at the midpoint, and a beat that changes nothing adds no step", () => {
  const path = [
    storyEvent(1, "chat_created", { initial_time: "2026-04-26T20:00:00Z" }),
    createEdgeUpdate(2, { affinity_delta: 4 }),
    storyEvent(3, "assistant_turn", { story_time: "2026-04-26T20:01:00Z" }),
    createEdgeUpdate(4, { affinity_delta: 0, trust_delta: 0 }),
    storyEvent(5, "time_advanced", { to: "2026-04-27T08:00:00Z" }),
    createEdgeUpdate(6, { trust: 70 }),
  ];
  expect(
    finish(traceFeelings(path)).map(({ event_id, story_time, affinity, trust }) => [
      event_id,
      story_time,
      affinity,
      trust,
    ]),
  ).toEqual([
    [2, "2026-04-26T20:00:00Z", 54, 50],
    [6, "2026-04-27T08:00:00Z", 54, 70],
  ]);
});
