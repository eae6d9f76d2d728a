import { describe, expect, it } from "vitest";
import { type Form, forms } from "./forms.ts";
import { allCases, compare } from "./invariance.ts";
import { type Scored, scoreCase } from "./score.ts";
import { patience, runs } from "../support/runs.ts";

const plain = allCases().map(scoreCase);

/**
 * Without its commas a sentence of several clauses is asked about a little more often. All such
 * sentences are tried.
 */
const looser = new Map([["no commas", { points: 0.015, wrong: 2 }]]);

/** Of a form that many sentences have, a twelfth is tried, for each form another; the long run tries all. */
const shares = runs(12, 1);
const many = 300;

function pickShare({ name, change }: Form, share: number): readonly Scored[] {
  const having = plain.filter(({ case: { text, lang } }) => change(text, lang) !== undefined);
  return having.length < many || looser.has(name)
    ? having
    : having.filter((_, index) => index % shares === share);
}

describe("the same sentence in another form", () => {
  it.each(forms.map((form, nth) => [form.name, form, nth % shares] as const))(
    "a sentence in another form is read as before: %s",
    { timeout: 2 * patience },
    (name, form, share) => {
      const { sentences, rightBefore, rightAfter, wrongBefore, wrongAfter, lost } = compare(
        form,
        pickShare(form, share),
      );
      const shown = lost.map(({ text, why }) => `${text}: ${why}`).join("\n");
      const { points, wrong } = looser.get(name) ?? { points: 0.01, wrong: 2 };
      expect(sentences, name).toBeGreaterThan(0);
      // Of a form that few sentences have, one may be lost.
      const allowed = Math.max(1, Math.ceil(sentences * points));
      expect(rightAfter, shown).toBeGreaterThanOrEqual(rightBefore - allowed);
      expect(wrongAfter, shown).toBeLessThanOrEqual(wrongBefore + wrong);
    },
  );
});
