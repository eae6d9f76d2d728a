/** The result of a stop. */
export const stopResults = ["stopped", "nothing_to_stop", "already_finished"] as const;

export type StopResult = (typeof stopResults)[number];

/**
 * Notices for the open streams of a conversation. Notices may be lost; events in the log may not.
 */
export type StreamNotice =
  /** New durable events: read the conversation's log after the last id. */
  | { readonly kind: "log" }
  /** `text` is everything that the turn has shown so far; `delta` starts at offset `at` of it. */
  | {
      readonly kind: "text" | "delta";
      readonly turnId: string;
      readonly attempt: number;
      readonly text: string;
      readonly at: number;
    };
