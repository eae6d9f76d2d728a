import type { TurnRule } from "../events/story-rooms.ts";
import type { EnqueuedTurn } from "./scenes.ts";

/** Someone in a shared story: a person's persona, or a character. */
export interface SharedMember {
  readonly id: string;
  readonly name: string;
  readonly is_character: boolean;
  /** False for someone who has left. */
  readonly is_in: boolean;
  readonly is_host: boolean;
  readonly is_muted: boolean;
}

/** A shared story as one person sees it. */
export interface SharedStory {
  readonly id: string;
  readonly title: string | null;
  /** Whom this person plays. */
  readonly my_id: string;
  readonly is_in: boolean;
  readonly is_host: boolean;
  readonly members: readonly SharedMember[];
  readonly cast: readonly { readonly id: string; readonly name: string }[];
  readonly rule: TurnRule;
  readonly paused: boolean;
  readonly last_speaker_id: string | null;
  readonly last_text: string | null;
  readonly joined_at: string;
  readonly updated_at: string;
}

/** A line as it reached this person. */
export interface SharedLine {
  readonly id: string;
  readonly kind: "user" | "assistant";
  readonly speaker_id: string;
  readonly scene_id: number | null;
  readonly text: string;
  readonly segments: readonly {
    readonly kind: string;
    readonly text: string;
    readonly to?: readonly string[] | undefined;
  }[];
  readonly present: readonly string[];
  readonly status: "completed" | "cancelled";
  readonly story_time: string | null;
  readonly event_id: number;
  readonly created_at: string;
}

/** Where this person is now. Null while they are in no scene. */
export interface SharedScene {
  readonly id: number;
  readonly place: string | null;
  readonly clock: string;
  readonly present: readonly string[];
}

/** What a person could notice after they were out of the scene. Members and characters by their ids. */
export interface SharedAbsence {
  /** By the story's clock. */
  readonly minutes: number;
  readonly came: readonly string[];
  readonly went: readonly string[];
}

export interface SharedView {
  readonly story: SharedStory;
  readonly scene: SharedScene | null;
  /** Who may speak next, of those in the same scene. Null: anyone. */
  readonly turn_of: readonly string[] | null;
  /** What they missed, until they hear the next line. */
  readonly missed: SharedAbsence | null;
  readonly lines: readonly SharedLine[];
  readonly has_earlier: boolean;
}

export interface NewSharedStory {
  readonly title?: string | undefined;
  /** Characters of the person, who become characters of the story. */
  readonly botIds: readonly string[];
  readonly place?: string | undefined;
  readonly name: string;
  readonly persona?: string | undefined;
}

export interface JoinRequest {
  readonly code: string;
  readonly name?: string | undefined;
  readonly persona?: string | undefined;
  /** A character of the story that no other person plays. */
  readonly characterId?: string | undefined;
}

export interface SharedInvitation {
  readonly title: string | null;
  readonly host_name: string | null;
  /** Characters that can be played. */
  readonly free: readonly { readonly id: string; readonly name: string }[];
  readonly expires_at: string;
}

/** An invitation as a host passes it on. */
export interface SharedInvitationLink {
  readonly code: string;
  readonly link: string;
  readonly expires_at: string;
}

/** What a host changes; each field is optional. Members are named by their ids in the story. */
export interface RoomChange {
  readonly title?: string | undefined;
  readonly rule?: TurnRule | undefined;
  readonly paused?: boolean | undefined;
  readonly floorId?: string | null | undefined;
  readonly mute?: readonly string[] | undefined;
  readonly unmute?: readonly string[] | undefined;
  readonly hostId?: string | undefined;
  readonly remove?: string | undefined;
}

/** What a check of one person's rows found. Only numbers: what others know stays theirs. */
export interface SharedAudit {
  readonly lines: number;
  /** Lines that this person has and did not witness, or has in other words. */
  readonly unwitnessed: number;
  /** Lines that this person witnessed and does not have. */
  readonly missing: number;
  /** Prompts of the story's characters, and how many hold what their character did not witness. */
  readonly calls: number;
  readonly leaks: number;
}

/** A person's place in a story, by which their turn is played. */
export interface SpeakingSeat {
  readonly storyAccountId: string;
  readonly entityId: string;
}

/**
 * Stories of several people. Every call acts as one account; what it reads of a story are that
 * account's own rows.
 */
export interface SharedStoriesApi {
  list(accountId: string): Promise<readonly SharedStory[]>;
  read(accountId: string, of: { chatId: string; limit: number }): Promise<SharedView>;
  listLinesBefore(
    accountId: string,
    of: { chatId: string; before: number; limit: number },
  ): Promise<{ readonly lines: readonly SharedLine[]; readonly has_earlier: boolean }>;
  create(accountId: string, asked: NewSharedStory): Promise<SharedStory>;
  /** The valid invitation, or a new one. Only the host has it. */
  invite(
    accountId: string,
    of: { chatId: string; reset: boolean },
  ): Promise<Omit<SharedInvitationLink, "link">>;
  revokeInvitation(accountId: string, chatId: string): Promise<void>;
  previewInvitation(accountId: string, code: string): Promise<SharedInvitation>;
  join(accountId: string, asked: JoinRequest): Promise<SharedStory>;
  leave(accountId: string, chatId: string): Promise<void>;
  changeRoom(accountId: string, chatId: string, change: RoomChange): Promise<SharedStory>;
  /** Brings a person or character into the scene, or out. The host may do so for all, others for themselves. */
  changePresence(
    accountId: string,
    of: { chatId: string; entityId: string; change: "enter" | "leave" },
  ): Promise<void>;
  /** The person's place, if they may speak now. */
  takeFloor(accountId: string, chatId: string): Promise<SpeakingSeat>;
  /** The host asks the characters to go on. */
  playOn(accountId: string, chatId: string): Promise<EnqueuedTurn & SpeakingSeat>;
  regenerate(accountId: string, chatId: string): Promise<EnqueuedTurn & SpeakingSeat>;
  /** The host takes back everything after a line that they perceived. */
  rewind(accountId: string, of: { chatId: string; lineId: string }): Promise<void>;
  /** The conversation whose turn the host may stop. */
  findLane(
    accountId: string,
    chatId: string,
  ): Promise<(SpeakingSeat & { readonly conversationId: string | undefined }) | undefined>;
  audit(accountId: string, chatId: string): Promise<SharedAudit>;
}
