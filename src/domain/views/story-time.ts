import type { Payload } from "../events.ts";
import type { Amended, AmendmentView, EditAsk, PresenceCorrection } from "./story-amend.ts";
import type { ReplayedStory, RerunAsk, RerunStory } from "./story-replay.ts";
import type { BranchView } from "./story-view.ts";

/** A prompt by its parts, with the events that each is made of. */
export interface PromptView {
  readonly viewer: string;
  readonly scene_id: number;
  readonly sections: readonly {
    readonly name: string;
    readonly lines: readonly string[];
    readonly source_event_ids: readonly number[];
    /** How much of it is left out behind the veil. */
    readonly unseen?: number | undefined;
  }[];
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
  /** Of a memory that was brought from another chat: which. Its own origin there follows. */
  readonly brought_from?: string | undefined;
  /** Told by one who had it from somewhere else: where from. */
  readonly hearsay?: boolean | undefined;
  readonly from: readonly Origin[];
}

/** What is found behind a fact, and how many steps of it the person has not seen. */
export interface Origins {
  readonly origins: readonly Origin[];
  readonly unseen: number;
}

/** What the person has not seen is left out and counted: scenes under seal, and those that go on by themselves, except these. */
export interface Veil {
  readonly watched: readonly number[];
}

/** How something that was said went round: who told whom, who knows it since when, and how many knew it on each day of the story. */
export interface Gossip {
  readonly knows: readonly {
    readonly entity_id: string;
    readonly since: string;
    readonly day: number;
    /** Who told them; nobody, where they said it first themselves or where it came from outside of the story. */
    readonly from: string | null;
    /** By how many mouths. */
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
  /** Of all who ever had a part in it. */
  readonly share: number;
  readonly learnt_per_day: number;
  /** Tellings that are left out behind the veil. */
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

/** A question about the past, answered in the name of the one it is about. */
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

/** A place in a chat's past: an event, a turn, a time or a day of the story, a branch; now, when nothing is said. */
export interface Moment {
  readonly eventId?: number | undefined;
  readonly turnId?: string | undefined;
  /** Counted as the story counts its days, up to the end of that day. */
  readonly day?: number | undefined;
  readonly storyTime?: string | undefined;
  readonly branch?: string | undefined;
}

/** The last thing that shall stay. */
export interface Cut {
  readonly turnId?: string | undefined;
  readonly eventId?: number | undefined;
}

/** A reply once more: a turn was called that speaks it, or, where there was none, what is to be said again as it was meant. */
export type AgainAsk =
  | { readonly kind: "called"; readonly conversationId: string; readonly messageId: string }
  | { readonly kind: "say"; readonly prose: string; readonly scene: Payload };

interface InChat {
  readonly chatId: string;
}

interface Looked extends InChat {
  readonly veil?: Veil | undefined;
}

/** A chat as something that has a past: looked into, wound back and branched. */
export interface StoryTime {
  context(accountId: string, of: Looked & { readonly viewer: string }): Promise<PromptView>;
  why(
    accountId: string,
    of: Looked & { readonly fact: string; readonly viewer?: string | undefined },
  ): Promise<Origins>;
  gossip(accountId: string, of: Looked & { readonly fact: string }): Promise<Gossip>;
  audit(accountId: string, chatId: string): Promise<StoryAudit>;
  rewind(accountId: string, of: InChat & Cut): Promise<Payload>;
  branch(
    accountId: string,
    of: InChat & Cut & { readonly name?: string | undefined },
  ): Promise<Payload>;
  switchTo(accountId: string, of: InChat & { readonly branch: string }): Promise<Payload>;
  branches(accountId: string, chatId: string): Promise<readonly BranchView[]>;
  /** What these would change. Nothing changes. */
  rewindPreview(accountId: string, of: InChat & Cut): Promise<Payload>;
  branchPreview(accountId: string, of: InChat & Cut): Promise<Payload>;
  switchPreview(accountId: string, of: InChat & { readonly branch: string }): Promise<Payload>;
  editPreview(accountId: string, of: InChat & EditAsk): Promise<AmendmentView>;
  presencePreview(accountId: string, of: InChat & PresenceCorrection): Promise<AmendmentView>;
  edit(accountId: string, of: InChat & EditAsk): Promise<Amended>;
  correctPresence(accountId: string, of: InChat & PresenceCorrection): Promise<Amended>;
  /** Takes back the rewind or the deletion that was the last thing to happen. */
  bringBack(accountId: string, chatId: string): Promise<Payload>;
  /** Another version of the last reply; the first stays beside it. */
  again(
    accountId: string,
    of: InChat & { readonly turnId?: string | undefined },
  ): Promise<AgainAsk>;
  /** Which version of a reply counts. */
  chooseVersion(
    accountId: string,
    of: InChat & { readonly turnId: string; readonly version: number },
  ): Promise<{ readonly turn_id: string; readonly version: number; readonly versions: number }>;
  replay(accountId: string, chatId: string): Promise<ReplayedStory>;
  rerun(accountId: string, of: InChat & RerunAsk): Promise<RerunStory>;
  ask(accountId: string, of: Looked & { readonly question: string }): Promise<StoryAnswer>;
  asOf(accountId: string, of: InChat & Moment): Promise<Payload>;
  compare(
    accountId: string,
    of: InChat & { readonly a: Moment; readonly b: Moment },
  ): Promise<readonly StateDifference[]>;
}
