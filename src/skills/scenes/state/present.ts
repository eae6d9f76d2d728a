import { type ChatState, type Scene, type Turn, you } from "./chat-state.ts";

/** Bots of a scene that are there, in the order in which they speak. */
export const presentBots = ({ participants, present }: Scene): string[] =>
  participants.filter((id) => id !== you && present.has(id));

export const presentSet = (scene: Scene): string[] =>
  scene.participants.filter((id) => scene.present.has(id));

/** `you_host_guest`, `host_guest`…: which roles of the scene are there. Whoever has no role is one of the others. */
export function presentSetKind(
  scene: Scene,
  present: readonly string[] = presentSet(scene),
): string {
  const roles = [
    ...(present.includes(you) ? ["you"] : []),
    ...(present.includes(scene.host) ? ["host"] : []),
    ...(scene.guest !== null && present.includes(scene.guest) ? ["guest"] : []),
    ...(present.some((id) => id !== you && id !== scene.host && id !== scene.guest)
      ? ["others"]
      : []),
  ];
  return roles.join("_");
}

export interface WitnessFlags {
  readonly witness_you: 0 | 1;
  readonly witness_host: 0 | 1;
  readonly witness_guest: 0 | 1;
}

export function witnessFlags(
  scene: Pick<Scene, "host" | "guest">,
  witnesses: readonly string[],
): WitnessFlags {
  const flag = (id: string | null): 0 | 1 => (id !== null && witnesses.includes(id) ? 1 : 0);
  return {
    witness_you: flag(you),
    witness_host: flag(scene.host),
    witness_guest: flag(scene.guest),
  };
}

/** Whose feelings a turn may move. `bot_sources`: nobody invents what the person feels. */
export type PairPolicy = "bot_sources" | "all";

/** Ordered pairs over those who were there: towards the person first, then among each other, in speaking order. */
export function directedPairs(
  present: readonly string[],
  policy: PairPolicy = "bot_sources",
): [source: string, target: string][] {
  const bots = present.filter((id) => id !== you);
  const towardsYou = present.includes(you) ? bots.map((bot): [string, string] => [bot, you]) : [];
  const among = bots.flatMap((source) =>
    bots.filter((target) => target !== source).map((target): [string, string] => [source, target]),
  );
  const ofYou =
    policy === "all" && present.includes(you)
      ? bots.map((bot): [string, string] => [you, bot])
      : [];
  return [...towardsYou, ...among, ...ofYou];
}

/**
 * Who speaks next: the host first, then whoever comes after the latest speaker of this very scene. A turn that was stopped
 * does not count, nor does one of another scene.
 */
export function nextSpeaker(state: ChatState, scene: Scene): string | undefined {
  const bots = presentBots(scene);
  const first = bots.includes(scene.host) ? scene.host : bots[0];
  const latest = state.turns.findLast(
    ({ kind, status, sceneId }) =>
      kind === "assistant" && status === "completed" && sceneId === scene.id,
  )?.speaker;
  if (latest === undefined) return first;
  const order = scene.participants.filter((id) => id !== you);
  const at = order.indexOf(latest);
  return (
    [...order.slice(at + 1), ...order.slice(0, at + 1)].find((id) => bots.includes(id)) ?? first
  );
}

/** Where a line was said, and by whom: nothing of what it says. */
export function whereSaid(
  state: ChatState,
  lineId: string,
): Pick<Turn, "sceneId" | "speaker"> | undefined {
  const line = state.turnById.get(lineId);
  return line === undefined ? undefined : { sceneId: line.sceneId, speaker: line.speaker };
}

/**
 * What time it is in a scene. One that was set for an hour has a time of its own from there on, however far the story has got
 * meanwhile; every other goes by the story's clock.
 */
export function sceneClock(state: ChatState, scene: Scene): string {
  const isSet = [...state.plans.values()].some(
    ({ sceneId, startsAt }) => sceneId === scene.id && startsAt !== null,
  );
  if (!isSet) return state.clock;
  return state.turns.findLast(({ sceneId }) => sceneId === scene.id)?.storyTime ?? scene.startedAt;
}
