import type { Json } from "../../../domain/events.ts";

/** The one who is not a bot, wherever a set of people is named. */
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
  /** In the order in which they speak; whoever comes later is added at the end. */
  readonly participants: string[];
  readonly present: Set<string>;
  readonly startedAt: string;
  readonly eventId: number;
  closedAt: string | null;
  closedEventId: number | null;
  summarised: boolean;
}

export interface Segment {
  readonly kind: string;
  readonly text: string;
  /** Only these hear it. */
  readonly to?: readonly string[] | undefined;
}

export interface Turn {
  readonly id: string;
  readonly eventId: number;
  readonly kind: "user" | "assistant";
  readonly sceneId: number | null;
  readonly meanwhileSceneId: number | null;
  /** `you` for what the person wrote, as their part or as the director. */
  readonly speaker: string;
  readonly text: string;
  readonly segments: readonly Segment[];
  readonly witnesses: ReadonlySet<string>;
  readonly status: "completed" | "cancelled";
  readonly storyTime: string;
  /** What the chat's own events say it came from: the message that was typed. */
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
  /** Of another story, from which its owner brought it. */
  readonly brought?: { readonly chatId: string; readonly memoryId: string } | undefined;
  /** Somebody was there whom its owner had never been with before. */
  readonly isFirstMeeting?: boolean | undefined;
  text: string;
  povSummary: string;
  /** A person has put it into their own words. */
  byHand?: boolean | undefined;
  /** Events that made its words what they are. */
  sources: number[];
}

export interface Fact {
  readonly fact: string;
  /** Turns, or memories, that it was learnt from. */
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
  /** The event that says so; unknown to whoever reads the tables. */
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

/** How a scene goes on by itself. */
export interface PlanDetails {
  readonly beats: number;
  /** What ends it, as `stop-conditions.ts` keeps it. */
  readonly stopIf: readonly string[];
  readonly budgetTokens: number | null;
  readonly everySeconds: number;
  /** Only for one that is still to begin. */
  readonly participants: readonly string[];
  readonly containerId: number | null;
  /** Where the person asked for it, in a chat app: there they are told when what they named comes to pass. */
  readonly tell: { readonly conversationId: string; readonly language: "zh" | "en" } | null;
}

export interface Plan {
  readonly id: string;
  readonly startsAt: string | null;
  readonly details: PlanDetails;
  readonly at: string;
  readonly eventId: number;
  sceneId: number | null;
  beatsDone: number;
  status: "waiting" | "running" | "ended";
  /** The condition that was met, and by what. */
  endedWhy: string | null;
}

/**
 * What a chat's events on its path add up to. It is changed in place by `fold` alone and handed to everybody else as a
 * thing to read; what was said and remembered is read through `witness.ts`, by somebody.
 */
export interface ChatState {
  readonly id: string;
  readonly accountId: string;
  /** The newest event that is in it, and that event's place in the chat's stream. */
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
  readonly containers: Map<number, Container>;
  readonly scenes: Map<number, Scene>;
  /** By somebody: the open scenes that they came to, the latest last. */
  readonly rooms: Map<string, number[]>;
  readonly turns: Turn[];
  readonly turnById: Map<string, Turn>;
  /** By who witnessed them. */
  readonly turnsOf: Map<string, Turn[]>;
  readonly memories: Map<string, Memory>;
  readonly memoriesOf: Map<string, Memory[]>;
  /** Memories whose words were changed after they were written, in order. */
  readonly rewritten: Memory[];
  readonly pinned: Set<Memory>;
  /** Chats from which memories were brought into this one. */
  readonly broughtFrom: Set<string>;
  /** By somebody and a turn: how it moved them. */
  readonly moved: Map<string, { readonly felt: number; readonly learnt: number }>;
  /** By a bot: everybody with whom it has ever been. */
  readonly met: Map<string, Set<string>>;
  readonly edges: Map<string, Edge>;
  readonly activities: Map<string, Activity>;
  readonly digests: Map<string, Digest>;
  readonly threads: Map<string, Thread>;
  readonly plans: Map<string, Plan>;
  /** When an entry of somebody's lorebook last came up: how many turns its owner had heard by then. */
  readonly lore: Map<string, number>;
}

export const chatStream = (chatId: string): string => `chat:${chatId}`;
export const loreKey = (owner: string, mark: string): string => JSON.stringify([owner, mark]);
export const movedKey = (who: string, turnId: string): string => JSON.stringify([who, turnId]);
export const edgeKey = (source: string, target: string): string => JSON.stringify([source, target]);

export function emptyChat(id: string, accountId: string): ChatState {
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
    containers: new Map(),
    scenes: new Map(),
    rooms: new Map(),
    turns: [],
    turnById: new Map(),
    turnsOf: new Map(),
    memories: new Map(),
    memoriesOf: new Map(),
    rewritten: [],
    pinned: new Set(),
    broughtFrom: new Set(),
    moved: new Map(),
    met: new Map(),
    edges: new Map(),
    activities: new Map(),
    digests: new Map(),
    threads: new Map(),
    plans: new Map(),
    lore: new Map(),
  };
}

/**
 * The scene that the next words belong to: the newest meanwhile scene that is open, else the newest open one. A scene that
 * goes on by itself takes nobody's words.
 */
export function currentScene(state: ChatState): Scene | undefined {
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

export const nextNumber = (taken: ReadonlyMap<number, unknown>): number =>
  Math.max(0, ...taken.keys()) + 1;
