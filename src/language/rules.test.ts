import { describe, expect, it } from "vitest";
import { insistChange, insistClause } from "./intents/insist.ts";
import { lateChange, lateClause } from "./intents/late.ts";
import { narratives } from "./intents/narrative.ts";
import { notNew, otherHelpers } from "./intents/meant-elsewhere.ts";
import { interpret, otherLanguage } from "./interpret.ts";
import { gates } from "./lexicon/gates.ts";
import { ownQuestions } from "./lexicon/own-questions.ts";
import { standings } from "./lexicon/speech-act.ts";
import { triggerRules } from "./lexicon/triggers.ts";
import { readers } from "./readers.ts";
import type { RequestContext } from "./request.ts";
import type { Rule, Step } from "./rule.ts";
import { summarise } from "./summary.ts";
import { oneForm, selfCorrection } from "./text/text-rules.ts";
import { looseRules } from "./times/attach-loose-dates.ts";
import { planRules, timeRules } from "./times/plan.ts";
import { roles } from "./times/roles.ts";

const context: RequestContext = {
  friends: ["张三", "Bob"],
  reminders: [
    { title: "吃药", start: "2026-11-18T08:00:00", rrule: "FREQ=DAILY", durationMinutes: null },
    { title: "交电费", start: "2026-11-20T10:00:00", rrule: null, durationMinutes: null },
    { title: "dentist", start: "2026-11-19T15:00:00", rrule: null, durationMinutes: null },
  ],
  shared: [{ title: "打球", with: ["张三"], start: "2026-11-21T15:00:00", durationMinutes: null }],
  lastFire: { title: "喝水", at: "2026-11-17T09:55:00" },
  previous: { target: "dentist", isNext: true },
};

/** Every list of rules. A rule that is in none of them is never used. */
const grammar: readonly (readonly Rule<never, unknown>[])[] = [
  [oneForm, selfCorrection, lateClause, insistClause],
  gates.zh,
  gates.en,
  triggerRules.zh,
  triggerRules.en,
  standings,
  ownQuestions.zh,
  ownQuestions.en,
  roles,
  timeRules,
  planRules.sorting,
  looseRules,
  planRules.leads,
  readers,
  otherHelpers,
  notNew,
  [otherLanguage, lateChange, insistChange],
  narratives,
];

function run(text: string): { summary: string; steps: readonly Step[] } {
  const steps: Step[] = [];
  const result = interpret({
    text,
    now: "2026-11-17T10:00:00",
    tz: "Asia/Shanghai",
    context,
    observe: (step) => steps.push(step),
    // The first sentence of a process compiles the expressions: on a busy machine that takes long.
    spend: () => undefined,
  });
  return { summary: summarise(result), steps };
}

function freeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
  return value;
}

const rules = grammar.flat();

it("every rule has an example and a name of its own", () => {
  const bare = rules.filter(({ examples: { zh = [], en = [] } }) => zh.length + en.length === 0);
  expect(bare.map(({ name }) => name)).toEqual([]);
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
});

describe.each(rules.map((rule) => [rule.name, rule] as const))("rule %s", (name, rule) => {
  const { zh = [], en = [], not = [] } = rule.examples;

  it.each([...zh, ...en])(
    `${name} applies, by itself and in the whole, to: %s`,
    (text, summary) => {
      const { steps, summary: got } = run(text);
      expect(got).toBe(summary);
      const own = steps.filter((step) => step.rule === name);
      expect(steps.map((step) => step.rule)).toContain(name);
      // By itself: the same from the same, and nothing of what it was given is changed.
      for (const { on, out } of own) expect(rule.apply(freeze(on) as never)).toEqual(out);
    },
  );

  it.each([...not])(`${name} leaves alone: %s`, (text, summary) => {
    const { steps, summary: got } = run(text);
    expect(got).toBe(summary);
    expect(steps.map((step) => step.rule)).not.toContain(name);
  });
});
