import { array, assert, constantFrom, property } from "fast-check";
import { expect, test } from "vitest";
import { interpret } from "../interpret.ts";
import { spansOf } from "./highlight.ts";

const frame = {
  now: "2026-11-16T10:00:00",
  tz: "Asia/Shanghai",
  context: { friends: ["张三", "Oliver"] },
};

/** "date:明天" for each stretch. */
const parts = (text: string): string[] =>
  spansOf({ ...frame, text }, interpret({ ...frame, text }).items).map(
    ({ from, to, kind }) => `${kind}:${text.slice(from, to)}`,
  );

test.each([
  ["明天下午3点提醒我开会", ["date:明天", "clock:下午3点", "title:开会"]],
  ["提醒我每周二下午3点到4点半 站会", ["recurrence:每周二", "clock:下午3点到4点半", "title:站会"]],
  ["约张三明天下午3点打球", ["person:张三", "date:明天", "clock:下午3点", "title:打球"]],
  [
    "remind me every Tuesday at 3pm to call mom",
    ["recurrence:every Tuesday", "clock:3pm", "title:call mom"],
  ],
  [
    "remind me Wednesday gym 7am and dinner 8pm",
    ["date:Wednesday", "title:gym", "clock:7am", "title:dinner", "clock:8pm"],
  ],
  ["remind me to stretch later", ["unclear:later"]],
])("the parts of “%s” are found where they stand", (text, expected) => {
  expect(parts(text)).toEqual(expected);
});

test("a time that is to be said is part of the title", () => {
  expect(parts("10点提醒我3点开会")).toEqual(["clock:10点", "title:3点开会"]);
});

test("places are those of the text as it was typed, also where characters were typed one by one or with many spaces", () => {
  expect(parts("remind  me   tomorrow  at   3pm to call    mom")).toEqual([
    "date:tomorrow",
    "clock:3pm",
    "title:call    mom",
  ]);
  expect(parts("20 分 钟 后 提醒我 喝水")).toEqual(["clock:20 分 钟 后", "title:喝水"]);
});

test("stretches lie within the text, in order and beside each other, whatever is typed", () => {
  const words = [
    "明天",
    "下午3点",
    "提醒我",
    " ",
    "every day",
    "at 5",
    "remind me to",
    "张三",
    "👩‍👩‍👧",
    "İ",
    "~",
    "到",
    "10:30",
    "\n",
    "买牛奶",
  ];
  assert(
    property(array(constantFrom(...words), { maxLength: 8 }), (chosen) => {
      const text = chosen.join("");
      let last = 0;
      for (const { from, to } of spansOf({ ...frame, text }, interpret({ ...frame, text }).items)) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        expect(to).toBeLessThanOrEqual(text.length);
        last = to;
      }
    }),
    { numRuns: 200 },
  );
});
