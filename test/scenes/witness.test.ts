import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEventOf } from "../../src/domain/events/catalogue.ts";
import type { LineEvent, RecordedChatEvent } from "../../src/skills/scenes/state/events.ts";
import { isTurnEvent } from "../../src/skills/scenes/state/fold-turns.ts";
import { readSegments } from "../../src/skills/scenes/state/segments.ts";
import type { ModelRequest } from "../../src/domain/ports/model.ts";
import { listPresent } from "../../src/skills/scenes/state/present.ts";
import { you } from "../../src/skills/scenes/state/chat-state.ts";
import { director } from "../../src/skills/scenes/state/witness.ts";
import { patience, runs } from "../support/runs.ts";
import type { Line } from "../support/scene-lab.ts";
import { openStoryPlay, type StoryPlay } from "../support/story-play.ts";

const bots = ["ann", "bob", "cy", "dee"];
const everybody = [you, ...bots];

const begin: Line[] = [
  {
    kind: "chat_created",
    payload: {
      id: "story",
      host_bot_id: "ann",
      guest_bot_id: "bob",
      initial_time: "2026-04-26T20:00:00Z",
    },
  },
  { kind: "container_created", payload: { chat_id: "story", name: "office" } },
  {
    kind: "scene_opened",
    payload: { chat_id: "story", scene_id: 1, container_id: 1, participants: [you, "ann", "bob"] },
  },
  {
    kind: "meanwhile_scene_started",
    payload: { chat_id: "story", scene_id: 2, host_bot_id: "cy", guest_bot_id: "dee" },
  },
];

const canaries = (text: string): string[] => text.match(/canary\d+/g) ?? [];
const promptOf = ({ messages }: ModelRequest): string =>
  messages.map(({ content }) => content).join("\n");

/** Repeats its whole prompt, so that a leak shows in a line. */
function echo(request: ModelRequest): unknown {
  const heard = canaries(promptOf(request)).join(" ");
  if (request.purpose === "parse_turn") {
    const prose = request.sections?.find(({ name }) => name === "prose")?.lines.join("\n") ?? "";
    // “aloud || to whom: quietly”: half of it is for one alone.
    const [aloud = "", secret] = prose.split(" || ");
    const whispered =
      secret === undefined
        ? []
        : [{ kind: "whisper", text: secret, to: [secret.split(": ")[0] ?? ""] }];
    return { segments: [{ kind: "dialogue", text: aloud }, ...whispered] };
  }
  const names = request.sections?.find(({ name }) => name === "people")?.lines ?? [];
  if (request.purpose === "state_update") {
    const felt = { affinity_delta: 1, trust_delta: 0, knowledge_facts: [`knows ${heard}`] };
    return { ...felt, people: names.map((name) => ({ name, ...felt })) };
  }
  if (request.purpose === "threads") return { threads: [{ title: `about ${heard}` }] };
  if (request.purpose === "narrative") return `I heard ${heard}`;
  return {
    summary: `remembers ${heard}`,
    relationship_summary: heard,
    people: names.map((name) => ({ name, relationship_summary: heard })),
  };
}

const step: fc.Arbitrary<Step> = fc.oneof<fc.MaybeWeightedArbitrary<Step>[]>(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("say" as const),
      scene: fc.constantFrom(1, 2),
      whisper: fc.nat({ max: 9 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("go on" as const),
      scene: fc.constantFrom(1, 2),
      whisper: fc.constant(0),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("enter" as const, "leave" as const),
      scene: fc.constantFrom(1, 2),
      who: fc.constantFrom(...everybody),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("sum up" as const), scene: fc.constantFrom(1, 2) }),
  },
);

/** What everyone may know: the words of every turn that they witnessed, and nothing else. */
function mayKnow(log: readonly RecordedChatEvent[], viewer: string): Set<string> {
  const heard = log
    .filter(isTurnEvent)
    .filter(({ payload }) => viewer === director || payload.witnesses?.includes(viewer) === true);
  return new Set(heard.flatMap((turn) => canaries(wordsFor(viewer, turn))));
}

function wordsFor(viewer: string, { payload }: LineEvent): string {
  if (payload.segments === undefined) return payload.text ?? "";
  const segments = readSegments(payload.segments);
  const isMine = (to: readonly string[] | undefined): boolean =>
    to === undefined || viewer === you || viewer === director || to.includes(viewer);
  return segments.flatMap(({ text, to }) => (isMine(to) ? [text] : [])).join("\n");
}

