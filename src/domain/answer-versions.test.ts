import { expect, it } from "vitest";
import { foldVersions, readVersionMark, toVersionPayload } from "./answer-versions.ts";

it("an answer that was asked for again counts instead of the earlier one, until a person goes on from that one", () => {
  const again = { of: "q1", hides: ["q1", "a1"], shows: [] };
  const wentBack = { of: null, hides: ["q2", "a2"], shows: ["q1", "a1"] };
  expect([...foldVersions([null, again])]).toEqual(["q1", "a1"]);
  expect([...foldVersions([null, again, wentBack])]).toEqual(["q2", "a2"]);
});

it("a mark is read as it was written, and anything else is ignored", () => {
  const mark = { of: "q1", hides: ["a"], shows: ["b"] };
  expect(readVersionMark(toVersionPayload(mark))).toEqual(mark);
  expect(readVersionMark({})).toBeNull();
  expect(readVersionMark({ versions: "all" })).toBeNull();
  expect(readVersionMark({ versions: { hides: [1, "a"], shows: {} } })).toEqual({
    of: null,
    hides: ["a"],
    shows: [],
  });
});
