import { expect, it } from "vitest";
import { explain } from "./explain.ts";

it("an explanation shows a sentence stage by stage, and which reader decided", () => {
  const steps = explain({
    text: "明天下午 3 点提醒我开会",
    now: "2026-11-17T10:00:00",
    tz: "Asia/Shanghai",
  });
  expect(steps.map(({ stage }) => stage)).toEqual([
    "normalise",
    "segment",
    "classify",
    "lex",
    "intend",
    "resolve",
  ]);
  expect(steps[0]?.what).toBe("zh: 明天下午3点提醒我开会");
  expect(steps[4]?.what).toBe("create: create");
});
