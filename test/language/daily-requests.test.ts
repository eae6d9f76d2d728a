import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bulkOf } from "../../src/language/intents/bulk.ts";
import { interpret } from "../../src/language/interpret.ts";
import type { Case } from "./score.ts";

/**
 * What people say to assistants every day, in lower case and without marks, labelled by what is to
 * come of it and not by every detail. `most`: how many may still come to something else.
 */
const kinds = [
  { kind: "written", intents: ["create"], most: { en: 3, zh: 12 } },
  {
    kind: "written or asked",
    intents: ["create", "clarify", "update"],
    most: { en: 1, zh: 5 },
  },
  { kind: "listed", intents: ["list"], most: { en: 3, zh: 9 } },
  { kind: "removed or asked", intents: ["cancel", "clarify"], most: { en: 3, zh: 4 } },
  { kind: "changed or asked", intents: ["update", "clarify", "snooze"], most: { en: 4, zh: 3 } },
  { kind: "left alone", intents: ["none"], most: { en: 2, zh: 0 } },
] as const;

const read = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "manners", "data", file), "utf8"));

type Kind = (typeof kinds)[number]["kind"];
const sentences = read("daily-intents.json") as Record<
  "en" | "zh",
  Record<Kind, readonly string[]>
>;

describe.each([
  { lang: "en", around: "daily-english.json" },
  { lang: "zh", around: "daily-chinese.json" },
] as const)("daily requests in $lang", ({ lang, around }) => {
  const [{ now, tz, context }] = read(around) as readonly [Pick<Case, "now" | "tz" | "context">];

  it.each(kinds)(`what is to be $kind in ${lang} comes to that`, ({ kind, intents, most }) => {
    const meant: readonly string[] = intents;
    const others = sentences[lang][kind].flatMap((text) => {
      const request = { text, now, tz, context };
      if (kind === "removed or asked" && bulkOf(request) !== undefined) return [];
      const { intent } = interpret(request);
      return meant.includes(intent) ? [] : [`${text}: ${intent}`];
    });
    expect(others.length, others.join("\n")).toBeLessThanOrEqual(most[lang]);
  });
});
