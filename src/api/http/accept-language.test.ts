import { expect, it } from "vitest";
import { parseAcceptLanguage } from "./accept-language.ts";

it("refusals use the first known language that the client accepts", () => {
  const asked = [
    undefined,
    "",
    "zh-CN,zh;q=0.9",
    "en-US,zh;q=0.5",
    "fr,zh-TW;q=0.4,en;q=0.3",
    "zh;q=0,en",
    "*",
    ";;,,q=",
    "zh;q=nonsense",
  ];
  expect(asked.map(parseAcceptLanguage)).toEqual([
    "en",
    "en",
    "zh",
    "en",
    "zh",
    "en",
    "en",
    "en",
    "zh",
  ]);
});
