import { describe, expect, it } from "vitest";
import { forms } from "./forms.ts";
import { allCases, compare } from "./invariance.ts";
import { scoreCase } from "./score.ts";

const plain = allCases().map(scoreCase);

/**
 * Without its commas a sentence of several clauses is another sentence, which is asked about more
 * often: it is measured, and may not be written wrong more often than it is.
 */
const looser = new Map([["no commas", { points: 0.08, wrong: 12 }]]);

describe("the same sentence in another form", () => {
  it.each(forms.map((form) => [form.name, form] as const))(
    "a sentence in another form is read as before: %s",
    (name, form) => {
      const { sentences, rightBefore, rightAfter, wrongBefore, wrongAfter, lost } = compare(
        form,
        plain,
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
