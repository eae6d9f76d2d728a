import type { JsonObject } from "../json.ts";
import type {
  AmendmentOutcome,
  AmendmentView,
  EditRequest,
  PresenceCorrection,
  StateDifference,
} from "./story-amend.ts";
import type { ReplayReport, RerunRequest, RerunReport } from "./story-replay.ts";
import type { BranchView } from "./story-view.ts";

/** A prompt split into sections, with the source events of each section. */
export interface PromptView {
  readonly viewer: string;
  readonly scene_id: number;
  readonly sections: readonly {
    readonly name: string;
    readonly lines: readonly string[];
    readonly source_event_ids: readonly number[];
    /** Number of lines hidden by the spoiler filter. */
    readonly unseen?: number | undefined;
  }[];
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** Where a piece of a character's knowledge comes from. */
export interface Origin {
  readonly kind: "edge_fact" | "memory" | "turn";
  readonly event_id: number;
  readonly text: string;
  /** The owner of the fact or memory, or the speaker of the turn. */
  readonly of: string;
  /** For a turn: the characters who perceived it. */
  readonly witnesses?: readonly string[] | undefined;
  readonly scene_id?: number | null | undefined;
  readonly story_time?: string | undefined;
  /** For a memory brought from another chat: that chat. Its own origin there follows. */
  readonly brought_from?: string | undefined;
  /** True when the speaker had it from another source. */
  readonly hearsay?: boolean | undefined;
  readonly from: readonly Origin[];
}

/** The origins of a fact, and how many of them the spoiler filter hides. */
export interface Origins {
  readonly origins: readonly Origin[];
  readonly unseen: number;
}

/**
 * Hides and counts what the person has not seen: sealed scenes, and unattended scenes except these.
 */
export interface SpoilerFilter {
  readonly watched: readonly number[];
}

/**
 * How a piece of news spread: who passed it to whom, since when each character has known it, and
 * how many knew it on each day of the story.
 */
export interface Gossip {
  readonly knows: readonly {
    readonly entity_id: string;
    readonly since: string;
    readonly day: number;
    /**
     * Who passed it on; null when the character said it first or it came from outside the story.
     */
    readonly from: string | null;
    /** How many characters it passed through. */
    readonly hops: number;
    readonly event_id: number;
  }[];
  readonly tellings: readonly {
    readonly event_id: number;
    readonly from: string | null;
    readonly to: readonly string[];
    readonly news_to: readonly string[];
    readonly scene_id: number | null;
    readonly story_time: string;
    readonly text: string;
  }[];
  readonly days: readonly {
    readonly day: number;
    readonly knew: number;
    readonly learnt: number;
  }[];
  /** Share of all characters who ever took part in the story. */
  readonly share: number;
  readonly learnt_per_day: number;
  /** Number of retellings hidden by the spoiler filter. */
  readonly unseen: number;
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
  /** Prompts that were built, one for each character who could speak now. */
  readonly contexts: number;
  readonly lines: number;
  /** Decided by the ids that calls and memories cite. */
  readonly leaks: readonly StoryLeak[];
  /** A second opinion by words, for what no id shows. */
  readonly suspicions: readonly StoryLeak[];
}

/** How far an audit of one story has come. */
export interface AuditProgress {
  readonly chatId: string;
  readonly calls: number;
  readonly of: number;
}

/** A question about the past, answered from the knowledge of the character it is about. */
export type StoryAnswer =
  | { readonly understood: false; readonly problem: string }
  | {
      readonly understood: true;
      readonly viewer: string;
      readonly about: string;
      readonly topic: "feel" | "know" | "remember" | "present";
      readonly as_of: { readonly story_time: string; readonly event_id: number };
      readonly answer: string;
      readonly edge: {
        readonly affinity: number;
        readonly trust: number;
        readonly relationship_summary: string;
      } | null;
      readonly facts: readonly string[];
      readonly memories: readonly { readonly text: string; readonly story_time: string }[];
      readonly present: readonly string[];
    };

/**
 * A point in a chat's past: an event, a turn, a time or a day of the story, or a branch. Empty
 * means now.
 */
export interface StoryPoint {
  readonly eventId?: number | undefined;
  readonly turnId?: string | undefined;
  /** Day of the story, up to its end. The anchor of the story may number its first day. */
  readonly day?: number | undefined;
  readonly storyTime?: string | undefined;
  readonly branch?: string | undefined;
  /** Without what was said in sealed scenes, and what was derived from it. */
  readonly hidesSealed?: boolean | undefined;
}

/** The last turn or event to keep. */
export interface CutPoint {
  readonly turnId?: string | undefined;
  readonly eventId?: number | undefined;
}

/**
 * Either an enqueued turn that speaks the reply again, or, where no turn produced it, the words to
 * say again with their scene.
 */
export type RegenerateResult =
  | { readonly kind: "enqueued"; readonly conversationId: string; readonly messageId: string }
  | { readonly kind: "say"; readonly prose: string; readonly scene: JsonObject };

interface InChat {
  readonly chatId: string;
}

interface ShownChat extends InChat {
  /** Without what was said in sealed scenes, and what was derived from it. */
  readonly hidesSealed?: boolean | undefined;
}

interface FilteredChat extends InChat {
  readonly spoilers?: SpoilerFilter | undefined;
}

/** The history of a chat: inspect it, rewind it and branch from it. */
export interface StoryTimeApi {
  buildPrompt(
    accountId: string,
    of: FilteredChat & { readonly viewer: string },
  ): Promise<PromptView>;
  explainFact(
    accountId: string,
    of: FilteredChat & { readonly fact: string; readonly viewer?: string | undefined },
  ): Promise<Origins>;
  traceGossip(accountId: string, of: FilteredChat & { readonly fact: string }): Promise<Gossip>;
  audit(accountId: string, of: ShownChat): Promise<StoryAudit>;
  rewind(accountId: string, of: InChat & CutPoint): Promise<JsonObject>;
  branch(
    accountId: string,
    of: InChat & CutPoint & { readonly name?: string | undefined },
  ): Promise<JsonObject>;
  switchBranch(accountId: string, of: InChat & { readonly branch: string }): Promise<JsonObject>;
  listBranches(accountId: string, chatId: string): Promise<readonly BranchView[]>;
  /** Previews report what would change and change nothing. */
  previewRewind(accountId: string, of: ShownChat & CutPoint): Promise<JsonObject>;
  previewBranch(accountId: string, of: ShownChat & CutPoint): Promise<JsonObject>;
  previewSwitch(
    accountId: string,
    of: ShownChat & { readonly branch: string },
  ): Promise<JsonObject>;
  previewEdit(accountId: string, of: ShownChat & EditRequest): Promise<AmendmentView>;
  previewPresence(accountId: string, of: ShownChat & PresenceCorrection): Promise<AmendmentView>;
  edit(accountId: string, of: ShownChat & EditRequest): Promise<AmendmentOutcome>;
  correctPresence(accountId: string, of: ShownChat & PresenceCorrection): Promise<AmendmentOutcome>;
  /** Undoes a rewind or a deletion, provided nothing happened after it. */
  restorePath(accountId: string, chatId: string): Promise<JsonObject>;
  /** Adds another version of the last reply; the earlier ones are kept. */
  regenerate(
    accountId: string,
    of: InChat & { readonly turnId?: string | undefined },
  ): Promise<RegenerateResult>;
  /** Makes one version of a reply the active one. */
  chooseVersion(
    accountId: string,
    of: InChat & { readonly turnId: string; readonly version: number },
  ): Promise<{ readonly turn_id: string; readonly version: number; readonly versions: number }>;
  replay(accountId: string, of: ShownChat): Promise<ReplayReport>;
  rerun(accountId: string, of: ShownChat & RerunRequest): Promise<RerunReport>;
  answerQuestion(
    accountId: string,
    of: FilteredChat & { readonly question: string },
  ): Promise<StoryAnswer>;
  readAsOf(accountId: string, of: InChat & StoryPoint): Promise<JsonObject>;
  compare(
    accountId: string,
    of: InChat & { readonly a: StoryPoint; readonly b: StoryPoint },
  ): Promise<readonly StateDifference[]>;
}
