import { finish } from "../../../domain/slices.ts";
import { expect, it } from "vitest";
import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import { traceFeelings } from "./feelings.ts";

const createEvent = (id: number, kind: string, payload: Payload): RecordedEvent => ({
  id,
  at: "2026-01-01T00:00:00Z",
  stream: "chat:c",
  streamVersion: id,
  kind,
  payload,
});
const createEdgeUpdate = (id: number, more: Payload): RecordedEvent =>
  createEvent(id, "edge_update", { source_id: "ann", target_id: "you", ...more });

it("feelings start at the midpoint, and a beat that changes nothing adds no step", () => {
  const path = [
    createEvent(1, "chat_created", { initial_time: "2026-04-26T20:00:00Z" }),
    createEdgeUpdate(2, { affinity_delta: 4 }),
    createEvent(3, "assistant_turn", { story_time: "2026-04-26T20:01:00Z" }),
    createEdgeUpdate(4, { affinity_delta: 0, trust_delta: 0 }),
    createEvent(5, "time_advanced", { to: "2026-04-27T08:00:00Z" }),
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
