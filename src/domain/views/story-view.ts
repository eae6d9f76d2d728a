/**
 * Stories as the page shows them. Rows may have more columns than these; clients read only these.
 */

export interface BotView {
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
  /** False when the picture is generated from the name. */
  readonly has_picture: boolean;
  readonly updated_at: string;
}

/** Whom a person plays. */
export interface PersonaView {
  readonly name: string;
  readonly pronouns: string;
  readonly persona: string;
}

export interface ChatSummary {
  readonly id: string;
  readonly title: string | null;
  readonly host_bot_id: string;
  readonly guest_bot_id: string | null;
  readonly initial_time: string;
  readonly clock: string;
  readonly narrative_anchor: string;
  /** Null: the usual one. */
  readonly persona: PersonaView | null;
  readonly last_speaker_id: string | null;
  readonly last_text: string | null;
  readonly has_meanwhile: boolean;
  readonly has_digest: boolean;
}

export interface LobbyView {
  readonly bots: readonly BotView[];
  /** The usual persona, and those that can be chosen for a story. */
  readonly you: (PersonaView & { readonly others: readonly PersonaView[] }) | null;
  readonly chats: readonly ChatSummary[];
}

export interface ChatView {
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

export interface ContainerView {
  readonly id: number;
  readonly name: string;
  readonly type: string;
}

export interface SceneView {
  readonly id: number;
  readonly kind: "you" | "meanwhile";
  readonly container_id: number | null;
  readonly participants: readonly string[];
  /** In speaking order. */
  readonly present: readonly string[];
  readonly started_at: string;
  readonly closed_at: string | null;
}

export interface ActivityView {
  readonly entity_id: string;
  readonly posture: string;
  readonly action: { readonly verb?: string | undefined };
  readonly attention: string;
  readonly holding: readonly string[];
}

export interface EdgeView {
  readonly source_id: string;
  readonly target_id: string;
  readonly affinity: number;
  readonly trust: number;
  /** Each fact with the lines it was learned from. */
  readonly facts: readonly {
    readonly fact: string;
    readonly cites?: readonly string[] | undefined;
  }[];
  readonly relationship_summary: string;
}

export interface PlanView {
  readonly id: string;
  readonly scene_id: number | null;
  readonly status: "waiting" | "running" | "ended";
  readonly beats_done: number;
  readonly ended_by: string | null;
  readonly ended_why?: string | null | undefined;
  readonly details: { readonly beats: number };
}

export interface DigestView {
  readonly id: string;
  readonly scene_id: number;
  readonly noticed: string;
  /** Null while it is sealed. */
  readonly directors_cut: string | null;
  readonly sealed: boolean;
  readonly delivered: boolean;
  readonly event_id: number;
}

export interface ThreadView {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly status: string;
}

/** One line of a chat. */
export interface LineView {
  readonly id: string;
  readonly scene_id: number | null;
  readonly meanwhile_scene_id: number | null;
  readonly kind: "user" | "assistant";
  readonly speaker_id: string;
  readonly text: string;
  readonly segments: readonly {
    readonly kind: string;
    readonly text: string;
    readonly to?: readonly string[] | undefined;
  }[];
  readonly present: readonly string[];
  readonly witnesses: readonly string[];
  readonly status: "completed" | "cancelled";
  readonly story_time: string | null;
  readonly turn_id: string | null;
  /** For a later version: the turn whose beat it belongs to. */
  readonly beat_turn_id?: string | null | undefined;
  /** The active version of the reply and the text of each; absent while there is only one. */
  readonly version?: number | undefined;
  readonly versions?:
    | readonly { readonly id: string; readonly version: number; readonly text: string }[]
    | undefined;
  readonly event_id: number;
}

export interface BranchView {
  readonly branch_id: string;
  readonly active: boolean;
  readonly events: number;
  readonly last_event_id: number;
}
