/** The server's answers about a story's past, and about who knows what. */

export interface Feeling {
  readonly event_id: number;
  readonly story_time: string;
  readonly source_id: string;
  readonly target_id: string;
  readonly affinity: number;
  readonly trust: number;
}

export interface Branch {
  readonly branch_id: string;
  readonly active: boolean;
  readonly events: number;
  readonly last_event_id: number;
}

type Row = Readonly<Record<string, unknown>>;

/** How two states of a story differ, row by row. */
export interface Difference {
  readonly what: string;
  readonly key: string;
  readonly a: Row | null;
  readonly b: Row | null;
}

/** Where something that somebody knows comes from. */
export interface Origin {
  readonly kind: "edge_fact" | "memory" | "turn";
  readonly event_id: number;
  readonly text: string;
  readonly of: string;
  readonly witnesses?: readonly string[];
  readonly story_time?: string;
  readonly brought_from?: string;
  readonly hearsay?: boolean;
  readonly from: readonly Origin[];
}

/** With how many steps that the person has not seen. */
export interface Origins {
  readonly origins: readonly Origin[];
  readonly unseen: number;
}

export interface PromptSection {
  readonly name: string;
  readonly lines: readonly string[];
  readonly source_event_ids: readonly number[];
  /** How much of it is left out: the person has not seen it. */
  readonly unseen?: number;
}

export interface Receipt {
  readonly viewer: string;
  readonly sections: readonly PromptSection[];
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** Something that one would know, or would not know any more. */
export interface Known {
  readonly what: "line" | "memory" | "fact" | "summary";
  readonly key: string;
  readonly text: string;
}

/** What a change of the past does to those who remember it. */
export interface Amendment {
  readonly preview: boolean;
  readonly differences: readonly Difference[];
  readonly viewers: readonly {
    readonly viewer: string;
    readonly name: string;
    readonly appears: readonly Known[];
    readonly vanishes: readonly Known[];
  }[];
  /** Lines said later that hang on what would no longer be so. */
  readonly contradictions: readonly { readonly turn_id: string; readonly speaker_id: string; readonly text: string }[];
  readonly redone: "done" | "nothing" | "failed" | null;
}

export type PastAnswer = { readonly understood: true; readonly answer: string } | { readonly understood: false };
