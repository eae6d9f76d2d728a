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

/** A line that shall read otherwise. Without segments the words keep the kind and the ears that they had. */
export interface TurnEdit {
  readonly turnId: string;
  readonly text: string;
  readonly segments?: readonly { readonly kind: string; readonly text: string; readonly to?: readonly string[] | undefined }[] | undefined;
}

/** Somebody was there, or was not: at one turn, or from it on to another of the same scene. */
export interface PresenceCorrection {
  readonly turnId: string;
  readonly toTurnId?: string | undefined;
  readonly entityId: string;
  readonly present: boolean;
}

/** Something that one knows. */
export interface KnownThing {
  readonly what: "line" | "memory" | "fact" | "summary";
  readonly key: string;
  readonly text: string;
}

/** What a change of the past does, before it is made or after. */
export interface AmendmentView {
  readonly preview: boolean;
  readonly turns: readonly string[];
  readonly differences: readonly StateDifference[];
  readonly viewers: readonly {
    readonly viewer: string;
    readonly name: string;
    readonly appears: readonly KnownThing[];
    readonly vanishes: readonly KnownThing[];
  }[];
  /** Lines said later that hang on what is no longer so. They stay. */
  readonly contradictions: readonly {
    readonly turn_id: string;
    readonly speaker_id: string;
    readonly text: string;
    readonly words: readonly string[];
  }[];
  /** What a model makes again. */
  readonly redo: {
    readonly feelings: readonly { readonly source_id: string; readonly target_id: string; readonly turn_ids: readonly string[] }[];
    readonly views: readonly { readonly scene_id: number; readonly owner_id: string }[];
    readonly threads: readonly number[];
  };
}

/** The change is made; what a model has to make again is called for, if there is any. */
export interface Amended {
  readonly view: AmendmentView;
  readonly called: { readonly conversationId: string; readonly messageId: string } | undefined;
}

/** A chat told again by the answers that are on record, against what was written then. */
export interface ReplayedStory {
  readonly same: boolean;
  readonly turns: number;
  readonly replayed: number;
  readonly calls: number;
  /** Calls whose prompt came out to the letter as it was. Cards, and lines that were edited, may read otherwise since. */
  readonly same_prompts: number;
  /** Turns that stand as they are, and why they can't be played. */
  readonly as_is: readonly { readonly turn_id: string; readonly why: string }[];
  readonly differences: readonly { readonly turn_id: string; readonly recorded: Payload | null; readonly replayed: Payload | null }[];
  readonly state_hash: { readonly recorded: string; readonly replayed: string };
}

/** A chat told again from a turn on by another model, on a branch of its own. */
export interface RerunAsk {
  readonly model: string;
  readonly fromTurnId?: string | undefined;
  readonly name?: string | undefined;
  readonly signal: AbortSignal;
}

export interface RerunStory {
  readonly branch_id: string;
  readonly parent_branch_id: string;
  readonly model: string;
  readonly turns: number;
  readonly as_is: readonly { readonly turn_id: string; readonly why: string }[];
  /** The turn at which the model failed, and how. What came before it is on the branch. */
  readonly failed: { readonly turn_id: string; readonly reason: string } | null;
  readonly differences: readonly StateDifference[];
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
  /** What these would change. Nothing changes. */
  rewindPreview(accountId: string, of: InChat & Cut): Promise<Payload>;
  branchPreview(accountId: string, of: InChat & Cut): Promise<Payload>;
  switchPreview(accountId: string, of: InChat & { readonly branch: string }): Promise<Payload>;
  editPreview(accountId: string, of: InChat & { readonly edits: readonly TurnEdit[] }): Promise<AmendmentView>;
  presencePreview(accountId: string, of: InChat & PresenceCorrection): Promise<AmendmentView>;
  edit(accountId: string, of: InChat & { readonly edits: readonly TurnEdit[] }): Promise<Amended>;
  correctPresence(accountId: string, of: InChat & PresenceCorrection): Promise<Amended>;
  undoLast(accountId: string, chatId: string): Promise<UndoneTurn>;
  replay(accountId: string, chatId: string): Promise<ReplayedStory>;
  rerun(accountId: string, of: InChat & RerunAsk): Promise<RerunStory>;
  asOf(accountId: string, of: InChat & Moment): Promise<Payload>;
  compare(accountId: string, of: InChat & { readonly a: Moment; readonly b: Moment }): Promise<readonly StateDifference[]>;
}
