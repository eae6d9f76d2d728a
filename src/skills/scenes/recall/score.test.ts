import { expect, it } from "vitest";
import { storyEvent } from "../../../../test/support/story-event.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { Cast } from "../state/cast.ts";
import { applyEvent } from "../state/fold.ts";
import { type ChatState, createEmptyChat, type Scene } from "../state/chat-state.ts";
import { openSources } from "../state/witness.ts";
import { createRecall } from "./recall.ts";

const cast: Cast = { bots: new Map(), you: undefined };
const now = "2026-04-26T20:00:00Z";

/**
 * Thirty similar memories, of which the newest twelve are recalled. One old memory is marked, so
 * that whether it is recalled depends on the mark alone.
 */
function createStory(mark: Mark = {}): ChatState {
  const state = createEmptyChat("c", "a");
  state.clock = now;
  let id = 0;
  const take = (kind: string, payload: JsonObject): void =>
    applyEvent(state, storyEvent(++id, kind, payload));
  const remember = (nth: number, more: JsonObject = {}): void =>
    take("memory_written", {
      id: `m${nth}`,
      owner_id: "ann",
      witnesses: ["ann", "bob"],
      text: `the key, time ${nth + 100}`,
      story_time: now,
      cites: [`t${nth}`],
      ...more,
    });
  // The first memory of all introduces Bob, so that no later one is a first meeting.
  remember(0, { text: "an old day" });
  for (let nth = 1; nth <= 30; nth += 1) remember(nth, nth === marked ? mark.memory : {});
  for (const { kind, payload } of mark.after ?? []) take(kind, payload);
  return state;
}

const marked = 5;
interface Mark {
  readonly memory?: JsonObject;
  readonly after?: readonly { readonly kind: string; readonly payload: JsonObject }[];
}

function recallLines(state: ChatState, about = "the key"): string[] {
  const scene = {
    present: new Set(["ann", "bob"]),
    participants: ["ann", "bob"],
    containerId: null,
  } as unknown as Scene;
  return createRecall()(
    { state, cast, scene, sources: openSources(state, cast, "ann") },
    about,
  ).flatMap(({ lines }) => lines.filter((line) => !line.startsWith("(Day ")));
}

const createFeelingMark = (deltas: JsonObject): Mark => ({
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

it("the newest of otherwise equal memories are recalled, by their position in the log", () => {
  expect(recallLines(createStory())).toEqual(
    Array.from({ length: 12 }, (_, at) => `the key, time ${at + 119}`),
  );
});

it.each<[string, Mark, string?]>([
  ["is more relevant", { memory: { text: "the silver key, time 105" } }, "the silver key"],
  ["changed her feelings strongly", createFeelingMark({ affinity_delta: -10, trust_delta: -10 })],
  [
    "taught her something",
    createFeelingMark({ affinity_delta: 0, trust_delta: 0, knowledge_facts: ["Bob lies"] }),
  ],
  ["was a first meeting", { memory: { witnesses: ["ann", "bob", "cy"] } }],
  [
    "summarises a scene",
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
  ["is pinned but shares no word", { memory: { text: "an empty garden" }, after: [pin("yes")] }],
])("a memory that %s is recalled before newer ones", (_why, mark, about) => {
  const [line] = (mark.after ?? []).flatMap(({ payload }) =>
    payload.target_kind === "memory_pov_summary" ? [payload.new_value] : [],
  );
  expect(recallLines(createStory(mark), about)).toContain(
    line ?? mark.memory?.["text"] ?? `the key, time ${marked + 100}`,
  );
});

it("a memory of an earlier story time ranks lower even when it was written last", () => {
  const state = createStory();
  const newest = state.memoriesOf.get("ann")?.at(-1);
  const old = createEmptyChat("c", "a");
  old.clock = now;
  for (const memory of state.memoriesOf.get("ann") ?? [])
    old.memoriesOf.set("ann", [
      ...(old.memoriesOf.get("ann") ?? []),
      memory === newest ? { ...memory, storyTime: "2025-04-26T20:00:00Z" } : memory,
    ]);
  // Enough other memories share its words to fill the twelve places.
  expect(recallLines(old)).not.toContain("the key, time 130");
});

it("a memory shared with those present is recalled before newer ones of others", () => {
  const state = createStory();
  const alone = createEmptyChat("c", "a");
  alone.clock = now;
  alone.memoriesOf.set(
    "ann",
    (state.memoriesOf.get("ann") ?? []).map((memory) => ({
      ...memory,
      witnesses: new Set(memory.id === `m${marked}` ? ["ann", "bob"] : ["ann"]),
    })),
  );
  expect(recallLines(alone)).toContain(`the key, time ${marked + 100}`);
});

it("an unpinned memory has no advantage", () => {
  expect(recallLines(createStory({ after: [pin("yes"), pin("no")] }))).toEqual(
    recallLines(createStory()),
  );
});

it("feelings of another character do not affect which memories are recalled", () => {
  const others = createFeelingMark({ source_id: "bob", target_id: "ann", affinity_delta: 10 });
  expect(recallLines(createStory(others))).toEqual(recallLines(createStory()));
});
