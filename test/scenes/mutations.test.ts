import * as fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import type * as MemoriesModule from "../../src/skills/scenes/amend/reword-memories.ts";
import type * as StaleModule from "../../src/skills/scenes/amend/stale-words.ts";
import type * as LineageModule from "../../src/skills/scenes/state/lineage.ts";
import type * as FoldModule from "../../src/skills/scenes/state/fold-turns.ts";
import type * as WitnessModule from "../../src/skills/scenes/state/witness.ts";
import { listPresent } from "../../src/skills/scenes/state/present.ts";
import type { ChatState } from "../../src/skills/scenes/state/chat-state.ts";
import { openStoryPlay } from "../support/story-play.ts";
import { auditPlay, echo } from "../support/story-echo.ts";
import { tale, tell } from "../support/story-steps.ts";

/** Every filter between a story's words and a viewer. One of them is broken at a time. */
const paths = [
  "the latest lines",
  "the lines of a scene",
  "memories",
  "pinned memories",
  "the memories of a scene",
  "one's own side of a relationship",
  "where a fact was learnt",
  "what the others look like",
  "whispers in a line",
  "who hears a whisper",
  "who keeps a line",
  "what rests on a changed line",
  "memories after a change of the past",
] as const;
type Path = (typeof paths)[number];

const broken = vi.hoisted(() => ({ path: undefined as string | undefined }));
const is = (path: Path): boolean => broken.path === path;

vi.mock("../../src/skills/scenes/state/witness.ts", async (original) => {
  const real = await original<typeof WitnessModule>();
  return {
    ...real,
    perceiveTurn: (...[turn, by]: Parameters<typeof real.perceiveTurn>) =>
      real.perceiveTurn(turn, is("whispers in a line") ? { ...by, viewer: real.director } : by),
    findWitnesses: (...[scene, asked]: Parameters<typeof real.findWitnesses>) =>
      is("who hears a whisper") ? listPresent(scene) : real.findWitnesses(scene, asked),
    openSources: (...[state, cast, viewer]: Parameters<typeof real.openSources>) =>
      openUnfiltered(real, { state, cast, viewer }),
  };
});

function openUnfiltered(
  real: typeof WitnessModule,
  on: { state: ChatState; cast: Parameters<typeof real.openSources>[1]; viewer: string },
) {
  const { state, cast, viewer } = on;
  const mine = real.openSources(state, cast, viewer);
  const all = real.openSources(state, cast, real.director);
  const everything = [...state.memories.values()];
  if (is("the latest lines")) return { ...mine, listRecent: all.listRecent };
  if (is("the lines of a scene")) return { ...mine, listTurnsOf: all.listTurnsOf };
  if (is("memories")) return { ...mine, listMemories: () => everything };
  if (is("pinned memories")) return { ...mine, listPinned: () => everything };
  if (is("the memories of a scene"))
    return {
      ...mine,
      listMemoriesOf: (id: number) => everything.filter(({ sceneId }) => sceneId === id),
    };
  if (is("one's own side of a relationship"))
    return {
      ...mine,
      findEdge: (target: string) =>
        real.openSources(state, cast, target).findEdge(viewer) ?? mine.findEdge(target),
    };
  if (is("where a fact was learnt"))
    return {
      ...mine,
      findEdge: (target: string) => state.edges.get(JSON.stringify([viewer, target])),
    };
  if (is("what the others look like"))
    return { ...mine, listActivities: () => [...state.activities.values()] };
  return mine;
}

vi.mock("../../src/skills/scenes/state/fold-turns.ts", async (original) => {
  const real = await original<typeof FoldModule>();
  return {
    ...real,
    foldTurn: (...[state, event]: Parameters<typeof real.foldTurn>) => {
      real.foldTurn(state, event);
      const turn = state.turns.at(-1);
      if (!is("who keeps a line") || turn === undefined) return;
      for (const id of ["ann", "bob", "cy", "dee", "eve"])
        if (!turn.witnesses.has(id))
          state.turnsOf.set(id, [...(state.turnsOf.get(id) ?? []), turn]);
    },
  };
});

