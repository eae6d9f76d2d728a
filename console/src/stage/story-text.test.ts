import { describe, expect, test } from "vitest";
import { shortenLine, splitLine } from "./line-parts.ts";
import { addMinutes, parseOffset, formatStoryTime } from "./story-clock.ts";

describe("the clock of a story", () => {
  test("a story's clock keeps the UTC offset it was created with", () => {
    const offset = parseOffset("2026-10-17T23:50:00+08:00");
    expect(formatStoryTime("2026-10-17T15:51:00.000Z", { language: "en", offset }, "hour")).toBe(
      "23:51",
    );
    expect(parseOffset("2026-10-17T20:00:00-03:30")).toBe(-210);
    expect(parseOffset("2026-10-17T20:00:00Z")).toBe(0);
    expect(formatStoryTime("long ago", { language: "en", offset: 0 })).toBe("long ago");
    expect(addMinutes("2026-10-17T23:50:00+08:00", 20)).toBe("2026-10-17T16:10:00.000Z");
    expect(addMinutes("long ago", 20)).toBeUndefined();
  });
});

describe("the text of a line", () => {
  test("a line is split into speech and actions, and an unpaired asterisk is text", () => {
    expect(splitLine("*She waits.* “Right.” 5 * 3")).toEqual([
      { kind: "done", text: "She waits." },
      { kind: "said", text: " “Right.” 5 * 3" },
    ]);
    expect(splitLine("")).toEqual([]);
  });

  test("a long line is shortened and put on one line", () => {
    expect(shortenLine("*a*\n b")).toBe("a b");
    expect(shortenLine("x".repeat(200))).toHaveLength(160);
  });
});
