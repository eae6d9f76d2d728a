/** The server's answers about stories, as this page reads them. */

export const you = "you";

export interface Bot {
  readonly id: string;
  readonly name: string;
  readonly persona: string;
  readonly traits: readonly string[];
  readonly backstory: string;
  readonly kickoff_prose: string;
  readonly tags: readonly string[];
  readonly creator: string;
  readonly creator_notes: string;
  readonly lore_entries: number;
  /** Of its own: else there is only a drawn one. */
  readonly has_picture: boolean;
  readonly updated_at: string;
}

export interface ChatRow {
  readonly initial_time: string;
  readonly id: string;
  readonly title: string | null;
  readonly host_bot_id: string;
  readonly guest_bot_id: string | null;
  readonly clock: string;
  readonly narrative_anchor: string;
  readonly last_speaker_id: string | null;
  readonly last_text: string | null;
  readonly has_meanwhile: boolean;
  readonly has_digest: boolean;
}

export interface Lobby {
  readonly bots: readonly Bot[];
  readonly you: { readonly name: string; readonly pronouns: string; readonly persona: string } | null;
  readonly chats: readonly ChatRow[];
}

export interface Chat {
  readonly id: string;
  readonly title: string | null;
  readonly host_bot_id: string;
  readonly guest_bot_id: string | null;
  readonly initial_time: string;
  readonly clock: string;
  readonly narrative_anchor: string;
  readonly weather: string;
  readonly branch_id: string;
}

export interface Place {
  readonly id: number;
  readonly name: string;
  readonly type: string;
}

export interface Scene {
  readonly id: number;
  readonly kind: "you" | "meanwhile";
  readonly container_id: number | null;
  readonly participants: readonly string[];
  readonly present: readonly string[];
  readonly started_at: string;
  readonly closed_at: string | null;
}

export interface Activity {
  readonly entity_id: string;
  readonly posture: string;
  readonly action: { readonly verb?: string };
  readonly attention: string;
  readonly holding: readonly string[];
}

export interface Fact {
  readonly fact: string;
}

export interface Edge {
  readonly source_id: string;
  readonly target_id: string;
  readonly affinity: number;
  readonly trust: number;
  readonly facts: readonly Fact[];
  readonly relationship_summary: string;
}

export interface Plan {
  readonly id: string;
  readonly scene_id: number | null;
  readonly status: "waiting" | "running" | "ended";
  readonly beats_done: number;
  readonly ended_by: string | null;
  readonly ended_why?: string | null;
  readonly details: { readonly beats: number };
}

export interface Digest {
  readonly id: string;
  readonly scene_id: number;
  readonly noticed: string;
  /** Null while it is under seal. */
  readonly directors_cut: string | null;
  readonly sealed: boolean;
  readonly delivered: boolean;
  readonly event_id: number;
}

export interface Segment {
  readonly kind: string;
  readonly text: string;
  readonly to?: readonly string[];
}

/** One line of the play. */
export interface Turn {
  readonly id: string;
  readonly scene_id: number | null;
  readonly meanwhile_scene_id: number | null;
  readonly kind: "user" | "assistant";
  readonly speaker_id: string;
  readonly text: string;
  readonly segments: readonly Segment[];
  readonly present: readonly string[];
  readonly witnesses: readonly string[];
  readonly status: "completed" | "cancelled";
  readonly story_time: string | null;
  readonly turn_id: string | null;
  /** Of a later version: the turn whose beat it belongs to. */
  readonly beat_turn_id?: string | null;
  /** Which version of the reply counts, and the words of all; none while there is only one. */
  readonly version?: number;
  readonly versions?: readonly LineVersion[];
  readonly event_id: number;
}

export interface LineVersion {
  readonly id: string;
  readonly version: number;
  readonly text: string;
}

export interface Playing {
  readonly turn_id: string;
  readonly scene_id: number | null;
  readonly speaker_id: string | null;
}

export interface Stage {
  readonly chat: Chat;
  readonly conversation_id: string | null;
  readonly playing: Playing | null;
  readonly containers: readonly Place[];
  readonly scenes: readonly Scene[];
  readonly activities: readonly Activity[];
  readonly edges: readonly Edge[];
  readonly plans: readonly Plan[];
  readonly digests: readonly Digest[];
  readonly threads: readonly { readonly id: string; readonly title: string; readonly summary: string; readonly status: string }[];
  readonly turns: readonly Turn[];
  readonly has_earlier: boolean;
  /** The last thing that happened, where it can be taken back. */
  readonly undoable:
    | null
    | { readonly what: "rewind" }
    | { readonly what: "close"; readonly scene_id: number; readonly before_event_id: number };
}

export interface Lines {
  readonly turns: readonly Turn[];
  readonly has_earlier: boolean;
}

/** Lines that came to be together: they stay or go together. */
export interface BeatAt {
  readonly beats: number;
  readonly at: number;
  /** Its last one. */
  readonly line: Turn | null;
  /** The last event that still belongs to it; null for the newest. */
  readonly until: number | null;
  readonly lines_after: number;
}

/** Words that somebody may open a story with. */
export interface Greeting {
  readonly index: number;
  readonly text: string;
  readonly group_only: boolean;
}