describe("the witness law", () => {
  it(
    "invariants 17 and 19: no prompt holds a word that its viewer did not witness, even if characters come, go and whisper",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
          const play = openStoryPlay("story", bots, echo);
          await play.take(...begin);
          for (const [index, one] of steps.entries()) await act(play, one, index);
        }),
        { numRuns: runs(20, 3_000) },
      );
    },
    patience,
  );
});

async function act(play: StoryPlay, one: Step, index: number): Promise<void> {
  const scene = play.state().scenes.get(one.scene);
  if (scene === undefined) return;
  const [asked, logged] = [play.requests.length, play.log.length];
  const word = `canary${index}`;
  const there = listPresent(scene);
  if ("who" in one) {
    if (one.scene === 2 && one.who === you) return;
    await play.take({
      kind: "presence_changed",
      payload: { chat_id: "story", scene_id: one.scene, entity_id: one.who, change: one.do },
    });
    return;
  }
  const able = there.filter((id) => id !== you);
  if (one.do === "sum up") await play.sumUp(one.scene);
  else if (able.length === 0) return;
  else if (one.do === "go on") await play.beat(one.scene);
  else await play.beat(one.scene, saying(one.whisper, { word, able }));
  for (const request of play.requests.slice(asked))
    expectWitnessed(play, request, { word, logged });
  for (const { payload } of play.log.filter((event) => isEventOf(event, "memory_written")))
    for (const witness of payload.witnesses ?? []) expect(everybody).toContain(witness);
  expectFlags(play, { sceneId: one.scene, there });
}

/** Aloud, as a whisper, or both in one line. */
function saying(
  how: number,
  { word, able }: { word: string; able: readonly string[] },
): { text: string; whisperTo: string[] } {
  const one = able[how % able.length] as string;
  if (how > 7) return { text: `listen: ${word}`, whisperTo: [one] };
  return { text: how > 5 ? `hello || ${one}: ${word}` : `listen: ${word}`, whisperTo: [] };
}

type Step =
  | { readonly do: "say" | "go on"; readonly scene: number; readonly whisper: number }
  | { readonly do: "enter" | "leave"; readonly scene: number; readonly who: string }
  | { readonly do: "sum up"; readonly scene: number };

/** The author may see their own prose: the call that parses it is theirs. */
function expectWitnessed(
  play: StoryPlay,
  request: ModelRequest,
  at: { word: string; logged: number },
): void {
  if (request.purpose === "parse_turn") return;
  const viewer = request.viewer ?? "";
  // The speaker has not witnessed the line being generated; counting it would excuse a leak.
  const before = play.log.filter(
    ({ id, kind }) => request.purpose !== "narrative" || id <= at.logged || kind === "user_turn",
  );
  const known = mayKnow(before, viewer);
  const leaked = canaries(promptOf(request)).filter((canary) => !known.has(canary));
  expect([request.purpose, viewer, at.word, leaked]).toEqual([
    request.purpose,
    viewer,
    at.word,
    [],
  ]);
}

/** Flags of the newest turn say exactly who was there and could hear it. */
function expectFlags(play: StoryPlay, of: { sceneId: number; there: readonly string[] }): void {
  const said = play.log
    .filter((event) => isEventOf(event, "assistant_turn"))
    .findLast(({ payload }) => payload.scene_id === of.sceneId);
  if (said === undefined) return;
  const scene = play.state().scenes.get(of.sceneId);
  const rows = play.log
    .filter((event) => isEventOf(event, "memory_written"))
    .filter(({ payload }) => payload.cites?.includes(said.payload.id ?? "") === true);
  const { witnesses = [] } = said.payload;
  expect(rows.map(({ payload }) => payload.owner_id)).toEqual(witnesses.filter((id) => id !== you));
  for (const { payload } of rows) {
    expect(payload.witness_you).toBe(witnesses.includes(you) ? 1 : 0);
    expect(payload.witness_host).toBe(witnesses.includes(scene?.host ?? "") ? 1 : 0);
    expect(payload.witness_guest).toBe(witnesses.includes(scene?.guest ?? "") ? 1 : 0);
  }
  for (const witness of witnesses) expect(said.payload.present).toContain(witness);
}
