import { expect, test } from "vitest";
import { piecesOf, stillTrue } from "./marked-text.tsx";

const spans = [
  { from: 0, to: 8, kind: "date" },
  { from: 12, to: 15, kind: "clock" },
];

test("a text is cut into what was recognised and what stands between", () => {
  expect(piecesOf("tomorrow at 3pm tea", spans).map(({ text, kind }) => [text, kind])).toEqual([
    ["tomorrow", "date"],
    [" at ", undefined],
    ["3pm", "clock"],
    [" tea", undefined],
  ]);
});

test("a sentence's marks stay up to the first change while typing goes on", () => {
  expect(stillTrue(spans, "tomorrow at 3pm", "tomorrow at 3pm t")).toEqual(spans);
  expect(stillTrue(spans, "tomorrow at 3pm", "tomorrow at 5pm")).toEqual([spans[0]]);
  expect(stillTrue(spans, "tomorrow at 3pm", "")).toEqual([]);
});
