import { expect, it } from "vitest";
import { explain } from "./explain.ts";
import { interpret } from "./interpret.ts";

const request = { now: "2026-11-17T10:00:00", tz: "Asia/Shanghai" };

it("a sentence is shown stage by stage, with the rules that applied and the one that decided", () => {
  const steps = explain({ ...request, text: "明天下午 3 点提醒我开会，开两个小时" });
  expect(steps.map(({ stage, rule }) => `${stage} ${rule}`)).toEqual([
    "normalise one-form",
    "segment clauses",
    "lex zh-remind-me",
    "lex atoms",
    "combine day",
    "combine part-of-day",
    "combine clock",
    "combine length",
    "combine loose-length",
    "intend create",
    "resolve create",
  ]);
  const [form, clauses, , , day] = steps.map(({ what }) => what);
  expect(form).toBe("明天下午 3 点提醒我开会，开两个小时 → 明天下午3点提醒我开会,开两个小时");
  expect(clauses).toBe("明天下午3点提醒我开会 | 开两个小时");
  expect(day).toMatch(/^“明天” → “明天” \{"day":/);
});

it("what is shown is what was read: the last step is the result of the same run", () => {
  const text = "remind me at 3pm to call Ann tomorrow";
  expect(JSON.parse(explain({ ...request, text }).at(-1)?.what ?? "")).toEqual(
    interpret({ ...request, text }),
  );
});
