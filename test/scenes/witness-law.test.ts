import * as fc from "fast-check";
import { expect, it } from "vitest";
import { patience, runs } from "../support/runs.ts";
import { auditPlay } from "../support/story-echo.ts";
import { type Tale, tale, tell } from "../support/story-steps.ts";

/** Every act once: what must be done is not left to chance. */
const allActs: Tale = {
  bots: 3,
  steps: [
    { do: "say", pick: 0 },
    { do: "go on", pick: 0 },
    { do: "import", pick: 0 },
    { do: "move", pick: 12 },
    { do: "edit", pick: 0 },
    { do: "presence", pick: 2 },
    { do: "branch", pick: 3 },
    { do: "switch", pick: 0 },
    { do: "rewind", pick: 5 },
    { do: "close", pick: 0 },
  ],
};

it(
  "no character is given what they did not witness, in any prompt, whatever happens to a story and to its past, and the audit says so",
  async () => {
    const done = new Set<string>();
    await fc.assert(
      fc.asyncProperty(tale({ minLength: 6, maxLength: 18 }), async (told) => {
        const telling = await tell(told);
        expect(telling.leaks).toEqual([]);
        expect(await auditPlay(telling.play, "story")).toEqual([]);
        for (const act of telling.done.keys()) done.add(act);
      }),
      { numRuns: runs(40, 3_000), examples: [[allActs]] },
    );
    expect([...done].toSorted()).toEqual([
      "branch",
      "close",
      "edit",
      "go on",
      "import",
      "move",
      "presence",
      "rewind",
      "say",
      "switch",
    ]);
  },
  patience,
);
