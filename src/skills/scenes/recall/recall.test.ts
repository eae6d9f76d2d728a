import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Cast } from "../state/cast.ts";
import { emptyChat, type Memory } from "../state/chat-state.ts";
import { sources } from "../state/witness.ts";
import { createMemoryIndex } from "./memory-index.ts";
import { createRecall } from "./recall.ts";
import { tokensOf } from "./tokens.ts";

const memory = (eventId: number, text: string, more: Partial<Memory> = {}): Memory => ({
  id: `m${eventId}`,
  eventId,
  owner: "ann",
  sceneId: 1,
  witnesses: new Set(["ann"]),
  storyTime: "2026-04-26T20:00:00Z",
  cites: [],
  text,
  povSummary: text,
  sources: [eventId],
  ...more,
});
const cast: Cast = { bots: new Map(), you: undefined };

function recalled(memories: Memory[], about: string, viewer = "ann"): string[] {
  const state = emptyChat("c", "a");
  state.clock = "2026-04-26T20:00:00Z";
  for (const one of memories)
    state.memoriesOf.set(one.owner, [...(state.memoriesOf.get(one.owner) ?? []), one]);
  const scene = { present: new Set(["ann"]), participants: ["ann"], containerId: null } as never;
  return createRecall()(
    { state, cast, scene, sources: sources(state, cast, viewer) },
    about,
  ).flatMap(({ lines }) => lines);
}

const fill = (count: number): Memory[] =>
  Array.from({ length: count }, (_, at) => memory(at + 10, `an ordinary day number ${at}`));

it("words are found in both languages, whatever their form", () => {
  expect(tokensOf("The Letters, WAITED")).toEqual(["the", "letter", "wait"]);
  expect(tokensOf("钥匙在地板下")).toEqual(["钥匙", "匙在", "在地", "地板", "板下"]);
  expect(tokensOf("ＡＢＣ李明x")).toEqual(["abc", "李明", "x"]);
});

it("SillyTavern 1212 and 623: what fits comes to mind from far back, in Chinese as in English", () => {
  const past = [
    memory(1, "Bob hid the silver key under the lantern"),
    memory(2, "李明把钥匙藏在地板下面"),
    ...fill(300),
  ];
  expect(recalled(past, "where is the silver key?")).toContain(
    "Bob hid the silver key under the lantern",
  );
  expect(recalled(past, "钥匙在哪里")).toContain("李明把钥匙藏在地板下面");
});

it("nothing of another's comes to mind, however well it fits", () => {
  const past = [
    memory(1, "the silver key is in the well", { owner: "bob" }),
    memory(2, "a quiet day"),
  ];
  expect(recalled(past, "silver key well")).toEqual(["a quiet day"]);
});

it("AI Town: one candidate, or candidates that are all alike, have a score that is a number, and the same order every time", () => {
  expect(recalled([memory(1, "key")], "key")).toEqual(["key"]);
  const alike = Array.from({ length: 30 }, (_, at) => memory(at + 1, "key"));
  expect(recalled(alike, "key")).toHaveLength(12);
  const unread = [memory(1, "the key", { storyTime: "no time at all" }), memory(2, "the key")];
  expect(recalled(unread, "key")).toHaveLength(2);
});

it("an index that was kept and grown finds what a fresh one finds, also after a memory was rewritten", () => {
  const word = fc.constantFrom("key", "letter", "storm", "garden", "钥匙", "花园");
  const text = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, fc.nat({ max: 9 }), text), { minLength: 1, maxLength: 20 }),
      (steps) => {
        const memories: Memory[] = [];
        const kept = createMemoryIndex(memories);
        const rewritten: Memory[] = [];
        for (const [said, pick, anew] of steps) {
          memories.push(memory(memories.length + 1, said));
          const old = memories[pick];
          if (old !== undefined && pick % 2 === 0)
            rewritten.push(Object.assign(old, { povSummary: anew }));
          kept.catchUp(rewritten);
        }
        const fresh = createMemoryIndex(memories);
        fresh.catchUp([]);
        const question = new Map([...tokensOf("key storm 钥匙")].map((token) => [token, 1]));
        const sorted = (index: typeof fresh): [number, number][] =>
          [...index.search(question)].sort(([a], [b]) => a - b);
        expect(sorted(kept)).toEqual(sorted(fresh));
      },
    ),
    { numRuns: 100 },
  );
});
