import type { StoryLives, StorySettings } from "../events/story.ts";
import type { JsonObject } from "../json.ts";
import type { ScenePlan, StageApi } from "./stage.ts";
import type { StoryTimeApi, SpoilerFilter } from "./story-time.ts";
import type { SceneFiles } from "./scene-files.ts";

/** One story event as a client sends it. */
export interface StoryEventInput {
  readonly kind: string;
  readonly payload: unknown;
}

/** A story event as it was recorded, with every generated id and number. */
export interface RecordedStoryEvent {
  readonly kind: string;
  readonly payload: object;
}

/** An enqueued turn; the message id identifies it to clients that wait for its end. */
export interface EnqueuedTurn {
  readonly conversationId: string;
  readonly messageId: string;
}

export interface MeanwhileStart {
  readonly host_bot_id?: string | undefined;
  readonly guest_bot_id?: string | undefined;
  readonly participants?: readonly string[] | undefined;
  readonly container_id?: number | undefined;
  readonly started_at?: string | undefined;
  /** Start on the story's clock. Without it the scene begins now. */
  readonly starts_at?: string | undefined;
  /** Without it the person directs the scene. */
  readonly unattended?: ScenePlan | undefined;
}

/** The scene a line is said in, and the only characters who hear it when it is a whisper. */
export interface LineTarget {
  readonly sceneId: number | null;
  readonly whisperTo: readonly string[];
  /** Absent where the characters go on by themselves. */
  readonly text?: string | undefined;
  /** Who says it, in a shared story. */
  readonly speaker?: string | undefined;
  /** Who answers, if the person chose it. */
  readonly speakers?: readonly string[] | undefined;
}

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
  /** Hides what the person has not seen. */
  readonly spoilers?: SpoilerFilter | undefined;
}

export interface StorySettingsView {
  readonly settings: StorySettings;
  /** Other models that the story may be played by. */
  readonly models: readonly string[];
  /** The instructions that are used while the story has none of its own. */
  readonly system_template: string;
}

/** How characters live between scenes, and where that has brought them. */
export interface StoryLivesView {
  readonly lives: StoryLives;
  readonly whereabouts: readonly {
    readonly entity_id: string;
    readonly container_id: number;
    readonly since: string;
    readonly doing: string;
  }[];
  /** The latest, newest first. */
  readonly meetings: readonly {
    readonly id: string;
    readonly container_id: number;
    readonly at: string;
    readonly until: string;
    readonly participants: readonly string[];
  }[];
}

/** Stories for API clients and the page. Every call acts as one account and sees only its rows. */
export interface ScenesApi {
  readonly time: StoryTimeApi;
  readonly stage: StageApi;
  /**
   * Records one event that the person authors. It may only refer to known ids and present
   * characters.
   */
  authorEvent(accountId: string, line: StoryEventInput): Promise<RecordedStoryEvent>;
  /** Lets the characters of an open scene go on without a line of the person. */
  playOn(
    accountId: string,
    of: {
      readonly chatId: string;
      readonly sceneId: number | null;
      readonly speakers: readonly string[];
    },
  ): Promise<EnqueuedTurn>;
  /** Refuses a line that cannot be said: its scene is closed, or a listener is not present. */
  assertSayable(accountId: string, chatId: string, words: LineTarget): Promise<void>;
  /** Records the events in order, all or none. */
  importEvents(
    accountId: string,
    lines: readonly StoryEventInput[],
  ): Promise<readonly RecordedStoryEvent[]>;
  readonly files: SceneFiles;
  readSettings(accountId: string, chatId: string): Promise<StorySettingsView>;
  /** Replaces all of them. */
  changeSettings(
    accountId: string,
    chatId: string,
    settings: Readonly<Record<string, unknown>>,
  ): Promise<StorySettingsView>;
  readLives(accountId: string, chatId: string): Promise<StoryLivesView>;
  /** Replaces all of it. */
  changeLives(accountId: string, chatId: string, lives: StoryLives): Promise<StoryLivesView>;
  listBots(accountId: string): Promise<readonly JsonObject[]>;
  /** Removes a character that is in no story. */
  removeBot(accountId: string, botId: string): Promise<void>;
  readYou(accountId: string): Promise<JsonObject | null>;
  listChats(accountId: string): Promise<readonly JsonObject[]>;
  readChat(accountId: string, chatId: string): Promise<JsonObject>;
  list(
    accountId: string,
    of: { readonly chatId: string; readonly what: StoryList },
    query: StoryQuery,
  ): Promise<readonly JsonObject[]>;
  startMeanwhile(accountId: string, chatId: string, start: MeanwhileStart): Promise<JsonObject>;
  /** Opens the chat with the host's first greeting, or with another one. */
  kickOff(
    accountId: string,
    chatId: string,
    greeting?: number,
  ): Promise<readonly RecordedStoryEvent[]>;
  /**
   * Brings a character's memories of another story into this one. Returns how many were new
   * here.
   */
  bringMemories(
    accountId: string,
    chatId: string,
    what: { readonly ownerId: string; readonly fromChatId: string },
  ): Promise<{ readonly brought: number }>;
  /** Removes a chat with everything derived from it, in every table. */
  removeChat(accountId: string, chatId: string): Promise<void>;
  /** Undefined when the scene was already closed and summarised. */
  closeScene(
    accountId: string,
    scene: {
      readonly id: number;
      readonly chatId?: string | undefined;
      readonly closedAt?: string | undefined;
    },
  ): Promise<EnqueuedTurn | undefined>;
  /** True while a turn of the person runs or waits. */
  isBeingPlayed(accountId: string, chatId: string): Promise<boolean>;
  /** The conversation in which a chat is played, once it has begun. */
  findConversation(accountId: string, chatId: string): Promise<string | undefined>;
}

/** The scope of a chat's conversation: each chat has one conversation on the page. */
export const chatScope = (chatId: string): string => `chat:${chatId}`;
