import type { StoryLives, StorySettings } from "../../../domain/events/story.ts";
import type { Json } from "../../../domain/json.ts";
import type { Meeting, Whereabouts } from "./lives-state.ts";
import type { Plan } from "./plan-state.ts";
import type { Room } from "./room.ts";

/** The person's id wherever characters are listed. */
export const you = "you";

export interface Container {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly properties: Json;
  readonly eventId: number;
}

export interface Scene {
  readonly id: number;
  readonly kind: "you" | "meanwhile";
  readonly containerId: number | null;
  readonly parentId: number | null;
  readonly host: string;
  readonly guest: string | null;
  /** In speaking order; later arrivals are appended. */
  readonly participants: string[];
  readonly present: Set<string>;
  /** Everyone in the story whom a person plays. */
  readonly people: ReadonlySet<string>;
  readonly startedAt: string;
  readonly eventId: number;
  closedAt: string | null;
  closedEventId: number | null;
  summarised: boolean;
}

export type Segment = {
  readonly kind: string;
  readonly text: string;
  /** The only characters who hear it; absent when all who are present do. */
  readonly to?: readonly string[] | undefined;
};

export interface Turn {
  readonly id: string;
  readonly eventId: number;
  readonly kind: "user" | "assistant";
  readonly sceneId: number | null;
  readonly meanwhileSceneId: number | null;
  /**
   * `you` for the person's lines, both in character and as director. In a shared story, the one
   * whom the person plays.
   */
  readonly speaker: string;
  readonly text: string;
  readonly segments: readonly Segment[];
  readonly witnesses: ReadonlySet<string>;
  readonly status: "completed" | "cancelled";
  readonly storyTime: string;
  /** The typed messages that the chat's events name as its origin. */
  readonly messageEventIds: readonly number[];
}

export interface Memory {
  readonly id: string;
  readonly eventId: number;
  readonly owner: string;
  readonly sceneId: number | null;
  readonly witnesses: ReadonlySet<string>;
  readonly storyTime: string;
  readonly cites: readonly string[];
  /** For a memory its owner brought from another story: where it came from. */
  readonly brought?: { readonly chatId: string; readonly memoryId: string } | undefined;
  /** True when a witness was new to the owner. */
  readonly isFirstMeeting?: boolean | undefined;
  text: string;
  povSummary: string;
  /** True when the person rewrote it. */
  byHand?: boolean | undefined;
  /** Events that determined its current text. */
  sources: number[];
}

export interface Fact {
  readonly fact: string;
  /** Turns or memories it was learned from. */
  readonly cites: readonly string[];
  readonly eventId: number;
}

export interface Edge {
  readonly source: string;
  readonly target: string;
  readonly affinity: number;
  readonly trust: number;
  readonly facts: readonly Fact[];
  readonly relationshipSummary: string;
  /** The event that wrote the summary; unknown to readers of the tables. */
  readonly summarisedBy?: number | undefined;
  readonly eventId: number;
}

export interface Activity {
  readonly entity: string;
  readonly posture: string;
  readonly action: { readonly verb?: string | undefined };
  readonly attention: string;
  readonly holding: readonly string[];
  readonly status: Json;
  readonly eventId: number;
}

/** A character came into a scene or left it. */
export interface Movement {
  readonly eventId: number;
  readonly sceneId: number;
  readonly entity: string;
  readonly change: "enter" | "leave";
  /** Who saw it: those present, and the character. */
  readonly witnesses: ReadonlySet<string>;
}

export interface Digest {
  readonly id: string;
  readonly sceneId: number;
  readonly noticed: string;
  readonly directorsCut: string;
  readonly eventId: number;
  sealed: boolean;
  delivered: boolean;
}

export interface Thread {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly status: string;
  readonly eventId: number;
}

/** How much a turn affected a character. */
export interface Impact {
  readonly felt: number;
  readonly learnt: number;
}

/**
 * The fold of the events on a chat's path. Only `fold` mutates it; all other code treats it as
 * read-only. Lines and memories are read through `witness.ts`, on behalf of one viewer.
 */
