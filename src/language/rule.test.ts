import { expect, it } from "vitest";
import { decide, defineRule, orderRules, type Step, transform } from "./rule.ts";

const rule = (name: string, after?: readonly string[]) =>
  defineRule({
    name,
    stage: "combine",
    ...(after === undefined ? {} : { after }),
    examples: {},
    when: (text: string) => text.length < 3,
    then: (text: string) => text + name,
  });
const names = (rules: readonly { name: string }[]) => rules.map(({ name }) => name).join("");

it("rules stand as they are listed, each behind those it names", () => {
  expect(names(orderRules([rule("a", ["c"]), rule("b"), rule("c", ["d"]), rule("d")]))).toBe(
    "dcab",
  );
});

it("rules that wait for each other, for an unknown one, or share a name are refused", () => {
  expect(() => orderRules([rule("a", ["b"]), rule("b", ["a"])])).toThrow("wait for each other");
  expect(() => orderRules([rule("a", ["z"])])).toThrow("a comes after z, which is unknown");
  expect(() => orderRules([rule("a"), rule("a")])).toThrow("two rules of one name");
});

it("the first rule that applies decides, and an observer sees which", () => {
  const steps: Step[] = [];
  const out = decide([rule("a"), rule("b")], "", { observe: (step) => steps.push(step) });
  expect(out).toBe("a");
  expect(steps).toEqual([{ stage: "combine", rule: "a", on: "", out: "a" }]);
  expect(decide([rule("a")], "long")).toBeUndefined();
});

it("rules that transform work on what those before them left, until a result is final", () => {
  const isFinal = (out: string): out is never => out.endsWith("b");
  expect(transform<string, never>([rule("a"), rule("b"), rule("c")], "", { isFinal })).toBe("ab");
  expect(
    transform<string, never>([rule("a"), rule("c"), rule("d"), rule("e")], "", { isFinal }),
  ).toBe("acd");
});
