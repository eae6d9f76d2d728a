import { describe, expect, test } from "vitest";
import { type Digest, type Plan, type Scene, type Turn } from "./contract.ts";
import { findBeatIndex, groupBeats } from "./beats.ts";
import { findCurrentScene, isHidden, buildTimeline } from "./timeline.ts";

const createScene = (id: number, more: Partial<Scene> = {}): Scene => ({
  id,
  kind: "you",
  container_id: 1,
  participants: ["you", "ann"],
  present: ["you", "ann"],
  started_at: "",
  closed_at: null,
  ...more,
});
const createTurn = (event_id: number, scene_id: number, turn_id: string | null = null): Turn => ({
  id: `line-${event_id}`,
  scene_id,
  meanwhile_scene_id: null,
  kind: "assistant",
  speaker_id: "ann",
  text: "…",
  segments: [],
  present: [],
  witnesses: [],
  status: "completed",
  story_time: null,
  turn_id,
  event_id,
});
const createPlan = (scene_id: number, status: Plan["status"]): Plan => ({
  id: `plan-${scene_id}`,
  scene_id,
  status,
  beats_done: 1,
  ended_by: null,
  details: { beats: 6 },
});
const createDigest = (scene_id: number, event_id: number, sealed: boolean): Digest => ({
  id: `digest-${scene_id}`,
  scene_id,
  noticed: "a lamp",
  directors_cut: sealed ? null : "all of it",
  sealed,
  delivered: true,
  event_id,
});
const watching = { watched: new Set<number>() };
const listKeys = (stage: Parameters<typeof buildTimeline>[0]): string[] =>
  buildTimeline(stage, watching).map(({ key }) => key);

describe("the timeline of a story", () => {
  test("the timeline lists lines under their scene, and open scenes without lines", () => {
    const scenes = [createScene(1), createScene(2, { kind: "meanwhile" })];
    expect(
      listKeys({
        turns: [createTurn(5, 1), createTurn(6, 1)],
        scenes,
        plans: [],
        digests: [],
        has_earlier: false,
      }),
    ).toEqual(["scene-1-line-5", "line-5", "line-6", "scene-2"]);
  });

  test("the timeline hides the lines of a sealed scene before its digest", () => {
    const scenes = [createScene(1), createScene(2, { kind: "meanwhile", closed_at: "later" })];
    const stage = {
      turns: [createTurn(5, 1), createTurn(6, 2), createTurn(7, 2), createTurn(20, 1)],
      scenes,
      plans: [],
      has_earlier: false,
    };
    expect(listKeys({ ...stage, digests: [createDigest(2, 10, true)] })).toEqual([
      "scene-1-line-5",
      "line-5",
      "hidden-2",
      "digest-digest-2",
      "scene-1-line-20",
      "line-20",
    ]);
    const hidden = buildTimeline({ ...stage, digests: [createDigest(2, 10, true)] }, watching).find(
      ({ kind }) => kind === "hidden",
    );
    expect(hidden).toMatchObject({ lines: 2 });
    expect(listKeys({ ...stage, digests: [createDigest(2, 10, false)] })).toContain("line-6");
    const page = { ...stage, turns: stage.turns.slice(3), has_earlier: true };
    expect(listKeys({ ...page, digests: [createDigest(2, 10, true)] })).toEqual([
      "scene-1-line-20",
      "line-20",
    ]);
  });

  test("an unattended scene is shown only when watched, and does not accept lines", () => {
    const alone = createScene(2, { kind: "meanwhile" });
    const stage = {
      scenes: [createScene(1), alone],
      plans: [createPlan(2, "running")],
      digests: [],
    };
    expect(isHidden(stage, alone, watching)).toBe(true);
    expect(isHidden(stage, alone, { watched: new Set([2]) })).toBe(false);
    expect(findCurrentScene(stage)?.id).toBe(1);
    expect(findCurrentScene({ ...stage, plans: [createPlan(2, "ended")] })?.id).toBe(2);
  });
});

describe("grouping lines into beats", () => {
  test("lines of one turn form a beat, which ends where the next one begins", () => {
    const beats = groupBeats([
      createTurn(3, 1),
      createTurn(5, 1, "t"),
      createTurn(6, 1, "t"),
      createTurn(12, 1, "u"),
    ]);
    expect(beats.map(({ lines, until }) => [lines.length, until])).toEqual([
      [1, 4],
      [2, 11],
      [1, undefined],
    ]);
    expect(findBeatIndex(beats, "line-6")).toBe(1);
  });
});
