import type { Both } from "../both.ts";

/** A chat app in which a person can be reached, as it stands. */
export interface OwnWay {
  readonly name: Both;
  /** Null where the vendor calls us and there is no connection to lose. */
  readonly state: "not_connected" | "connecting" | "connected" | "needs_login" | "failed" | null;
  readonly since: string | null;
  /** When something of ours last arrived there. */
  readonly lastReachedAt: string | null;
  /** Parts that are on their way or wait for something. */
  readonly waiting: number;
}

/** The ways to a person: whether they work, and when they last did. */
export type Reach = (accountId: string) => Promise<readonly OwnWay[]>;