// Citations find what a model made of a line, words find it again: both are broken at once.
vi.mock("../../src/skills/scenes/state/lineage.ts", async (original) => {
  const real = await original<typeof LineageModule>();
  return {
    ...real,
    createLineage: (...of: Parameters<typeof real.createLineage>) => ({
      ...real.createLineage(...of),
      ...(is("what rests on a changed line") ? { restsOn: () => false } : {}),
    }),
  };
});

vi.mock("../../src/skills/scenes/amend/stale-words.ts", async (original) => {
  const real = await original<typeof StaleModule>();
  return {
    ...real,
    *createStaleCheck(...of: Parameters<typeof real.createStaleCheck>) {
      const isStale = yield* real.createStaleCheck(...of);
      return is("what rests on a changed line") ? () => false : isStale;
    },
  };
});

vi.mock("../../src/skills/scenes/amend/reword-memories.ts", async (original) => {
  const real = await original<typeof MemoriesModule>();
  return {
    ...real,
    *rewordMemories(...of: Parameters<typeof real.rewordMemories>) {
      const reworded = yield* real.rewordMemories(...of);
      return is("memories after a change of the past") ? { amends: [], withdraws: [] } : reworded;
    },
  };
});

/** The same tales for every path: few, and with everything in them. */
const tales = fc.sample(tale({ minLength: 14, maxLength: 18 }), { numRuns: 60, seed: 7 });

/**
 * Any of the checks may find the leak: prompts compared with witnessed lines, the audit, or a read
 * on behalf of an absent character.
 */
async function firstLeak(most = tales.length): Promise<string | undefined> {
  const looks = await findLeak();
  if (looks !== undefined) return looks;
  for (const told of tales.slice(0, most)) {
    const telling = await tell(told);
    const [leak] = [
      ...telling.leaks,
      ...(await auditPlay(telling.play, "story")).map(({ path }) => path.join(" → ")),
    ];
    if (leak !== undefined) return leak;
  }
  return undefined;
}

/** What a character holds in another scene, and a fact learned where its owner was not present. */
async function findLeak(): Promise<string | undefined> {
  const play = openStoryPlay("story", ["ann", "bob", "cy"], echo);
  await play.take(
    {
      kind: "chat_created",
      payload: {
        id: "story",
        host_bot_id: "ann",
        guest_bot_id: "bob",
        initial_time: "2026-04-26T20:00:00Z",
      },
    },
    {
      kind: "scene_opened",
      payload: { chat_id: "story", scene_id: 1, participants: ["you", "ann"] },
    },
    {
      kind: "meanwhile_scene_started",
      payload: { chat_id: "story", scene_id: 2, host_bot_id: "bob", guest_bot_id: "cy" },
    },
    {
      kind: "activity_change",
      payload: { chat_id: "story", entity_id: "cy", posture: "hiding", holding: ["canary77"] },
    },
    {
      kind: "assistant_turn",
      payload: {
        chat_id: "story",
        id: "said",
        scene_id: 2,
        speaker_id: "bob",
        text: "the canary78",
      },
    },
    {
      kind: "edge_update",
      payload: {
        chat_id: "story",
        source_id: "ann",
        target_id: "you",
        knowledge_facts: ["canary78"],
        cites: ["said"],
      },
    },
  );
  await play.beat(1, { text: "hello" });
  const told = play.requests
    .filter(({ viewer }) => viewer === "ann")
    .flatMap(({ messages }) => messages.map(({ content }) => content));
  return /canary7[78]/.exec(told.join("\n"))?.[0];
}

beforeEach(() => {
  broken.path = undefined;
});

it("the checks find nothing with every filter in its place", async () => {
  expect(await firstLeak(15)).toBeUndefined();
});

it.each(paths)("the checks find the leak without the filter on %s", async (path) => {
  broken.path = path;
  expect(await firstLeak()).toEqual(expect.any(String));
});
