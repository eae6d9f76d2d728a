import { unprompted } from "../../../domain/ports/model.ts";
import { type Cast, nameOf } from "./cast.ts";
import { listPresent } from "./present.ts";
import {
  type Activity,
  type ChatState,
  type Edge,
  type Fact,
  type Memory,
  type Movement,
  type Scene,
  type Segment,
  type Turn,
  you,
} from "./chat-state.ts";

/** Words a viewer may know, with the events they come from. */
export interface KnownWords {
  readonly eventIds: readonly number[];
  readonly lines: readonly string[];
}

/**
 * The only access to lines, memories and feelings. Prompt builders read on behalf of one viewer and
 * get what that viewer witnessed: turns they perceived, their own memories, their own side of each
 * relationship, and the activities of those around them. Nothing else in this folder reads a chat's
 * words.
 */
export interface ViewerSources {
  readonly viewer: string;
  /** The number of turns the viewer perceived. */
  countTurns(): number;
  /** The latest turns, oldest first. */
  listRecent(limit: number): readonly PerceivedTurn[];
  /** All of them, oldest first, each perceived when it is asked for. */
  eachTurn(): Iterable<PerceivedTurn>;
  listTurnsOf(sceneId: number): readonly PerceivedTurn[];
  listMemories(): readonly Memory[];
  /** Memories that are never dropped from a prompt. */
  listPinned(): readonly Memory[];
  /** The memories of one scene, in order. */
  listMemoriesOf(sceneId: number): readonly Memory[];
  /** With all facts, or only the newest ones. */
  findEdge(target: string, facts?: number): Edge | undefined;
  listActivities(scene: Scene): readonly Activity[];
  /** Who came and went before the viewer's eyes, after an event. */
  listMovements(afterEvent: number): readonly Movement[];
  /** A memory line by line, each as its owner perceived it; a reworded one as it was written. */
  splitMemory(memory: Memory): readonly string[];
}

/** The prompt's last line when the person wrote nothing. */
export const unpromptedWords: KnownWords = { lines: [unprompted], eventIds: [] };

export interface PerceivedTurn {
  readonly turn: Turn;
  readonly known: KnownWords;
}

/** The viewer who perceives every scene but is not part of the story. No bot reads what it sees. */
export const director = "director";

export function openSources(state: ChatState, cast: Cast, viewer: string): ViewerSources {
  const isDirector = viewer === director;
  const turns = isDirector ? state.turns : (state.turnsOf.get(viewer) ?? []);
  const toPerceived = (turn: Turn): PerceivedTurn => ({
    turn,
    known: perceiveTurn(turn, { cast, viewer }),
  });
  const isKept = ({ status }: Turn): boolean => status === "completed";
  const memories = (state.memoriesOf.get(viewer) ?? []) as readonly Memory[];
  return {
    viewer,
    countTurns: () => turns.length,
    listRecent: (limit) => takeNewest(turns, { limit, isKept }).map(toPerceived),
    *eachTurn() {
      for (const turn of turns) if (isKept(turn)) yield toPerceived(turn);
    },
    listTurnsOf: (sceneId) => filterByScene(turns, sceneId).filter(isKept).map(toPerceived),
    listMemories: () => memories,
    listPinned: () => [...state.pinned].filter(({ owner }) => owner === viewer),
    listMemoriesOf: (sceneId) => memories.filter((memory) => memory.sceneId === sceneId),
    findEdge: (target, facts = Infinity) => readOwnEdge(state, { viewer, target, facts }),
    listActivities: (scene) =>
      !isDirector && !scene.present.has(viewer)
        ? []
        : [...state.activities.values()].filter(
            ({ entity }) => scene.present.has(entity) || entity === viewer,
          ),
    listMovements: (afterEvent) => {
      const first = state.movements.findLastIndex(({ eventId }) => eventId <= afterEvent) + 1;
      return state.movements
        .slice(first)
        .filter(({ witnesses }) => isDirector || witnesses.has(viewer));
    },
    splitMemory: (memory) => {
      const cited = memory.cites.map((id) => state.turnById.get(id));
      const heard = cited.flatMap((turn) =>
        turn?.witnesses.has(viewer) === true ? [toPerceived(turn).known.lines] : [],
      );
      return memory.povSummary === heard.flat().join("\n") ? heard.flat() : [memory.povSummary];
    },
  };
}

