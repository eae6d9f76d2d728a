/** A memory as its person sees it, on the page and by the API. */
export interface MemoryView {
  readonly id: string;
  readonly form: "fact" | "summary";
  readonly words: string;
  readonly said_at: string;
  /** A time in it, as it was said and as it was meant. */
  readonly date_said: string | null;
  readonly date_meant: string | null;
  /** Read by rules or by a model, or written by the person. */
  readonly origin: "rule" | "model" | "person";
  readonly conversation_id: string;
  /** Several people heard it: it is used in that conversation only. */
  readonly is_shared: boolean;
  readonly pinned: boolean;
  /** The memory that replaced it. */
  readonly superseded_by: string | null;
  readonly sources: readonly MemorySource[];
}

export interface MemorySource {
  readonly event_id: number;
  readonly text: string;
  readonly said_at: string;
}

/** A conversation and whether anything is remembered there. */
export interface RememberingTalk {
  readonly conversation_id: string;
  readonly title: string | null;
  readonly channel: string;
  readonly is_on: boolean;
}

/** The memory of one account. Every call acts as that account. */
export interface MemoryApi {
  list(accountId: string, ask: { readonly q?: string | undefined }): Promise<readonly MemoryView[]>;
  talks(accountId: string): Promise<readonly RememberingTalk[]>;
  /** The new words replace the old ones; both are kept until they are forgotten. */
  edit(accountId: string, id: string, words: string): Promise<MemoryView>;
  pin(accountId: string, id: string, pinned: boolean): Promise<MemoryView>;
  /** Returns how many memories went: the one named and those made of it. */
  forget(accountId: string, id: string): Promise<{ readonly forgotten: number }>;
  switchTalk(accountId: string, conversationId: string, isOn: boolean): Promise<void>;
}

/** Something where it may not be: an event in a prompt, or a memory without its messages. */
export interface MemoryLeak {
  /**
   * `forgotten`, `residue` and `left`: it should be gone; `companion` and `story`: the character that spoke
   * has not heard it; the others: its person did not say it there.
   */
  readonly kind:
    | "audience"
    | "conversation"
    | "companion"
    | "story"
    | "forgotten"
    | "source"
    | "residue"
    | "left";
  readonly callId?: string;
  readonly memoryId?: string;
  readonly conversationId?: string;
  readonly eventId: number;
}

export interface MemoryAudit {
  /** Recorded calls of talks. */
  readonly calls: number;
  readonly memories: number;
  readonly leaks: readonly MemoryLeak[];
}
