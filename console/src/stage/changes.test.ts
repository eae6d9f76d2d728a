import { describe, expect, test } from "vitest";
import { toChanges, countFacts } from "./changes.ts";
import { type Difference } from "./contract-past.ts";

const differences: readonly Difference[] = [
  {
    what: "chat",
    key: "clock",
    a: { clock: "2026-01-01T20:05:00Z" },
    b: { clock: "2026-01-01T20:00:00Z" },
  },
  { what: "turns", key: "one", a: { text: "hi" }, b: null },
  { what: "turns", key: "two", a: { text: "ho" }, b: null },
  {
    what: "scenes",
    key: "1",
    a: { present: ["you"], closed_at: "then" },
    b: { present: ["you", "ann"], closed_at: null },
  },
  { what: "scenes", key: "2", a: { present: [] }, b: null },
  {
    what: "edges",
    key: "ann → you",
    a: { source_id: "ann", target_id: "you", affinity: 54, trust: 50, facts: ["the key is blue"] },
    b: { source_id: "ann", target_id: "you", affinity: 50, trust: 50, facts: [] },
  },
  { what: "memories", key: "m1", a: { owner_id: "ann" }, b: null },
  {
    what: "memories",
    key: "m2",
    a: { owner_id: "ann", text: "x" },
    b: { owner_id: "ann", text: "y" },
  },
  { what: "threads", key: "the key", a: { status: "open" }, b: null },
];

describe("the effects of a change of the past", () => {
  test("differences of rows become effects on lines, time, presence, feelings, facts and memories", () => {
    expect(toChanges(differences, "a")).toEqual([
      { kind: "lines", gone: 2, come: 0 },
      { kind: "clock", from: "2026-01-01T20:05:00Z", to: "2026-01-01T20:00:00Z" },
      { kind: "scene", scene: "1", becomes: "open" },
      { kind: "presence", scene: "1", who: "ann", there: true },
      { kind: "scene", scene: "2", becomes: "gone" },
      { kind: "feeling", source: "ann", target: "you", what: "affinity", from: 54, to: 50 },
      { kind: "fact", who: "ann", about: "you", fact: "the key is blue", known: false },
      { kind: "memories", who: "ann", gone: 1, come: 0, changed: 1 },
      { kind: "threads", gone: 1, come: 0 },
    ]);
  });

  test("facts are counted instead of quoted while a scene is sealed", () => {
    const counted = countFacts(toChanges(differences, "a"));
    expect(counted.filter(({ kind }) => kind.startsWith("fact"))).toEqual([
      { kind: "facts", who: "ann", gone: 1, come: 0 },
    ]);
    expect(counted).toHaveLength(toChanges(differences, "a").length);
  });

  test("differences are read in both directions, and a missing feeling counts as the midpoint", () => {
    const edge = { source_id: "ann", target_id: "bob", affinity: 62, trust: 50, facts: [] };
    expect(toChanges([{ what: "edges", key: "x", a: edge, b: null }], "b")).toEqual([
      { kind: "feeling", source: "ann", target: "bob", what: "affinity", from: 50, to: 62 },
    ]);
  });

  test("the same moment in two notations has no effect", () => {
    const createClock = (at: string) => ({ clock: at });
    expect(
      toChanges(
        [
          {
            what: "chat",
            key: "clock",
            a: createClock("2026-01-01T20:00:00+00:00"),
            b: createClock("2026-01-01T20:00:00.000Z"),
          },
        ],
        "a",
      ),
    ).toEqual([]);
  });
});