/** Searches from the end, so that a long history costs nothing. */
function takeNewest<T>(all: readonly T[], of: { limit: number; isKept(one: T): boolean }): T[] {
  const found: T[] = [];
  for (let at = all.length - 1; at >= 0 && found.length < of.limit; at -= 1) {
    const one = all[at] as T;
    if (of.isKept(one)) found.push(one);
  }
  return found.toReversed();
}

function filterByScene(turns: readonly Turn[], sceneId: number): Turn[] {
  return turns.filter((turn) => turn.sceneId === sceneId);
}

/**
 * A fact counts when its owner witnessed its source. A fact without a source was authored and needs
 * no witness.
 */
function readOwnEdge(
  state: ChatState,
  of: { viewer: string; target: string; facts: number },
): Edge | undefined {
  const { viewer, target } = of;
  const edge = state.edges.get(JSON.stringify([viewer, target]));
  if (edge === undefined) return undefined;
  const isKnown = (cite: string): boolean =>
    state.turnById.get(cite)?.witnesses.has(viewer) ?? state.memories.get(cite)?.owner === viewer;
  const isOwn = ({ cites }: Fact): boolean => cites.length === 0 || cites.some(isKnown);
  return { ...edge, facts: takeNewest(edge.facts, { limit: of.facts, isKept: isOwn }) };
}

/** True when none of it can be heard or seen: a person's thoughts. */
export const isUnspoken = (segments: readonly Segment[]): boolean =>
  segments.length > 0 && segments.every(({ kind }) => kind === "thought");

/** Everyone present; for a whisper, only its addressees and its author if they are in the scene. */
export function findWitnesses(
  scene: Scene,
  asked: { readonly segments: readonly Segment[]; readonly speaker?: string } | undefined,
): string[] {
  const present = listPresent(scene);
  const said = (asked?.segments ?? []).filter(({ kind }) => kind !== "ooc");
  if (said.length === 0 || said.some(({ to }) => to === undefined)) return present;
  const hearers = new Set([asked?.speaker ?? you, ...said.flatMap(({ to }) => to ?? [])]);
  return present.filter((id) => hearers.has(id));
}

/**
 * What one present character perceived of a turn: no whispers to others, no out-of-character lines.
 */
export function perceiveTurn(
  turn: Pick<Turn, "kind" | "speaker" | "text" | "segments" | "meanwhileSceneId"> & Partial<Turn>,
  by: Viewpoint,
): KnownWords {
  const eventIds = [
    ...(turn.eventId === undefined ? [] : [turn.eventId]),
    ...(turn.messageEventIds ?? []),
  ];
  if (turn.kind === "assistant")
    return { eventIds, lines: [`${nameOf(by.cast, turn.speaker)}: ${turn.text}`] };
  const segments =
    turn.segments.length === 0 ? [{ kind: "narration", text: turn.text }] : turn.segments;
  const heard = segments.filter(
    ({ kind, to }) =>
      kind !== "ooc" &&
      (to === undefined ||
        by.viewer === director ||
        by.viewer === turn.speaker ||
        to.includes(by.viewer)),
  );
  // In a scene without the person, their words are stage directions that no character says.
  if (turn.meanwhileSceneId !== null)
    return { eventIds, lines: heard.map(({ text }) => `(Stage direction: ${text})`) };
  return { eventIds, lines: heard.map((segment) => renderSegment(segment, by.cast, turn.speaker)) };
}

export interface Viewpoint {
  readonly cast: Cast;
  readonly viewer: string;
}

function renderSegment(
  { kind, text, to }: Turn["segments"][number],
  cast: Cast,
  speaker: string,
): string {
  const name = nameOf(cast, speaker);
  if (kind === "thought") return `${name}, in thought: “${text}”`;
  if (to !== undefined)
    return `${name}, in a whisper to ${to.map((id) => nameOf(cast, id)).join(" and ")}: “${text}”`;
  if (kind === "dialogue") return `${name}: “${text}”`;
  if (kind === "action") return `${name}: *${text}*`;
  return `(${text})`;
}
