import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { forbidTags } from "../case.ts";
import { allCases } from "./all.ts";

const idsIn = (text: string): string[] =>
  Array.from(text.matchAll(/`([^`]+)`/g), ([, id = ""]) => id);
const gists = { A: 5, B: 3, C: 3, D: 5, E: 8, F: 2 };

it("the smoke cases cover every gist of the seed's 26 and go beyond them", () => {
  const wanted = Object.entries(gists).flatMap(([group, count]) =>
    Array.from({ length: count }, (_, index) => `${group}${index + 1}`),
  );
  expect(wanted).toHaveLength(26);
  expect(wanted.filter((gist) => !allCases.some((each) => each.gist === gist))).toEqual([]);
  expect(allCases.length).toBeGreaterThanOrEqual(40);
  expect(allCases.filter(({ gist }) => gist === undefined).length).toBeGreaterThanOrEqual(10);
});

it("the documentation says which smoke case covers which gist, and names every case", () => {
  const text = readFileSync(
    join(import.meta.dirname, "..", "..", "..", "docs", "smoke.md"),
    "utf8",
  );
  const rows = Array.from(
    text.matchAll(/^\| ([A-F]\d) \|.*\|(.*)\|$/gm),
    ([, gist = "", cases = ""]) => [gist, idsIn(cases)] as const,
  );
  expect(rows.map(([gist]) => gist)).toHaveLength(26);
  for (const [gist, ids] of rows)
    expect([gist, ids]).toEqual([
      gist,
      allCases.filter((each) => each.gist === gist).map(({ id }) => id),
    ]);
  const beyond = idsIn(/^Beyond them: (.*)$/m.exec(text)?.[1] ?? "");
  expect(beyond).toEqual(allCases.filter(({ gist }) => gist === undefined).map(({ id }) => id));
});

it("every smoke case runs at any clock, or says why not", () => {
  for (const { id, clock, steps } of allCases) {
    const speaksOfToday = steps.some((step) => "say" in step && /今天|today|this /.test(step.say));
    expect([id, speaksOfToday && clock === "any"]).toEqual([id, false]);
  }
  expect(allCases.filter(({ clock }) => clock === "any").length).toBeGreaterThan(
    allCases.length * 0.85,
  );
});

it("every smoke case has a name of its own, steps, and something that it forbids", () => {
  expect(new Set(allCases.map(({ id }) => id)).size).toBe(allCases.length);
  for (const { steps, forbid } of allCases) {
    expect(steps.length).toBeGreaterThan(0);
    expect(forbid.length).toBeGreaterThan(0);
    expect(forbid.every((tag) => forbidTags.includes(tag))).toBe(true);
  }
});

it("every group of smoke cases speaks Chinese and English", () => {
  for (const group of [...Object.keys(gists), "G", "H", "I", "J"]) {
    const said = allCases
      .filter((each) => each.group === group)
      .flatMap(({ steps }) => steps.flatMap((step) => ("say" in step ? step.say : [])));
    expect(said.some((text) => /\p{Script=Han}/u.test(text))).toBe(true);
    expect(said.some((text) => !/\p{Script=Han}/u.test(text))).toBe(true);
  }
});
