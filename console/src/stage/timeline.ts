import { type Digest, type Plan, type Scene, type Stage, type Turn } from "./contract.ts";

/** What stands below each other in the play, in order. */
export type Entry =
  | { readonly kind: "scene"; readonly scene: Scene; readonly key: string }
  | { readonly kind: "line"; readonly turn: Turn; readonly key: string }
  | { readonly kind: "digest"; readonly digest: Digest; readonly key: string }
  /** Lines that are not shown: of a scene that is under seal, or that goes on behind the curtain. */
  | {
      readonly kind: "curtain";
      readonly scene: Scene;
      readonly lines: number;
      readonly plan: Plan | undefined;
      readonly key: string;
    };

export interface Watching {
  /** Scenes without the person that they look at all the same. */
  readonly watched: ReadonlySet<number>;
}

export const runningPlan = (
  stage: Pick<Stage, "plans">,
  sceneId: number | undefined,
): Plan | undefined =>
  stage.plans.find(({ scene_id, status }) => scene_id === sceneId && status === "running");

/** A scene that the person did not see: over and under seal, or going on by itself and not watched. */
export function isCurtained(
  stage: Pick<Stage, "plans" | "digests">,
  scene: Scene,
  { watched }: Watching,
): boolean {
  if (scene.kind !== "meanwhile") return false;
  const digest = stage.digests.find(({ scene_id }) => scene_id === scene.id);
  if (digest !== undefined) return digest.sealed;
  return runningPlan(stage, scene.id) !== undefined && !watched.has(scene.id);
}

export function timelineOf(
  stage: Pick<Stage, "turns" | "scenes" | "plans" | "digests" | "has_earlier">,
  watching: Watching,
): Entry[] {
  const scenes = new Map(stage.scenes.map((scene) => [scene.id, scene]));
  const entries: Entry[] = [];
  // One that was written before the first line that is shown comes with the lines around it.
  const from = stage.has_earlier ? (stage.turns[0]?.event_id ?? 0) : 0;
  const digests = stage.digests.filter(({ event_id }) => event_id >= from);
  let current: number | null = null;
  for (const turn of stage.turns) {
    while (digests[0] !== undefined && digests[0].event_id < turn.event_id)
      entries.push(digestEntry(digests.shift() as Digest));
    const scene = turn.scene_id === null ? undefined : scenes.get(turn.scene_id);
    if (scene !== undefined && isCurtained(stage, scene, watching)) {
      addCurtain(entries, scene, runningPlan(stage, scene.id));
      current = null;
      continue;
    }
    if (scene !== undefined && scene.id !== current)
      entries.push({ kind: "scene", scene, key: `scene-${scene.id}-${turn.id}` });
    current = scene?.id ?? null;
    entries.push({ kind: "line", turn, key: turn.id });
  }
  entries.push(...digests.map(digestEntry));
  return withOpenScenes(stage, entries, watching);
}

const digestEntry = (digest: Digest): Entry => ({
  kind: "digest",
  digest,
  key: `digest-${digest.id}`,
});

function addCurtain(entries: Entry[], scene: Scene, plan: Plan | undefined): void {
  const at = entries.findIndex((entry) => entry.kind === "curtain" && entry.scene.id === scene.id);
  const known = entries[at];
  if (known?.kind === "curtain") entries[at] = { ...known, lines: known.lines + 1 };
  else entries.push({ kind: "curtain", scene, lines: 1, plan, key: `curtain-${scene.id}` });
}

/** One that has begun and in which nobody has said anything yet. */
function withOpenScenes(
  stage: Pick<Stage, "scenes" | "plans" | "digests">,
  entries: readonly Entry[],
  watching: Watching,
): Entry[] {
  const shown = new Set(
    entries.flatMap((entry) =>
      entry.kind === "scene" || entry.kind === "curtain" ? [entry.scene.id] : [],
    ),
  );
  const silent = stage.scenes.filter(({ id, closed_at }) => closed_at === null && !shown.has(id));
  return [
    ...entries,
    ...silent.map((scene): Entry =>
      isCurtained(stage, scene, watching)
        ? {
            kind: "curtain",
            scene,
            lines: 0,
            plan: runningPlan(stage, scene.id),
            key: `curtain-${scene.id}`,
          }
        : { kind: "scene", scene, key: `scene-${scene.id}` },
    ),
  ];
}

/** The scene that the next words belong to, by the same rule as the server's. */
export function currentScene({
  scenes,
  plans,
}: Pick<Stage, "scenes" | "plans">): Scene | undefined {
  const open = scenes.filter(
    ({ closed_at, id }) => closed_at === null && runningPlan({ plans }, id) === undefined,
  );
  return open.findLast(({ kind }) => kind === "meanwhile") ?? open.at(-1);
}
