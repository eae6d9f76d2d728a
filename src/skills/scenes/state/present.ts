import { type ChatState, type Scene, type Turn, you } from "./chat-state.ts";

/** The bots present in a scene, in speaking order. */
export const listPresentBots = ({ participants, present, people }: Scene): string[] =>
  participants.filter((id) => !people.has(id) && present.has(id));

export const listPresent = (scene: Scene): string[] =>
  scene.participants.filter((id) => scene.present.has(id));

/**
 * The roles present in a scene, for example `you_host_guest`. Characters without a role count as
 * `others`.
 */
export function describePresentSet(
  scene: Scene,
  present: readonly string[] = listPresent(scene),
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

export function toWitnessFlags(
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

/**
 * Whose feelings a turn may change. With `bot_sources` the person's feelings are never inferred.
 */
export type PairPolicy = "bot_sources" | "all";

const onlyYou: ReadonlySet<string> = new Set([you]);

/**
 * Ordered pairs of those present: towards the person first, then between bots in speaking order.
 */
export function listDirectedPairs(
  present: readonly string[],
  policy: PairPolicy = "bot_sources",
  people: ReadonlySet<string> = onlyYou,
): [source: string, target: string][] {
  const bots = present.filter((id) => !people.has(id));
  const persons = present.filter((id) => people.has(id));
  const towardsPeople = persons.flatMap((person) =>
    bots.map((bot): [string, string] => [bot, person]),
  );
  const among = bots.flatMap((source) =>
    bots.filter((target) => target !== source).map((target): [string, string] => [source, target]),
  );
  const ofPeople =
    policy === "all"
      ? persons.flatMap((person) => bots.map((bot): [string, string] => [person, bot]))
      : [];
  return [...towardsPeople, ...among, ...ofPeople];
}

/**
 * The host speaks first, then the next one after the latest speaker of this scene. Stopped turns
 * and turns of other scenes do not count.
 */
export function pickNextSpeaker(state: ChatState, scene: Scene): string | undefined {
  const bots = listPresentBots(scene);
  const first = bots.includes(scene.host) ? scene.host : bots[0];
  const latest = state.turns.findLast(
    ({ kind, status, sceneId }) =>
      kind === "assistant" && status === "completed" && sceneId === scene.id,
  )?.speaker;
  if (latest === undefined) return first;
  const order = scene.participants.filter((id) => !scene.people.has(id));
  const at = order.indexOf(latest);
  return (
    [...order.slice(at + 1), ...order.slice(0, at + 1)].find((id) => bots.includes(id)) ?? first
  );
}

/** The scene and speaker of a line, without its text. */
export function findLineSource(
  state: ChatState,
  lineId: string,
): Pick<Turn, "sceneId" | "speaker" | "status" | "witnesses"> | undefined {
  const line = state.turnById.get(lineId);
  if (line === undefined) return undefined;
  const { sceneId, speaker, status, witnesses } = line;
  return { sceneId, speaker, status, witnesses };
}

/**
 * The time in a scene. A scheduled scene keeps its own time from its start; every other scene uses
 * the story's clock.
 */
export function readSceneClock(state: ChatState, scene: Scene): string {
  const isSet = [...state.plans.values()].some(
    ({ sceneId, startsAt }) => sceneId === scene.id && startsAt !== null,
  );
  if (!isSet) return state.clock;
  return state.turns.findLast(({ sceneId }) => sceneId === scene.id)?.storyTime ?? scene.startedAt;
}
