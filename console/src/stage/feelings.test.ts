import { describe, expect, test } from "vitest";
import { type Feeling } from "./contract-past.ts";
import {
  groupCurves,
  findFeelingsAt,
  listMoments,
  placeAround,
  findRange,
  drawStepLine,
  classifyWarmth,
} from "./feelings.ts";

const createFeeling = (event_id: number, source_id: string, affinity: number): Feeling => ({
  event_id,
  story_time: `t${event_id}`,
  source_id,
  target_id: "you",
  affinity,
  trust: 50,
});
const feelings = [
  createFeeling(1, "ann", 50),
  createFeeling(4, "bob", 50),
  { ...createFeeling(5, "ann", 60), story_time: "t4" },
  createFeeling(9, "ann", 40),
];

describe("feelings over the time of a story", () => {
  test("feelings as of a moment are the latest of each pair up to then", () => {
    expect(listMoments(feelings)).toEqual([
      { storyTime: "t1", eventId: 1 },
      { storyTime: "t4", eventId: 5 },
      { storyTime: "t9", eventId: 9 },
    ]);
    expect(
      findFeelingsAt(feelings, 5).map(({ source_id, affinity }) => [source_id, affinity]),
    ).toEqual([
      ["ann", 60],
      ["bob", 50],
    ]);
  });

  test("a curve of a feeling starts at its first value and is level between changes", () => {
    const [ann, bob] = groupCurves(feelings);
    const of = { width: 100, height: 50, range: { low: 0, high: 100 }, moments: [1, 5, 9] };
    expect(drawStepLine(ann?.points ?? [], "affinity", of)).toBe("M0 25H50V20H100V30H100");
    expect(drawStepLine(bob?.points ?? [], "affinity", of)).toBe("M50 25H100");
    expect(findRange(feelings)).toEqual({ low: 40, high: 60 });
  });

  test("characters in the feelings graph do not overlap, and warmth has five levels", () => {
    const places = [...placeAround(["you", "ann", "bob"], { x: 100, y: 100 }).values()];
    expect(new Set(places.map(({ x, y }) => `${x},${y}`)).size).toBe(3);
    expect(places[0]).toEqual({ x: 0, y: -100 });
    expect([10, 40, 50, 70, 90].map(classifyWarmth)).toEqual([
      "cold",
      "cool",
      "even",
      "warm",
      "close",
    ]);
  });
});
