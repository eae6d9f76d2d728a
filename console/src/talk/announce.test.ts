import { expect, test } from "vitest";
import { nextSentences } from "./announce.ts";

test("a screen reader gets whole sentences, each once", () => {
  expect(nextSentences("Good mor", 0)).toBe("");
  expect(nextSentences("Good morning. It is 3.5 degrees", 0)).toBe("Good morning.");
  expect(nextSentences("Good morning. It is cold! And", 13)).toBe(" It is cold!");
  expect(nextSentences("早上好。今天有", 0)).toBe("早上好。");
});
