/** The server's answers about what somebody remembers, and how something went round. */

export interface Memory {
  readonly id: string;
  readonly event_id: number;
  readonly scene_id: number | null;
  readonly story_time: string;
  readonly text: string;
  readonly by_hand: boolean;
  readonly pinned: boolean;
  /** From nought to four. */
  readonly importance: number;
  readonly meant: Readonly<Record<Meaning, number>>;
  readonly brought_from: { readonly chat_id: string; readonly title: string | null; readonly host_bot_id: string | null } | null;
}

/** What makes a memory count. */
export type Meaning = "felt" | "learnt" | "first" | "summary";

/** Another story of which somebody remembers something. */
export interface Elsewhere {
  readonly chat_id: string;
  readonly title: string | null;
  readonly host_bot_id: string;
  readonly memories: number;
}

export interface Memories {
  readonly pinned: readonly Memory[];
  readonly memories: readonly Memory[];
  readonly has_earlier: boolean;
  readonly unseen: number;
  readonly elsewhere: readonly Elsewhere[];
}

export interface Knower {
  readonly entity_id: string;
  readonly since: string;
  readonly day: number;
  readonly from: string | null;
  readonly hops: number;
  readonly event_id: number;
}

export interface Telling {
  readonly event_id: number;
  readonly from: string | null;
  readonly to: readonly string[];
  readonly news_to: readonly string[];
  readonly story_time: string;
  readonly text: string;
}

export interface Gossip {
  readonly knows: readonly Knower[];
  readonly tellings: readonly Telling[];
  readonly days: readonly { readonly day: number; readonly knew: number; readonly learnt: number }[];
  readonly share: number;
  readonly unseen: number;
}
