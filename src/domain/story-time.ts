import type { Payload } from "./events.ts";

/** A prompt by its parts, with the events that each is made of. */
export interface PromptView {
  readonly viewer: string;
  readonly scene_id: number;
  readonly sections: readonly { readonly name: string; readonly lines: readonly string[]; readonly source_event_ids: readonly number[] }[];
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** Where something that somebody knows comes from. */
export interface Origin {
  readonly kind: "edge_fact" | "memory" | "turn";
  readonly event_id: number;
  readonly text: string;
  /** Whose it is, or who said it. */
  readonly of: string;
  /** Of a turn: who heard it. */
  readonly witnesses?: readonly string[] | undefined;
  readonly scene_id?: number | null | undefined;
  readonly story_time?: string | undefined;
  /** Told by one who had it from somewhere else: where from. */
  readonly hearsay?: boolean | undefined;
  readonly from: readonly Origin[];
}

export interface StoryLeak {
  readonly kind: string;
  readonly chatId: string;
  readonly viewer: string;
  readonly eventId: number;
  readonly words: readonly string[];
  readonly path: readonly string[];
}

export interface StoryAudit {
  readonly chats: number;
  readonly calls: number;
  /** Prompts that were built for everybody who could speak now. */
  readonly contexts: number;
  readonly lines: number;
  readonly leaks: readonly StoryLeak[];
}

/** How two folds differ, row by row. */
export interface StateDifference {
  readonly what: string;
  readonly key: string;
  readonly a: Payload | null;
  readonly b: Payload | null;
}

/** A place in a chat's past: an event, a time of the story, a branch; now, when nothing is said. */
export interface Moment {
  readonly eventId?: number | undefined;
  readonly storyTime?: string | undefined;
  readonly branch?: string | undefined;
}

/** The last thing that shall stay. */
export interface Cut {
  readonly turnId?: string | undefined;
  readonly eventId?: number | undefined;
}

/** What was undone, so that it can be played again. */
export interface UndoneTurn {
  readonly prose: string;
  readonly sceneId: number | null;
  readonly whisperTo: readonly string[];
}

interface InChat {
  readonly chatId: string;
}

/** A chat as something that has a past: looked into, wound back and branched. */
export interface StoryTime {
  context(accountId: string, of: InChat & { readonly viewer: string }): Promise<PromptView>;
  why(accountId: string, of: InChat & { readonly fact: string; readonly viewer?: string | undefined }): Promise<readonly Origin[]>;
  audit(accountId: string, chatId: string): Promise<StoryAudit>;
  rewind(accountId: string, of: InChat & Cut): Promise<Payload>;
  branch(accountId: string, of: InChat & Cut & { readonly name?: string | undefined }): Promise<Payload>;
  switchTo(accountId: string, of: InChat & { readonly branch: string }): Promise<Payload>;
  branches(accountId: string, chatId: string): Promise<readonly Payload[]>;
  undoLast(accountId: string, chatId: string): Promise<UndoneTurn>;
  asOf(accountId: string, of: InChat & Moment): Promise<Payload>;
  compare(accountId: string, of: InChat & { readonly a: Moment; readonly b: Moment }): Promise<readonly StateDifference[]>;
}
