import { unprompted } from "../../../domain/ports/model.ts";
import { type Cast, nameOf } from "./cast.ts";
import { presentSet } from "./present.ts";
import {
  type Activity,
  type ChatState,
  type Edge,
  type Fact,
  type Memory,
  type Scene,
  type Segment,
  type Turn,
  you,
} from "./chat-state.ts";

/** Words that somebody may know, and the events they come from. */
export interface Known {
  readonly eventIds: readonly number[];
  readonly lines: readonly string[];
}

/**
 * The one way to what was said, remembered and felt. Whoever builds a prompt asks here in somebody's name and gets what that
 * one witnessed: turns at which they were there and that they could hear, memories of their own, their own side of each
 * relationship, and the looks of those who are with them. Nothing else in this folder reads a chat's words.
 */
export interface Sources {
  readonly viewer: string;
  /** How many turns there were. */
  heard(): number;
  /** The latest turns, oldest first. */
  recent(limit: number): readonly Heard[];
  ofScene(sceneId: number): readonly Heard[];
  memories(): readonly Memory[];
  /** Those that somebody wants never to be forgotten. */
  pinned(): readonly Memory[];
  /** The rows of one scene, in order. */
  memoriesOf(sceneId: number): readonly Memory[];
  /** With so many of the newest facts, or all of them. */
  edge(target: string, facts?: number): Edge | undefined;
  activities(scene: Scene): readonly Activity[];
}

/** What there is to go by when nobody wrote anything. */
export const goOn: Known = { lines: [unprompted], eventIds: [] };

export interface Heard {
  readonly turn: Turn;
  readonly known: Known;
}

/** Sees what happened in every scene, and is nobody in the story: for what no bot will ever read. */
export const director = "director";

export function sources(state: ChatState, cast: Cast, viewer: string): Sources {
  const isDirector = viewer === director;
  const turns = isDirector ? state.turns : (state.turnsOf.get(viewer) ?? []);
  const hear = (turn: Turn): Heard => ({ turn, known: perceived(turn, { cast, viewer }) });
  const isKept = ({ status }: Turn): boolean => status === "completed";
  const memories = (state.memoriesOf.get(viewer) ?? []) as readonly Memory[];
  return {
    viewer,
    heard: () => turns.length,
    recent: (limit) => newest(turns, { limit, isKept }).map(hear),
    ofScene: (sceneId) => sceneTurns(turns, sceneId).filter(isKept).map(hear),
    memories: () => memories,
    pinned: () => [...state.pinned].filter(({ owner }) => owner === viewer),
    memoriesOf: (sceneId) => memories.filter((memory) => memory.sceneId === sceneId),
    edge: (target, facts = Infinity) => ownSide(state, { viewer, target, facts }),
    activities: (scene) =>
      !isDirector && !scene.present.has(viewer)
        ? []
        : [...state.activities.values()].filter(
            ({ entity }) => scene.present.has(entity) || entity === viewer,
          ),
  };
}

/** From the end, so that a long past costs nothing. */
function newest<T>(all: readonly T[], of: { limit: number; isKept(one: T): boolean }): T[] {
  const found: T[] = [];
  for (let at = all.length - 1; at >= 0 && found.length < of.limit; at -= 1) {
    const one = all[at] as T;
    if (of.isKept(one)) found.push(one);
  }
  return found.toReversed();
}

function sceneTurns(turns: readonly Turn[], sceneId: number): Turn[] {
  return turns.filter((turn) => turn.sceneId === sceneId);
}

/** A fact counts if it was learnt where its owner was. One that was written down by its author needs no witness. */
function ownSide(
  state: ChatState,
  of: { viewer: string; target: string; facts: number },
): Edge | undefined {
  const { viewer, target } = of;
  const edge = state.edges.get(JSON.stringify([viewer, target]));
  if (edge === undefined) return undefined;
  const isKnown = (cite: string): boolean =>
    state.turnById.get(cite)?.witnesses.has(viewer) ?? state.memories.get(cite)?.owner === viewer;
  const isOwn = ({ cites }: Fact): boolean => cites.length === 0 || cites.some(isKnown);
  return { ...edge, facts: newest(edge.facts, { limit: of.facts, isKept: isOwn }) };
}

/** Whoever is there; of a whisper, only those it is for and, where they are in the scene, the one who wrote it. */
export function heardBy(
  scene: Scene,
  asked: { readonly segments: readonly Segment[] } | undefined,
): string[] {
  const present = presentSet(scene);
  const said = (asked?.segments ?? []).filter(({ kind }) => kind !== "ooc");
  if (said.length === 0 || said.some(({ to }) => to === undefined)) return present;
  const hearers = new Set([you, ...said.flatMap(({ to }) => to ?? [])]);
  return present.filter((id) => hearers.has(id));
}

/** What one who was there heard of a turn: a whisper to others is not among it, and what was said to us directors is nobody's. */
export function perceived(
  turn: Pick<Turn, "kind" | "speaker" | "text" | "segments" | "meanwhileSceneId"> & Partial<Turn>,
  by: Eyes,
): Known {
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
      (to === undefined || by.viewer === director || to.includes(by.viewer) || by.viewer === you),
  );
  // Where the person is not, their words are the director's: nobody says them.
  if (turn.meanwhileSceneId !== null)
    return { eventIds, lines: heard.map(({ text }) => `(Stage direction: ${text})`) };
  return { eventIds, lines: heard.map((segment) => asSaid(segment, by.cast)) };
}

export interface Eyes {
  readonly cast: Cast;
  readonly viewer: string;
}

function asSaid({ kind, text, to }: Turn["segments"][number], cast: Cast): string {
  const name = nameOf(cast, you);
  if (to !== undefined)
    return `${name}, in a whisper to ${to.map((id) => nameOf(cast, id)).join(" and ")}: “${text}”`;
  if (kind === "dialogue") return `${name}: “${text}”`;
  if (kind === "action") return `${name}: *${text}*`;
  return `(${text})`;
}
