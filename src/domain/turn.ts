/** What a stop found. */
export const stopResults = ["stopped", "nothing_to_stop", "already_finished"] as const;

export type StopResult = (typeof stopResults)[number];

/** What a conversation's listeners are told. Notices may be lost; the log may not. */
export type StreamNotice =
  /** New durable events: read the conversation's log after the last id. */
  | { readonly kind: "log" }
  /** `text` is all that the turn has shown so far; `delta` goes at offset `at` of it. */
  | {
      readonly kind: "text" | "delta";
      readonly turnId: string;
      readonly attempt: number;
      readonly text: string;
      readonly at: number;
    };
