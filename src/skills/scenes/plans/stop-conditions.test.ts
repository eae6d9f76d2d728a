import { describe, expect, it } from "vitest";
import { peopleOf } from "../state/people.ts";
import {
  holds,
  keptAs,
  keptCondition,
  readCondition,
  type StopCondition,
  UnknownName,
} from "./stop-conditions.ts";

const people = peopleOf(
  [
    { id: "m", name: "Mira" },
    { id: "b", name: "Ben" },
    { id: "s", name: "沈渡" },
    { id: "j", name: "九娘" },
  ],
  "Ada",
);
const read = (text: string): StopCondition => readCondition(text, (name) => people.idOf(name));
const edge = (
  what: "trust" | "affinity",
  pair: readonly [string, string],
  line: string,
): StopCondition => {
  const [is = "", value] = line.split(" ");
  return {
    kind: "edge",
    what,
    source: pair[0],
    target: pair[1],
    is,
    value: Number(value),
  } as StopCondition;
};

describe("what ends a scene, in words", () => {
  it.each<[string, StopCondition]>([
    ["rain", { kind: "word", word: "rain" }],
    ["somebody says “rain”", { kind: "word", word: "rain" }],
    ["提到「钥匙」", { kind: "word", word: "钥匙" }],
    ["the rain comes in", { kind: "word", word: "the rain comes in" }],
    ["trust(Mira, Ben) < 40", edge("trust", ["m", "b"], "< 40")],
    ["affinity(Mira->you) >= 70", edge("affinity", ["m", "you"], ">= 70")],
    ["Mira trusts Ben less than 40", edge("trust", ["m", "b"], "< 40")],
    ["Mira’s affinity for Ada rises above 80", edge("affinity", ["m", "you"], "> 80")],
    ["沈渡对九娘的信任低于40", edge("trust", ["s", "j"], "< 40")],
    ["沈渡对我的好感度超过７０", edge("affinity", ["s", "you"], "> 70")],
    ["Ben enters", { kind: "entered", who: "b" }],
    ["九娘进来了", { kind: "entered", who: "j" }],
    ["Ben leaves.", { kind: "left", who: "b" }],
    ["九娘离开", { kind: "left", who: "j" }],
    ["after 2 hours", { kind: "minutes", minutes: 120 }],
    ["30分钟后", { kind: "minutes", minutes: 30 }],
    ["until 22:05", { kind: "until", hour: 22, minute: 5 }],
    ["到22:05", { kind: "until", hour: 22, minute: 5 }],
    ["12 beats", { kind: "beats", beats: 12 }],
    ["12轮", { kind: "beats", beats: 12 }],
    ["budget 2000 tokens", { kind: "budget", tokens: 2_000 }],
    ["预算2000", { kind: "budget", tokens: 2_000 }],
  ])("%s", (text, condition) => {
    expect(read(text)).toEqual(condition);
    expect(keptAs(keptCondition(condition))).toEqual(condition);
  });

  it("a feeling of somebody whom nobody knows is not guessed at", () => {
    expect(() => read("trust(Mira, Zed) < 40")).toThrow(UnknownName);
  });

  it("compares as it says", () => {
    expect([holds("<", 1, 2), holds("<=", 2, 2), holds(">", 2, 2), holds(">=", 2, 2)]).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});
