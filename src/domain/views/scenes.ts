import type { Payload } from "../events.ts";
import type { StageBook } from "./stage.ts";
import type { StoryTime, Veil } from "./story-time.ts";
import type { SceneFiles } from "./scene-files.ts";

/** One event of a story as it comes from outside. */
export interface StoryLine {
  readonly kind: string;
  readonly payload: unknown;
}

/** An event as it was taken: with every id and number that was left to us. */
export interface TakenEvent {
  readonly kind: string;
  readonly payload: Payload;
}

/** A turn that was called, and by which its end can be awaited. */
export interface CalledTurn {
  readonly conversationId: string;
  readonly messageId: string;
}

/** How a scene goes on by itself, or when it shall begin. */
export interface ScenePlan {
  readonly beats: number;
  readonly stop_if?: readonly string[] | undefined;
  readonly budget_tokens?: number | undefined;
  readonly every_seconds?: number | undefined;
}

export interface MeanwhileStart {
  readonly host_bot_id?: string | undefined;
  readonly guest_bot_id?: string | undefined;
  readonly participants?: readonly string[] | undefined;
  readonly container_id?: number | undefined;
  readonly started_at?: string | undefined;
  /** By the story's clock. Without it the scene begins now. */
  readonly starts_at?: string | undefined;
  /** Without it the person says how it goes on. */
  readonly unattended?: ScenePlan | undefined;
}

/** Where words shall be said, and who alone shall hear them. */
export interface AddressedWords {
  readonly sceneId: number | null;
  readonly whisperTo: readonly string[];
}

/** What of a chat can be listed. */
export const storyLists = [
  "containers",
  "scenes",
  "presence",
  "activities",
  "edges",
  "turns",
  "memories",
  "threads",
  "digests",
  "plans",
] as const;
export type StoryList = (typeof storyLists)[number];

export interface StoryQuery {
  readonly limit: number;
  /** Only rows before this event. */
  readonly before?: number | undefined;
  /** Only rows of this scene, or of this owner. */
  readonly sceneId?: number | undefined;
  readonly ownerId?: string | undefined;
  /** Without what the person has not seen. */
  readonly veil?: Veil | undefined;
}

/** Stories for programs and the page. Every call acts as one account and sees its rows alone. */
export interface SceneBook {
  readonly time: StoryTime;
  /** Stories as a page shows them. */
  readonly stage: StageBook;
  /** One event that somebody makes by hand: it says nothing that is not known, of nobody who is not there. */
  author(accountId: string, line: StoryLine): Promise<TakenEvent>;
  /** Refuses words that can't be said as they are meant: the scene is over, somebody is not there. */
  assertCanBeSaid(accountId: string, chatId: string, words: AddressedWords): Promise<void>;
  /** In order, all or none. */
  takeIn(accountId: string, lines: readonly StoryLine[]): Promise<readonly TakenEvent[]>;
  readonly files: SceneFiles;
  bots(accountId: string): Promise<readonly Payload[]>;
  you(accountId: string): Promise<Payload | null>;
  chats(accountId: string): Promise<readonly Payload[]>;
  chat(accountId: string, chatId: string): Promise<Payload>;
  list(
    accountId: string,
    of: { readonly chatId: string; readonly what: StoryList },
    query: StoryQuery,
  ): Promise<readonly Payload[]>;
  startMeanwhile(accountId: string, chatId: string, start: MeanwhileStart): Promise<Payload>;
  /** With the host's first greeting, or another of them. */
  kickoff(accountId: string, chatId: string, greeting?: number): Promise<readonly TakenEvent[]>;
  /** One of the cast brings their own memories of another story into this one. Gives how many were new here. */
  bringMemories(
    accountId: string,
    chatId: string,
    what: { readonly ownerId: string; readonly fromChatId: string },
  ): Promise<{ readonly brought: number }>;
  /** With everything that was made of it, in every table. */
  remove(accountId: string, chatId: string): Promise<void>;
  /** Undefined when it was closed and summed up before. */
  close(
    accountId: string,
    scene: {
      readonly id: number;
      readonly chatId?: string | undefined;
      readonly closedAt?: string | undefined;
    },
  ): Promise<CalledTurn | undefined>;
  /** Whether somebody's own turn is being played, or waits to be. */
  isBeingPlayed(accountId: string, chatId: string): Promise<boolean>;
  /** The conversation in which a chat is played, if it has begun. */
  conversation(accountId: string, chatId: string): Promise<string | undefined>;
}

/** Where a chat is played: one conversation of the page for each. */
export const chatScope = (chatId: string): string => `chat:${chatId}`;
