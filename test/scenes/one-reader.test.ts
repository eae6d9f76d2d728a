import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "..", "..", "src", "skills", "scenes");

/** Files that touch what was said and remembered without asking in anyone's name, and why that leaks nothing. */
const allowed: Readonly<Record<string, string>> = {
  "state/chat-state.ts": "says what there is",
  "state/fold.ts": "keeps it",
  "state/fold-turns.ts": "keeps it",
  "state/fold-minds.ts": "keeps it",
  "state/witness.ts": "is the one way to it",
  "state/present.ts": "asks who spoke last, not what",
  "api/complete-event.ts": "asks whether a row is there",
  "time/state-view.ts": "shows the person their own story; no prompt is made of it",
  "shared/turn-rules.ts": "asks who spoke last, not what",
  "shared/host-acts.ts": "asks for the id of the last reply that the host heard",
  "api/kickoff.ts": "asks whether anything was said at all",
};

it("lines and memories are read in one place, on behalf of a viewer", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  const words = /\b(?:state|chat)\b[?!]?\.(?:turns|turnsOf|turnById|memories|memoriesOf)\b/;
  const readers = files.filter((file) => words.test(readFileSync(join(folder, file), "utf8")));
  expect(files.length).toBeGreaterThan(20);
  expect(readers).toContain("state/witness.ts");
  expect(
    readers.filter((file) => !(file in allowed)),
    "Ask `openSources(state, cast, viewer)` instead.",
  ).toEqual([]);
});
