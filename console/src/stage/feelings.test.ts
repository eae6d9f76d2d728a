import { describe, expect, test } from "vitest";
import { type Feeling } from "./contract-past.ts";
import {
  curvesOf,
  feelingsAt,
  momentsOf,
  placesAround,
  rangeOf,
  stepLine,
  warmthOf,
} from "./feelings.ts";

const feeling = (event_id: number, source_id: string, affinity: number): Feeling => ({
  event_id,
  story_time: `t${event_id}`,
  source_id,
  target_id: "you",
  affinity,
  trust: 50,
});
const feelings = [
  feeling(1, "ann", 50),
  feeling(4, "bob", 50),
  { ...feeling(5, "ann", 60), story_time: "t4" },
  feeling(9, "ann", 40),
];

describe("feelings over the story's time", () => {
  test("what stood at a moment is the latest of each pair up to then", () => {
    expect(momentsOf(feelings)).toEqual([
      { storyTime: "t1", eventId: 1 },
      { storyTime: "t4", eventId: 5 },
      { storyTime: "t9", eventId: 9 },
    ]);
    expect(feelingsAt(feelings, 5).map(({ source_id, affinity }) => [source_id, affinity])).toEqual(
      [
        ["ann", 60],
        ["bob", 50],
      ],
    );
  });

  test("a curve is level until its feeling moves, and begins where it does", () => {
    const [ann, bob] = curvesOf(feelings);
    const of = { width: 100, height: 50, range: { low: 0, high: 100 }, moments: [1, 5, 9] };
    expect(stepLine(ann?.points ?? [], "affinity", of)).toBe("M0 25H50V20H100V30H100");
    expect(stepLine(bob?.points ?? [], "affinity", of)).toBe("M50 25H100");
    expect(rangeOf(feelings)).toEqual({ low: 40, high: 60 });
  });

  test("people sit round a table, nobody upon another, and warmth has five steps", () => {
    const places = [...placesAround(["you", "ann", "bob"], { x: 100, y: 100 }).values()];
    expect(new Set(places.map(({ x, y }) => `${x},${y}`)).size).toBe(3);
    expect(places[0]).toEqual({ x: 0, y: -100 });
    expect([10, 40, 50, 70, 90].map(warmthOf)).toEqual(["cold", "cool", "even", "warm", "close"]);
  });
});
