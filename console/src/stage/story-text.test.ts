import { describe, expect, test } from "vitest";
import { clipped, linePartsOf } from "./line-parts.ts";
import { minutesLater, offsetOf, storyTime } from "./story-clock.ts";

describe("a story's clock", () => {
  test("keeps the wall on which it was first written, wherever its reader is", () => {
    const offset = offsetOf("2026-10-17T23:50:00+08:00");
    expect(storyTime("2026-10-17T15:51:00.000Z", { language: "en", offset }, "hour")).toBe("23:51");
    expect(offsetOf("2026-10-17T20:00:00-03:30")).toBe(-210);
    expect(offsetOf("2026-10-17T20:00:00Z")).toBe(0);
    expect(storyTime("long ago", { language: "en", offset: 0 })).toBe("long ago");
    expect(minutesLater("2026-10-17T23:50:00+08:00", 20)).toBe("2026-10-17T16:10:00.000Z");
    expect(minutesLater("long ago", 20)).toBeUndefined();
  });
});

describe("a line", () => {
  test("sets what is done apart from what is said; a lone star is a star", () => {
    expect(linePartsOf("*She waits.* “Right.” 5 * 3")).toEqual([
      { kind: "done", text: "She waits." },
      { kind: "said", text: " “Right.” 5 * 3" },
    ]);
    expect(linePartsOf("")).toEqual([]);
  });

  test("that is long is clipped, in one line", () => {
    expect(clipped("*a*\n b")).toBe("a b");
    expect(clipped("x".repeat(200))).toHaveLength(160);
  });
});
