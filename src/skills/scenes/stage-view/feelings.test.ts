import { expect, it } from "vitest";
import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import { feelingsAlong } from "./feelings.ts";

const event = (id: number, kind: string, payload: Payload): RecordedEvent => ({
  id,
  at: "2026-01-01T00:00:00Z",
  stream: "chat:c",
  streamVersion: id,
  kind,
  payload,
});
const edge = (id: number, more: Payload): RecordedEvent =>
  event(id, "edge_update", { source_id: "ann", target_id: "you", ...more });

it("a feeling begins in the middle, moves by what happened, and a beat that moved nothing is no step", () => {
  const path = [
    event(1, "chat_created", { initial_time: "2026-04-26T20:00:00Z" }),
    edge(2, { affinity_delta: 4 }),
    event(3, "assistant_turn", { story_time: "2026-04-26T20:01:00Z" }),
    edge(4, { affinity_delta: 0, trust_delta: 0 }),
    event(5, "time_advanced", { to: "2026-04-27T08:00:00Z" }),
    edge(6, { trust: 70 }),
  ];
  expect(
    feelingsAlong(path).map(({ event_id, story_time, affinity, trust }) => [
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
