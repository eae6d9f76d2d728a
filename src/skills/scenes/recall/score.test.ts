import { expect, it } from "vitest";
import type { Cast } from "../state/cast.ts";
import { step } from "../state/fold.ts";
import { type ChatState, emptyChat, type Scene } from "../state/chat-state.ts";
import { sources } from "../state/witness.ts";
import { createRecall } from "./recall.ts";

const cast: Cast = { bots: new Map(), you: undefined };
const now = "2026-04-26T20:00:00Z";

/**
 * Thirty alike, of which twelve come to mind: the newest, when nothing else tells them apart. One far back is marked, and whether it
 * comes to mind is up to the mark alone.
 */
function story(mark: Mark = {}): ChatState {
  const state = emptyChat("c", "a");
  state.clock = now;
  let id = 0;
  const take = (kind: string, payload: Record<string, unknown>): void =>
    step(state, {
      id: ++id,
      at: now,
      stream: "chat:c",
      streamVersion: id,
      kind,
      payload: payload as never,
    });
  const remember = (nth: number, more: Record<string, unknown> = {}): void =>
    take("memory_written", {
      id: `m${nth}`,
      owner_id: "ann",
      witnesses: ["ann", "bob"],
      text: `the key, time ${nth + 100}`,
      story_time: now,
      cites: [`t${nth}`],
      ...more,
    });
  // Whom she has met before is met by the first of all.
  remember(0, { text: "an old day" });
  for (let nth = 1; nth <= 30; nth += 1) remember(nth, nth === marked ? mark.memory : {});
  for (const { kind, payload } of mark.after ?? []) take(kind, payload);
  return state;
}

const marked = 5;
interface Mark {
  readonly memory?: Record<string, unknown>;
  readonly after?: readonly { readonly kind: string; readonly payload: Record<string, unknown> }[];
}

function comesToMind(state: ChatState, about = "the key"): string[] {
  const scene = {
    present: new Set(["ann", "bob"]),
    participants: ["ann", "bob"],
    containerId: null,
  } as unknown as Scene;
  return createRecall()(
    { state, cast, scene, sources: sources(state, cast, "ann") },
    about,
  ).flatMap(({ lines }) => lines);
}

const felt = (deltas: Record<string, unknown>): Mark => ({
  after: [
    {
      kind: "edge_update",
      payload: {
        source_id: "ann",
        target_id: "bob",
        knowledge_facts: [],
        cites: [`t${marked}`],
        ...deltas,
      },
    },
  ],
});
const pin = (value: string) => ({
  kind: "manual_edit",
  payload: { target_kind: "memory_pinned", target_id: `m${marked}`, new_value: value },
});

it("of memories that nothing tells apart the newest come to mind, by their place in the log", () => {
  expect(comesToMind(story())).toEqual(
    Array.from({ length: 12 }, (_, at) => `the key, time ${at + 119}`),
  );
});

it.each<[string, Mark, string?]>([
  ["fits better", { memory: { text: "the silver key, time 105" } }, "the silver key"],
  ["moved her far", felt({ affinity_delta: -10, trust_delta: -10 })],
  [
    "taught her something",
    felt({ affinity_delta: 0, trust_delta: 0, knowledge_facts: ["Bob lies"] }),
  ],
  ["was the first with somebody", { memory: { witnesses: ["ann", "bob", "cy"] } }],
  [
    "stands for a whole scene",
    {
      after: [
        {
          kind: "manual_edit",
          payload: {
            target_kind: "memory_pov_summary",
            target_id: `m${marked}`,
            new_value: "the key, in all",
          },
        },
      ],
    },
  ],
  ["is pinned", { after: [pin("yes")] }],
  ["is pinned and shares no word", { memory: { text: "an empty garden" }, after: [pin("yes")] }],
])("one that %s comes to mind before newer ones", (_why, mark, about) => {
  const [line] = (mark.after ?? []).flatMap(({ payload }) =>
    payload["target_kind"] === "memory_pov_summary" ? [payload["new_value"]] : [],
  );
  expect(comesToMind(story(mark), about)).toContain(
    line ?? mark.memory?.["text"] ?? `the key, time ${marked + 100}`,
  );
});

it("one that lies further back in the story's time gives way, however late it was written", () => {
  const state = story();
  const newest = state.memoriesOf.get("ann")?.at(-1);
  const old = emptyChat("c", "a");
  old.clock = now;
  for (const memory of state.memoriesOf.get("ann") ?? [])
    old.memoriesOf.set("ann", [
      ...(old.memoriesOf.get("ann") ?? []),
      memory === newest ? { ...memory, storyTime: "2025-04-26T20:00:00Z" } : memory,
    ]);
  // Enough others share its words that the twelve are full without it.
  expect(comesToMind(old)).not.toContain("the key, time 130");
});

it("one of those who are here comes to mind before newer ones of others", () => {
  const state = story();
  const alone = emptyChat("c", "a");
  alone.clock = now;
  alone.memoriesOf.set(
    "ann",
    (state.memoriesOf.get("ann") ?? []).map((memory) => ({
      ...memory,
      witnesses: new Set(memory.id === `m${marked}` ? ["ann", "bob"] : ["ann"]),
    })),
  );
  expect(comesToMind(alone)).toContain(`the key, time ${marked + 100}`);
});

it("a pin that was taken off counts no more", () => {
  expect(comesToMind(story({ after: [pin("yes"), pin("no")] }))).toEqual(comesToMind(story()));
});

it("what moved somebody else is nothing to her", () => {
  const others = felt({ source_id: "bob", target_id: "ann", affinity_delta: 10 });
  expect(comesToMind(story(others))).toEqual(comesToMind(story()));
});
