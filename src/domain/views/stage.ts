import type { Payload } from "../events.ts";
import type { ScenePlan } from "./scenes.ts";
import type { Veil } from "./story-time.ts";
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

/** How one felt about another from an event on. */
export interface Feeling {
  readonly event_id: number;
  readonly story_time: string;
  readonly source_id: string;
  readonly target_id: string;
  readonly affinity: number;
  readonly trust: number;
}

/** The beat that is being played, and who is speaking in it: the words alone do not say. */
export interface PlayedNow {
  readonly turn_id: string;
  readonly scene_id: number | null;
  readonly speaker_id: string | null;
}

/** A chat as it is shown: everything of it that is on the stage now, and its newest lines. */
export interface StageView {
  readonly chat: ChatView;
  readonly conversation_id: string | null;
  readonly last_event_id: number;
  readonly playing: PlayedNow | null;
  readonly containers: readonly ContainerView[];
  /** Each with those who are there. */
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

/** The last thing that happened, where it can be taken back: a rewind, or the end of a scene, by winding back to before it. */
export type Undoable =
  | { readonly what: "rewind" }
  | { readonly what: "close"; readonly scene_id: number; readonly before_event_id: number };

/** Lines of a chat before a place, oldest first. */
export interface LinesBefore {
  readonly turns: readonly LineView[];
  readonly has_earlier: boolean;
}

/** One beat of a chat: the lines of one turn, which stay or go together. */
export interface BeatView {
  /** How many there are. */
  readonly beats: number;
  /** Which one this is, from 1; 0 where nothing was said yet. */
  readonly at: number;
  /** Its last line. */
  readonly line: LineView | null;
  /** The last event that still belongs to it; null for the newest. */
  readonly until: number | null;
  readonly lines_after: number;
}

/** The newest lines, so many; or all since one that is shown already. */
export interface LinesAsked {
  readonly turns: number;
  readonly since?: number | undefined;
}

/** One of somebody's memories, in their own words. */
export interface MemoryView {
  readonly id: string;
  readonly event_id: number;
  readonly owner_id: string;
  readonly scene_id: number | null;
  readonly story_time: string;
  readonly text: string;
  /** The person has put it into their own words. */
  readonly by_hand: boolean;
  readonly pinned: boolean;
  /** From nought to four: what it meant, added up. */
  readonly importance: number;
  readonly meant: {
    readonly felt: number;
    readonly learnt: number;
    readonly first: number;
    readonly summary: number;
  };
  /** The story that it is of. Without a host that story is gone. */
  readonly brought_from: {
    readonly chat_id: string;
    readonly title: string | null;
    readonly host_bot_id: string | null;
  } | null;
}

/** What one of the cast remembers, the newest first. */
export interface MemoriesView {
  readonly pinned: readonly MemoryView[];
  readonly memories: readonly MemoryView[];
  readonly has_earlier: boolean;
  /** Of scenes that the person has not seen. */
  readonly unseen: number;
  /** Other stories of the person of which the same one remembers something. */
  readonly elsewhere: readonly {
    readonly chat_id: string;
    readonly title: string | null;
    readonly host_bot_id: string;
    readonly memories: number;
  }[];
}

export interface MemoriesAsked {
  readonly chatId: string;
  readonly ownerId: string;
  readonly before?: number | undefined;
  readonly limit: number;
  readonly veil?: Veil | undefined;
}

/** Stories as a page shows them. Every call acts as one account and sees its rows alone. */
export interface StageBook {
  /** Everybody who can play, who the person is, and the chats with their last words. */
  lobby(accountId: string): Promise<LobbyView>;
  chat(accountId: string, of: LinesAsked & { readonly chatId: string }): Promise<StageView>;
  linesBefore(
    accountId: string,
    of: { readonly chatId: string; readonly before: number; readonly turns: number },
  ): Promise<LinesBefore>;
  /** The newest when no place is named. */
  beat(
    accountId: string,
    of: { readonly chatId: string; readonly at?: number | undefined },
  ): Promise<BeatView>;
  /** Along the path that is played, oldest first. */
  feelings(accountId: string, chatId: string): Promise<readonly Feeling[]>;
  memories(accountId: string, of: MemoriesAsked): Promise<MemoriesView>;
  /** A scene that was directed goes on by itself. */
  letTalk(
    accountId: string,
    of: { readonly chatId: string; readonly sceneId: number; readonly plan: ScenePlan },
  ): Promise<Payload>;
  /** One that goes on by itself is directed again. */
  hush(
    accountId: string,
    of: { readonly chatId: string; readonly planId: string },
  ): Promise<Payload>;
}
