import * as fc from "fast-check";
import { expect, it } from "vitest";
import { finish } from "../../../domain/slices.ts";
import type { Cast } from "../state/cast.ts";
import { createEmptyChat, type Memory } from "../state/chat-state.ts";
import { openSources } from "../state/witness.ts";
import { createMemoryIndex } from "./memory-index.ts";
import { createRecall } from "./recall.ts";
import { tokenise } from "../../../recall/tokens.ts";

const createMemory = (eventId: number, text: string, more: Partial<Memory> = {}): Memory => ({
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

function recallLines(memories: Memory[], about: string, viewer = "ann"): string[] {
  const state = createEmptyChat("c", "a");
  state.clock = "2026-04-26T20:00:00Z";
  for (const one of memories)
    state.memoriesOf.set(one.owner, [...(state.memoriesOf.get(one.owner) ?? []), one]);
  const scene = { present: new Set(["ann"]), participants: ["ann"], containerId: null } as never;
  return createRecall()(
    { state, cast, scene, sources: openSources(state, cast, viewer) },
    about,
  ).flatMap(({ lines }) => lines.filter((line) => !line.startsWith("(Day ")));
}

const createOrdinary = (count: number): Memory[] =>
  Array.from({ length: count }, (_, at) => createMemory(at + 10, `an ordinary day number ${at}`));

it("the tokeniser stems English words and splits Chinese text into overlapping pairs", () => {
  expect(tokenise("The Letters, WAITED")).toEqual(["the", "letter", "wait"]);
  expect(tokenise("钥匙在地板下")).toEqual(["钥匙", "匙在", "在地", "地板", "板下"]);
  expect(tokenise("ＡＢＣ李明x")).toEqual(["abc", "李明", "x"]);
});

it("SillyTavern 1212 and 623: a relevant memory is recalled from far back, in Chinese as in English", () => {
  const past = [
    createMemory(1, "Bob hid the silver key under the lantern"),
    createMemory(2, "李明把钥匙藏在地板下面"),
    ...createOrdinary(300),
  ];
  expect(recallLines(past, "where is the silver key?")).toContain(
    "Bob hid the silver key under the lantern",
  );
  expect(recallLines(past, "钥匙在哪里")).toContain("李明把钥匙藏在地板下面");
});

it("a memory of another character is never recalled, however relevant", () => {
  const past = [
    createMemory(1, "the silver key is in the well", { owner: "bob" }),
    createMemory(2, "a quiet day"),
  ];
  expect(recallLines(past, "silver key well")).toEqual(["a quiet day"]);
});

it("AI Town: a single memory and identical memories get finite scores and a stable order", () => {
  expect(recallLines([createMemory(1, "key")], "key")).toEqual(["key"]);
  const alike = Array.from({ length: 30 }, (_, at) => createMemory(at + 1, "key"));
  expect(recallLines(alike, "key")).toHaveLength(12);
  const unread = [
    createMemory(1, "the key", { storyTime: "no time at all" }),
    createMemory(2, "the key"),
  ];
  expect(recallLines(unread, "key")).toHaveLength(2);
});

it("an incrementally updated memory index gives the same results as a rebuilt one", () => {
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
          memories.push(createMemory(memories.length + 1, said));
          const old = memories[pick];
          if (old !== undefined && pick % 2 === 0)
            rewritten.push(Object.assign(old, { povSummary: anew }));
          finish(kept.update(rewritten));
        }
        const fresh = createMemoryIndex(memories);
        finish(fresh.update([]));
        const question = { text: "key storm 钥匙", most: 100 };
        expect(kept.search(question)).toEqual(fresh.search(question));
      },
    ),
    { numRuns: 100 },
  );
});
