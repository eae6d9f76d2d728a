import { describe, expect, test } from "vitest";
import { ApiFailure } from "../api/request.ts";
import { chooseLanguage } from "./choose.ts";
import { en } from "./en.ts";
import { explain } from "./explain.ts";
import { plainText } from "./plain-text.ts";
import { dayAndTime, shortTime } from "./time.ts";
import { zh } from "./zh.ts";

// Each page's own words, whatever pages there are.
const pages = import.meta.glob<{ words: { en: object; zh: object } }>("../*/words.ts", {
  eager: true,
});

const leaves = (value: object, path = ""): string[] =>
  Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === "object" && inner !== null
      ? leaves(inner, `${path}${key}.`)
      : [`${path}${key}`],
  );
const texts = (value: object): string[] =>
  Object.values(value).flatMap((inner: unknown) =>
    typeof inner === "string"
      ? [inner]
      : typeof inner === "object" && inner !== null
        ? texts(inner)
        : [],
  );

describe("the page's words", () => {
  test("the page's words are the same ones in both languages, and none is empty", () => {
    for (const words of [{ en, zh }, ...Object.values(pages).map((page) => page.words)]) {
      expect(leaves(words.zh)).toEqual(leaves(words.en));
      expect([...texts(words.en), ...texts(words.zh)].filter((text) => text.trim() === "")).toEqual(
        [],
      );
    }
  });

  test("the page's words are chosen by the first known language", () => {
    expect(chooseLanguage(["zh-Hant-TW", "en"])).toBe("zh");
    expect(chooseLanguage([null, undefined, "fr", "EN-us", "zh"])).toBe("en");
    expect(chooseLanguage(["zhuang"])).toBe("en");
    expect(chooseLanguage([])).toBe("en");
  });

  test("the page's words say what went wrong for what the server says, and for what it never said", () => {
    const failure = (status: number, code: string, retryAfterSeconds?: number): ApiFailure =>
      new ApiFailure({ status, code, message: "m", retryAfterSeconds });
    expect(explain(failure(429, "rate_limited", 120), en)).toBe(
      "Too many attempts. Try again in 2 minutes.",
    );
    expect(explain(failure(429, "rate_limited"), zh)).toBe("尝试太频繁，请稍后再试。");
    expect(explain(failure(502, "http_502"), en)).toBe(en.failures.unavailable);
    expect(explain(failure(500, "internal"), en)).toBe("Something went wrong (internal).");
    expect(explain(new TypeError("x"), en)).toBe("Something went wrong (page).");
  });
});

test("a text in one line goes without the marks of emphasis, and keeps every other star", () => {
  expect(plainText("*She nods.* **Yes**, 看一部**老电影**。")).toBe(
    "She nods. Yes, 看一部老电影。",
  );
  expect(plainText("2*3*4, * one * two, f(*args), **")).toBe("2*3*4, * one * two, f(*args), **");
  expect(plainText("# A heading\n\n> - [x] done\n\n```ts\nlet `a` = 1;\n```\n---\nthe end")).toBe(
    "A heading\n\ndone\n\nlet a = 1;\nthe end",
  );
  expect(plainText("| Item | Qty |\n|:-----|:---:|\n| Pears | 12 |")).toBe("Item Qty\nPears 12");
  expect(plainText("see [the page](https://example.com/a) and [1], 3 > 2 - 1 # no")).toBe(
    "see the page and [1], 3 > 2 - 1 # no",
  );
  expect(plainText("1. one\n- two\n-5 degrees, #tag, a | b")).toBe(
    "1. one\ntwo\n-5 degrees, #tag, a | b",
  );
});

describe("the time of a message", () => {
  const now = Date.parse("2026-03-04T20:00:00Z");

  test("the time of a message is in the account's time zone, with the day when it is another one there", () => {
    const zone = { language: "en", timeZone: "Asia/Shanghai" } as const;
    expect(shortTime("2026-03-04T17:05:00Z", now, zone)).toBe("01:05");
    expect(shortTime("2026-03-04T15:05:00Z", now, zone)).toBe("4 Mar, 23:05");
  });

  test("the time of an appointment has its weekday and day, and the year when that is another one", () => {
    expect(
      dayAndTime("2026-03-05T00:30:00Z", now, { language: "en", timeZone: "Asia/Shanghai" }),
    ).toBe("Thu 5 Mar, 08:30");
    expect(
      dayAndTime("2027-01-01T00:30:00Z", now, { language: "zh", timeZone: "Asia/Shanghai" }),
    ).toBe("2027年1月1日周五 08:30");
  });

  test("the time of a message falls back to the browser's zone for an unknown one, and to nothing for no time", () => {
    expect(
      shortTime("2026-03-04T17:05:00Z", now, { language: "zh", timeZone: "Mars/Olympus" }),
    ).toMatch(/\d\d:\d\d$/);
    expect(shortTime("soon", now, { language: "zh", timeZone: null })).toBe("");
  });
});
