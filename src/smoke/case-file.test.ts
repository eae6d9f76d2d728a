import { expect, it } from "vitest";
import { casesIn } from "./case-file.ts";

const fine = {
  id: "mine",
  about: "milk",
  steps: [
    {
      say: "明天早上9点提醒我买牛奶",
      expect: {
        made: [{ title: "买牛奶", kind: "timed", at: { days: 1, at: "09:00" }, as: "milk" }],
      },
    },
  ],
};
const problems = (value: unknown): string[] =>
  casesIn(value, ["a1-tomorrow"]).problems.map(
    ({ path, sentence }) => `${path.join(".")}: ${sentence}`,
  );
const ofCase = (changes: object): string[] => problems({ cases: [{ ...fine, ...changes }] });

it("a case of a file is a case like any other", () => {
  const { cases, problems: wrong } = casesIn({ cases: [fine] }, []);
  expect(wrong).toEqual([]);
  expect(cases).toMatchObject([
    { id: "mine", group: "X", zone: "Asia/Shanghai", clock: "any", needs: [], forbid: [] },
  ]);
  const [shared] = casesIn(
    { cases: [{ ...fine, fixtures: { friends: [{ who: "friend", name: "张三" }] } }] },
    [],
  ).cases;
  expect(shared?.needs).toEqual(["friends"]);
});

it("a file that is not a list of cases is not taken", () => {
  for (const value of [
    undefined,
    null,
    [],
    "cases",
    { case: [] },
    { cases: {} },
    { cases: [fine], more: 1 },
  ])
    expect(problems(value)).toEqual([": the file must have a list called `cases`."]);
  expect(problems({ cases: [] })).toEqual(["cases: `cases` has no case in it."]);
});

it("a missing, unknown or malformed field of a case is reported with its place", () => {
  expect(problems({ cases: [{ ...fine, about: undefined }] })).toEqual([
    "cases.0.about: `about` is missing.",
  ]);
  expect(ofCase({ colour: "red" })).toEqual([
    "cases.0.colour: the case has `colour`, which is not known here.",
  ]);
  expect(ofCase({ id: "Not Good" })).toEqual([
    "cases.0.id: `id` must be small letters, figures and dashes, 40 at most.",
  ]);
  expect(ofCase({ steps: [] })).toEqual(["cases.0.steps: `steps` is empty or too small."]);
  expect(ofCase({ forbid: ["everything"] })[0]).toMatch(
    /^cases\.0\.forbid\.0: `forbid\[1\]` must be one of /,
  );
  expect(ofCase({ steps: [{ shout: "hi" }] })[0]).toMatch(
    /^cases\.0\.steps\.0: `steps\[1\]` must be one of: say/,
  );
  const at = (moment: unknown) =>
    ofCase({
      steps: [{ say: "x", expect: { made: [{ title: "x", kind: "timed", at: moment }] } }],
    });
  expect(at({ days: 1, at: "25:00" })).toEqual([
    "cases.0.steps.0.expect.made.0.at.at: `steps[1].expect.made[1].at.at` must be a time such as 15:00.",
  ]);
  expect(at({ days: 1 })[0]).toContain("must be a moment");
});

it("an id that is taken, an unknown zone, an unknown time and a wait that goes back are reported", () => {
  expect(ofCase({ id: "a1-tomorrow" })).toEqual([
    "cases.0.id: there is another case with the id `a1-tomorrow`.",
  ]);
  expect(problems({ cases: [fine, fine] })).toEqual([
    "cases.1.id: there is another case with the id `mine`.",
  ]);
  expect(ofCase({ zone: "Nowhere/At" })).toEqual([
    "cases.0.zone: `Nowhere/At` is not a time zone.",
  ]);
  expect(ofCase({ now: "2026-13-40T14:30:00" })).toEqual([
    "cases.0.now: `2026-13-40T14:30:00` is not a time.",
  ]);
  const wait = (minutes: number) => ({ wait: { minutes }, expect: {} });
  expect(ofCase({ steps: [wait(5), wait(4)] })[0]).toMatch(
    /^cases\.0\.steps\.1\.wait: waits count from the beginning/,
  );
});

it("rows and people that have not been made by then are reported", () => {
  const step = (expected: object, more: object = {}) =>
    ofCase({ steps: [...fine.steps, { say: "x", expect: expected, ...more }] });
  expect(step({ fired: ["milk"] })).toEqual([]);
  expect(step({ fired: ["bread"] })).toEqual([
    "cases.0.steps.1.expect: no row is called `bread` by then.",
  ]);
  expect(step({ told: ["friend"] })).toEqual([
    "cases.0.steps.1: `friend` is not among `fixtures.friends`.",
  ]);
  expect(step({}, { by: "second" })).toEqual([
    "cases.0.steps.1: `second` is not among `fixtures.friends`.",
  ]);
  expect(ofCase({ fixtures: { reminders: [{ name: "r", of: "friend", title: "x" }] } })).toEqual([
    "cases.0.fixtures.reminders.0: `friend` is not among `fixtures.friends`.",
  ]);
});
