import type { JsonObject } from "../json.ts";
import type { SpoilerFilter } from "./story-time.ts";
import type {
  ActivityView,
  ChatView,
  ContainerView,
  DigestView,
  EdgeView,
  LineView,
  LobbyView,
  PlanView,
  SceneView,
  ThreadView,
} from "./story-view.ts";

/** How an unattended scene continues. */
export interface ScenePlan {
  readonly beats: number;
  readonly stop_if?: readonly string[] | undefined;
  readonly budget_tokens?: number | undefined;
  readonly every_seconds?: number | undefined;
}

/** How one character felt about another from an event on. */
export interface Feeling {
  readonly event_id: number;
  readonly story_time: string;
  readonly source_id: string;
  readonly target_id: string;
  readonly affinity: number;
  readonly trust: number;
}

/** The beat in progress and its speaker, which the streamed text does not name. */
export interface CurrentBeat {
  readonly turn_id: string;
  readonly scene_id: number | null;
  readonly speaker_id: string | null;
}

/** A chat as the page shows it: its current state and its newest lines. */
export interface StageView {
  readonly chat: ChatView;
  readonly conversation_id: string | null;
  readonly last_event_id: number;
  readonly playing: CurrentBeat | null;
  readonly containers: readonly ContainerView[];
  /** Each with the characters who are present. */
  readonly scenes: readonly SceneView[];
  readonly activities: readonly ActivityView[];
  readonly edges: readonly EdgeView[];
  readonly plans: readonly PlanView[];
  readonly digests: readonly DigestView[];
  readonly threads: readonly ThreadView[];
  readonly turns: readonly LineView[];
  readonly has_earlier: boolean;
  readonly undoable: Undoable | null;
}

/**
 * The last thing that happened, if it can be undone: a rewind, or the end of a scene, which is
 * undone by rewinding to the event before it.
 */
export type Undoable =
  | { readonly what: "rewind" }
  | { readonly what: "close"; readonly scene_id: number; readonly before_event_id: number };

/** Lines of a chat before an event, oldest first. */
export interface LinesPage {
  readonly turns: readonly LineView[];
  readonly has_earlier: boolean;
}

/** One beat of a chat: the lines of one turn, which are kept or removed together. */
export interface BeatView {
  /** The number of beats in the chat. */
  readonly beats: number;
  /** The position of this beat, from 1; 0 while the chat has no lines. */
  readonly at: number;
  /** The last line of the beat. */
  readonly line: LineView | null;
  /** The last event of the beat; null for the newest beat. */
  readonly until: number | null;
  readonly lines_after: number;
}

/** The newest lines up to a number, or all lines since an event. */
export interface LinesQuery {
  readonly turns: number;
  readonly since?: number | undefined;
  readonly spoilers?: SpoilerFilter | undefined;
}

/** One memory of a character, in the character's own words. */
export interface MemoryView {
  readonly id: string;
  readonly event_id: number;
  readonly owner_id: string;
  readonly scene_id: number | null;
  readonly story_time: string;
  readonly text: string;
  /** True when the person rewrote it. */
  readonly by_hand: boolean;
  readonly pinned: boolean;
  /** From 0 to 4: the sum of the four parts below. */
  readonly importance: number;
  readonly meant: {
    readonly felt: number;
    readonly learnt: number;
    readonly first: number;
    readonly summary: number;
  };
  /** The story it comes from. Without a host that story has been deleted. */
  readonly brought_from: {
    readonly chat_id: string;
    readonly title: string | null;
    readonly host_bot_id: string | null;
  } | null;
}

/** What one character remembers, newest first. */
export interface MemoriesView {
  readonly pinned: readonly MemoryView[];
  readonly memories: readonly MemoryView[];
  readonly has_earlier: boolean;
  /** Number of memories of scenes that the person has not seen. */
  readonly unseen: number;
  /** Other stories of the person in which this character has memories. */
  readonly elsewhere: readonly {
    readonly chat_id: string;
    readonly title: string | null;
    readonly host_bot_id: string;
    readonly memories: number;
  }[];
}

export interface MemoriesQuery {
  readonly chatId: string;
  readonly ownerId: string;
  readonly before?: number | undefined;
  readonly limit: number;
  readonly spoilers?: SpoilerFilter | undefined;
}

/** Stories as the page shows them. Every call acts as one account and sees only its rows. */
export interface StageApi {
  /** All characters, the person's persona, and the chats with their last lines. */
  readLobby(accountId: string): Promise<LobbyView>;
  readStage(accountId: string, of: LinesQuery & { readonly chatId: string }): Promise<StageView>;
  listLinesBefore(
    accountId: string,
    of: Omit<LinesQuery, "since"> & { readonly chatId: string; readonly before: number },
  ): Promise<LinesPage>;
  /** The newest beat when no position is given. */
  readBeat(
    accountId: string,
    of: Pick<LinesQuery, "spoilers"> & {
      readonly chatId: string;
      readonly at?: number | undefined;
    },
  ): Promise<BeatView>;
  /** Feelings along the active path, oldest first. */
  listFeelings(accountId: string, chatId: string): Promise<readonly Feeling[]>;
  listMemories(accountId: string, of: MemoriesQuery): Promise<MemoriesView>;
  /** Makes a directed scene continue unattended. */
  startUnattended(
    accountId: string,
    of: { readonly chatId: string; readonly sceneId: number; readonly plan: ScenePlan },
  ): Promise<JsonObject>;
  /** Returns an unattended scene to the person's direction. */
  stopUnattended(
    accountId: string,
    of: { readonly chatId: string; readonly planId: string },
  ): Promise<JsonObject>;
}
