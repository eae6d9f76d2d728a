import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { interpret } from "../../src/language/interpret.ts";

/** One sentence per line, of what people ask other assistants for. */
const sentences = (language: "en" | "zh"): string[] =>
  readFileSync(join(import.meta.dirname, "other-domains", `${language}.txt`), "utf8")
    .split("\n")
    .filter((line) => line !== "");

const context = {
  friends: ["张三", "Anna"],
  reminders: [
    { title: "dentist", start: "2026-11-27T09:00:00" },
    { title: "吃药", start: "2026-11-10T22:00:00", rrule: "FREQ=DAILY" },
  ],
};

describe.each(["en", "zh"] as const)("what other assistants are asked for, in %s", (language) => {
  const results = sentences(language).map((text) => ({
    text,
    ...interpret({ text, now: "2026-11-17T10:00:00", tz: "Asia/Shanghai", context }),
  }));

  it("the set of other domains is many sentences, each once", () => {
    expect(results.length).toBeGreaterThan(280);
    expect(new Set(results.map(({ text }) => text)).size).toBe(results.length);
  });

  it("a request of another domain is neither written nor answered with a list", () => {
    const claimed = results.filter(({ intent }) => intent !== "none" && intent !== "clarify");
    expect(claimed.map(({ text, intent }) => `${intent} ${text}`)).toEqual([]);
  });

  it("a request of another domain is asked back at most once in two hundred sentences", () => {
    const asked = results.filter(({ intent }) => intent === "clarify");
    expect(
      asked.length / results.length,
      asked.map(({ text }) => text).join("\n"),
    ).toBeLessThanOrEqual(0.005);
  });
});
