import { type Digest, type Plan, type Scene, type Stage, type Turn } from "./contract.ts";

/** The entries of the play, in order. */
export type Entry =
  | { readonly kind: "scene"; readonly scene: Scene; readonly key: string }
  | { readonly kind: "line"; readonly turn: Turn; readonly key: string }
  | { readonly kind: "digest"; readonly digest: Digest; readonly key: string }
  /** Hidden lines, of a sealed scene or of an unattended one that is not watched. */
  | {
      readonly kind: "hidden";
      readonly scene: Scene;
      readonly lines: number;
      readonly plan: Plan | undefined;
      readonly key: string;
    };

export interface Watching {
  /** Unattended scenes that the person watches. */
  readonly watched: ReadonlySet<number>;
}

export const findRunningPlan = (
  stage: Pick<Stage, "plans">,
  sceneId: number | undefined,
): Plan | undefined =>
  stage.plans.find(({ scene_id, status }) => scene_id === sceneId && status === "running");

/** True for a scene the person has not seen: sealed, or unattended and not watched. */
export function isHidden(
  stage: Pick<Stage, "plans" | "digests">,
  scene: Scene,
  { watched }: Watching,
): boolean {
  if (scene.kind !== "meanwhile") return false;
  const digest = stage.digests.find(({ scene_id }) => scene_id === scene.id);
  if (digest !== undefined) return digest.sealed;
  return findRunningPlan(stage, scene.id) !== undefined && !watched.has(scene.id);
}

export function buildTimeline(
  stage: Pick<Stage, "turns" | "scenes" | "plans" | "digests" | "has_earlier">,
  watching: Watching,
): Entry[] {
  const scenes = new Map(stage.scenes.map((scene) => [scene.id, scene]));
  const entries: Entry[] = [];
  // Digests from before the first shown line appear together with the earlier lines.
  const from = stage.has_earlier ? (stage.turns[0]?.event_id ?? 0) : 0;
  const digests = stage.digests.filter(({ event_id }) => event_id >= from);
  let current: number | null = null;
  for (const turn of stage.turns) {
    while (digests[0] !== undefined && digests[0].event_id < turn.event_id)
      entries.push(toDigestEntry(digests.shift() as Digest));
    const scene = turn.scene_id === null ? undefined : scenes.get(turn.scene_id);
    if (scene !== undefined && isHidden(stage, scene, watching)) {
      addHidden(entries, scene, findRunningPlan(stage, scene.id));
      current = null;
      continue;
    }
    if (scene !== undefined && scene.id !== current)
      entries.push({ kind: "scene", scene, key: `scene-${scene.id}-${turn.id}` });
    current = scene?.id ?? null;
    entries.push({ kind: "line", turn, key: turn.id });
  }
  entries.push(...digests.map(toDigestEntry));
  return withOpenScenes(stage, entries, watching);
}

const toDigestEntry = (digest: Digest): Entry => ({
  kind: "digest",
  digest,
  key: `digest-${digest.id}`,
});

function addHidden(entries: Entry[], scene: Scene, plan: Plan | undefined): void {
  const at = entries.findIndex((entry) => entry.kind === "hidden" && entry.scene.id === scene.id);
  const known = entries[at];
  if (known?.kind === "hidden") entries[at] = { ...known, lines: known.lines + 1 };
  else entries.push({ kind: "hidden", scene, lines: 1, plan, key: `hidden-${scene.id}` });
}

/** Open scenes without any line yet. */
function withOpenScenes(
  stage: Pick<Stage, "scenes" | "plans" | "digests">,
  entries: readonly Entry[],
  watching: Watching,
): Entry[] {
  const shown = new Set(
    entries.flatMap((entry) =>
      entry.kind === "scene" || entry.kind === "hidden" ? [entry.scene.id] : [],
    ),
  );
  const silent = stage.scenes.filter(({ id, closed_at }) => closed_at === null && !shown.has(id));
  return [
    ...entries,
    ...silent.map((scene): Entry =>
      isHidden(stage, scene, watching)
        ? {
            kind: "hidden",
            scene,
            lines: 0,
            plan: findRunningPlan(stage, scene.id),
            key: `hidden-${scene.id}`,
          }
        : { kind: "scene", scene, key: `scene-${scene.id}` },
    ),
  ];
}

/** The scene the next line belongs to, by the same rule as on the server. */
export function findCurrentScene({
  scenes,
  plans,
}: Pick<Stage, "scenes" | "plans">): Scene | undefined {
  const open = scenes.filter(
    ({ closed_at, id }) => closed_at === null && findRunningPlan({ plans }, id) === undefined,
  );
  return open.findLast(({ kind }) => kind === "meanwhile") ?? open.at(-1);
}
