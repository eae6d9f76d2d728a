import { describe, expect, it } from "vitest";
import { createPeople } from "../state/people.ts";
import {
  isMet,
  parseStoredCondition,
  serialiseCondition,
  parseCondition,
  type StopCondition,
  UnknownName,
} from "./stop-conditions.ts";

const people = createPeople(
  [
    { id: "m", name: "Mira" },
    { id: "b", name: "Ben" },
    { id: "s", name: "沈渡" },
    { id: "j", name: "九娘" },
  ],
  "Ada",
);
const read = (text: string): StopCondition => parseCondition(text, (name) => people.findId(name));
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

describe("reading a stop condition", () => {
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
  ])("“%s” is read and survives being stored", (text, condition) => {
    expect(read(text)).toEqual(condition);
    expect(parseStoredCondition(serialiseCondition(condition))).toEqual(condition);
  });

  it("a stop condition about an unknown character is refused", () => {
    expect(() => read("trust(Mira, Zed) < 40")).toThrow(UnknownName);
  });

  it("each comparison of a stop condition is evaluated as written", () => {
    expect([isMet("<", 1, 2), isMet("<=", 2, 2), isMet(">", 2, 2), isMet(">=", 2, 2)]).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});
