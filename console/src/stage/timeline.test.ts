import { describe, expect, test } from "vitest";
import { type Digest, type Plan, type Scene, type Turn } from "./contract.ts";
import { beatIndexOf, beatsOf } from "./beats.ts";
import { currentScene, isCurtained, timelineOf } from "./timeline.ts";

const scene = (id: number, more: Partial<Scene> = {}): Scene => ({
  id,
  kind: "you",
  container_id: 1,
  participants: ["you", "ann"],
  present: ["you", "ann"],
  started_at: "",
  closed_at: null,
  ...more,
});
const turn = (event_id: number, scene_id: number, turn_id: string | null = null): Turn => ({
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
const plan = (scene_id: number, status: Plan["status"]): Plan => ({
  id: `plan-${scene_id}`,
  scene_id,
  status,
  beats_done: 1,
  ended_by: null,
  details: { beats: 6 },
});
const digest = (scene_id: number, event_id: number, sealed: boolean): Digest => ({
  id: `digest-${scene_id}`,
  scene_id,
  noticed: "a lamp",
  directors_cut: sealed ? null : "all of it",
  sealed,
  delivered: true,
  event_id,
});
const watching = { watched: new Set<number>() };
const kinds = (stage: Parameters<typeof timelineOf>[0]): string[] =>
  timelineOf(stage, watching).map(({ key }) => key);

describe("what stands in the play", () => {
  test("lines stand under the scene they belong to, and a silent open scene is shown too", () => {
    const scenes = [scene(1), scene(2, { kind: "meanwhile" })];
    expect(
      kinds({
        turns: [turn(5, 1), turn(6, 1)],
        scenes,
        plans: [],
        digests: [],
        has_earlier: false,
      }),
    ).toEqual(["scene-1-line-5", "line-5", "line-6", "scene-2"]);
  });

  test("a scene that was missed is a curtain before its digest, until the seal is broken", () => {
    const scenes = [scene(1), scene(2, { kind: "meanwhile", closed_at: "later" })];
    const stage = {
      turns: [turn(5, 1), turn(6, 2), turn(7, 2), turn(20, 1)],
      scenes,
      plans: [],
      has_earlier: false,
    };
    expect(kinds({ ...stage, digests: [digest(2, 10, true)] })).toEqual([
      "scene-1-line-5",
      "line-5",
      "curtain-2",
      "digest-digest-2",
      "scene-1-line-20",
      "line-20",
    ]);
    const curtain = timelineOf({ ...stage, digests: [digest(2, 10, true)] }, watching).find(
      ({ kind }) => kind === "curtain",
    );
    expect(curtain).toMatchObject({ lines: 2 });
    expect(kinds({ ...stage, digests: [digest(2, 10, false)] })).toContain("line-6");
    const page = { ...stage, turns: stage.turns.slice(3), has_earlier: true };
    expect(kinds({ ...page, digests: [digest(2, 10, true)] })).toEqual([
      "scene-1-line-20",
      "line-20",
    ]);
  });

  test("a scene that goes on by itself is heard only by whoever watches, and takes nobody's words", () => {
    const alone = scene(2, { kind: "meanwhile" });
    const stage = { scenes: [scene(1), alone], plans: [plan(2, "running")], digests: [] };
    expect(isCurtained(stage, alone, watching)).toBe(true);
    expect(isCurtained(stage, alone, { watched: new Set([2]) })).toBe(false);
    expect(currentScene(stage)?.id).toBe(1);
    expect(currentScene({ ...stage, plans: [plan(2, "ended")] })?.id).toBe(2);
  });
});

describe("beats", () => {
  test("lines of one turn stay together, and each beat ends where the next one begins", () => {
    const beats = beatsOf([turn(3, 1), turn(5, 1, "t"), turn(6, 1, "t"), turn(12, 1, "u")]);
    expect(beats.map(({ lines, until }) => [lines.length, until])).toEqual([
      [1, 4],
      [2, 11],
      [1, undefined],
    ]);
    expect(beatIndexOf(beats, "line-6")).toBe(1);
  });
});
