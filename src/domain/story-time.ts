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

/** What a fold says at one moment, and how two of them differ. */
export type StoryView = Payload;

export interface StateDifference {
  readonly what: string;
  readonly key: string;
  readonly a: Payload | null;
  readonly b: Payload | null;
}

export type Moment = {
  readonly eventId?: number | undefined;
  readonly storyTime?: string | undefined;
  readonly branch?: string | undefined;
};

/** What was undone, so that it can be played again. */
export interface UndoneTurn {
  readonly prose: string;
  readonly sceneId: number | null;
  readonly whisperTo: readonly string[];
}

export interface PresenceChange {
  readonly entity: string;
  readonly change: "enter" | "leave";
  /** From this turn to that one, both with them. */
  readonly fromTurn: string;
  readonly toTurn?: string | undefined;
}

/** A chat as something that has a past: looked into, wound back, branched and put right. */
export interface StoryTime {
  context(accountId: string, of: { readonly chatId: string; readonly viewer: string }): Promise<PromptView>;
  why(
    accountId: string,
    of: { readonly chatId: string; readonly fact: string; readonly viewer?: string | undefined },
  ): Promise<readonly Origin[]>;
  audit(accountId: string, chatId: string): Promise<StoryAudit>;
}
