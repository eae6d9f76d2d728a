import type { Event } from "./event.ts";

/** Whose memory it is, and which. */
type Named = { id: string; account_id: string };

export type MemoryOrigin = "rule" | "model" | "person";

export type MemoryEvent =
  | Event<
      "memory_stated",
      Named & {
        /** Where it was said. */
        conversation_id: string;
        /** `private`, or the shared conversation whose members heard it. */
        audience: string;
        /** A summary sums up a stretch of the talk. */
        form: "fact" | "summary";
        words: string;
        /** What it is about; a later statement about the same replaces this one. */
        topic: string | null;
        /** The part of the words that a correction replaces. */
        value: string | null;
        /** A time in it, as it was said and as it was meant. */
        date_said: string | null;
        date_meant: string | null;
        origin: MemoryOrigin;
        /** Events of the messages that it rests on: never empty. */
        sources: readonly number[];
        said_at: string;
      }
    >
  /** Another memory says it better or says otherwise. Both are kept. */
  | Event<"memory_superseded", Named & { by: string }>
  /** With the events of all messages that say it: no prompt holds them from now on. */
  | Event<"memory_forgotten", Named & { sources: readonly number[] }>
  | Event<"memory_pinned", Named & { pinned: boolean }>
  /** Whether what is said in a conversation is remembered and used there. */
  | Event<"memory_switched", { account_id: string; conversation_id: string; is_on: boolean }>
  /** A talk up to here waits to be read by a model. */
  | Event<
      "memory_pending",
      { account_id: string; conversation_id: string; audience: string; through_event: number }
    >
  /** A model has read the talk up to here; what it found stands beside this. */
  | Event<"memory_read", { account_id: string; conversation_id: string; through_event: number }>;
