import { expect, it } from "vitest";
import { forbidTags } from "../case.ts";
import { allCases } from "./all.ts";

const gists = { A: 5, B: 3, C: 3, D: 5, E: 8, F: 2 };

it("covers every gist of the seed's 26 and goes beyond them", () => {
  const wanted = Object.entries(gists).flatMap(([group, count]) => Array.from({ length: count }, (_, index) => `${group}${index + 1}`));
  expect(wanted).toHaveLength(26);
  expect(wanted.filter((gist) => !allCases.some((each) => each.gist === gist))).toEqual([]);
  expect(allCases.length).toBeGreaterThanOrEqual(40);
  expect(allCases.filter(({ gist }) => gist === undefined).length).toBeGreaterThanOrEqual(10);
});

it("gives each case a name of its own, steps, and something that it forbids", () => {
  expect(new Set(allCases.map(({ id }) => id)).size).toBe(allCases.length);
  for (const { steps, forbid } of allCases) {
    expect(steps.length).toBeGreaterThan(0);
    expect(forbid.length).toBeGreaterThan(0);
    expect(forbid.every((tag) => forbidTags.includes(tag))).toBe(true);
  }
});

it("speaks Chinese and English in every group", () => {
  for (const group of Object.keys(gists)) {
    const said = allCases
      .filter((each) => each.group === group)
      .flatMap(({ steps }) => steps.flatMap((step) => ("say" in step ? step.say : [])));
    expect(said.some((text) => /\p{Script=Han}/u.test(text))).toBe(true);
    expect(said.some((text) => !/\p{Script=Han}/u.test(text))).toBe(true);
  }
});