export interface ChatState {
  readonly id: string;
  readonly accountId: string;
  /** The newest folded event, and its version in the chat's stream. */
  lastEventId: number;
  version: number;
  branchId: string;
  title: string | null;
  host: string;
  guest: string | null;
  clock: string;
  /** Where the story's clock began. */
  startedAt: string;
  anchor: string;
  weather: string;
  settings: StorySettings;
  /** The event that set them, or 0. */
  settingsEventId: number;
  /** How characters live between scenes, if that was ever set. */
  lives: StoryLives | undefined;
  /** By character: where its routine has brought it. */
  readonly whereabouts: Map<string, Whereabouts>;
  /** By character and need: when it was last met. */
  readonly needsMet: Map<string, string>;
  /** In order. */
  readonly meetings: Meeting[];
  /** In order. */
  readonly movements: Movement[];
  readonly containers: Map<number, Container>;
  readonly scenes: Map<number, Scene>;
  /** By character: the open scenes they entered, latest last. */
  readonly scenesOf: Map<string, number[]>;
  readonly turns: Turn[];
  readonly turnById: Map<string, Turn>;
  /** By witness. */
  readonly turnsOf: Map<string, Turn[]>;
  readonly memories: Map<string, Memory>;
  readonly memoriesOf: Map<string, Memory[]>;
  /** Memories that were reworded after they were written, in order. */
  readonly rewritten: Memory[];
  readonly pinned: Set<Memory>;
  /** Chats from which memories were brought into this one. */
  readonly broughtFrom: Set<string>;
  /** By character and turn: how much the turn affected them. */
  readonly impacts: Map<string, Map<string, Impact>>;
  /** By bot: every character it has ever met. */
  readonly met: Map<string, Set<string>>;
  readonly edges: Map<string, Edge>;
  readonly activities: Map<string, Activity>;
  readonly digests: Map<string, Digest>;
  readonly threads: Map<string, Thread>;
  readonly plans: Map<string, Plan>;
  /** Everyone whom a person plays: `you`, or the people of a shared story. */
  readonly people: Set<string>;
  /** Of a shared story: who takes part, and its rules. */
  room: Room | undefined;
  /** By lorebook entry: how many turns its owner had perceived when it last activated. */
  readonly lore: Map<string, number>;
}

export const chatStream = (chatId: string): string => `chat:${chatId}`;
export const loreKey = (owner: string, fingerprint: string): string =>
  JSON.stringify([owner, fingerprint]);
export const edgeKey = (source: string, target: string): string => JSON.stringify([source, target]);

export function createEmptyChat(id: string, accountId: string): ChatState {
  return {
    id,
    accountId,
    lastEventId: 0,
    version: 0,
    branchId: "main",
    title: null,
    host: "",
    guest: null,
    clock: "",
    startedAt: "",
    anchor: "",
    weather: "",
    settings: {},
    settingsEventId: 0,
    lives: undefined,
    whereabouts: new Map(),
    needsMet: new Map(),
    meetings: [],
    movements: [],
    containers: new Map(),
    scenes: new Map(),
    scenesOf: new Map(),
    turns: [],
    turnById: new Map(),
    turnsOf: new Map(),
    memories: new Map(),
    memoriesOf: new Map(),
    rewritten: [],
    pinned: new Set(),
    broughtFrom: new Set(),
    impacts: new Map(),
    met: new Map(),
    edges: new Map(),
    activities: new Map(),
    digests: new Map(),
    threads: new Map(),
    plans: new Map(),
    people: new Set([you]),
    room: undefined,
    lore: new Map(),
  };
}

/**
 * The scene that the next line belongs to: the newest open meanwhile scene, otherwise the newest
 * open scene. An unattended scene does not accept the person's lines.
 */
export function findCurrentScene(state: ChatState): Scene | undefined {
  const alone = new Set(
    [...state.plans.values()].flatMap(({ status, sceneId }) =>
      status === "running" ? [sceneId] : [],
    ),
  );
  const open = [...state.scenes.values()].filter(
    ({ closedAt, id }) => closedAt === null && !alone.has(id),
  );
  return open.findLast(({ kind }) => kind === "meanwhile") ?? open.at(-1);
}

export const pickNextNumber = (taken: ReadonlyMap<number, unknown>): number =>
  Math.max(0, ...taken.keys()) + 1;
