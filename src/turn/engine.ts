import type { Channel } from "../domain/channel.ts";
import type { MediaStore } from "../domain/ports/media.ts";
import type { Model } from "../domain/ports/model.ts";
import type { Speaker } from "../domain/ports/speaker.ts";
import type { Transcriber } from "../domain/ports/transcriber.ts";
import type { QuotedMessages } from "../domain/ports/quotes.ts";
import type { Skill } from "../domain/skill.ts";
import type { AccountCommits } from "../store/log/account-commits.ts";
import type { OwnClaims } from "../store/work/own-claims.ts";
import type { EngineParts } from "../store/work/engine-parts.ts";
import type { Backpressure } from "../store/work/backpressure.ts";
import type { ReadDocument } from "./document-words.ts";
import type { Streams } from "./stream.ts";
import type { EndTogether, WrittenEnds } from "./write-ends.ts";

/** The dependencies of every step of a turn. */
export interface TurnEngine extends EngineParts {
  readonly model: Model;
  /** Asked in order; the last one takes everything. */
  readonly skills: readonly Skill[];
  readonly streams: Streams;
  readonly backpressure: Backpressure;
  readonly settings: TurnSettings;
  /**
   * The first part of a reply that was just committed, for the sender in this process, which need
   * not look for it. False if it has to wait there.
   */
  queued(deliveryId: string): boolean;
  readonly closeTogether: AccountCommits<WrittenEnds>;
  readonly endTogether: EndTogether;
  readonly ownLanes: OwnClaims;
  readonly channels: ReadonlyMap<string, Channel>;
  /** Splits a reply into the parts that a channel can send. */
  partsOf(channel: string, text: string): readonly string[];
  readonly files: TurnFiles;
  readonly quotes: QuotedMessages;
}

/** Message attachments: their store, and the reader of documents. */
export interface TurnFiles {
  readonly store: MediaStore | undefined;
  /** The text of a document. */
  readonly read?: ReadDocument | undefined;
  /** Absent where voice messages stay files. */
  readonly transcriber?: Transcriber | undefined;
  /** Absent where answers are not spoken. */
  readonly speaker?: Speaker | undefined;
}

export interface TurnSettings {
  readonly holder: string;
  readonly leaseMs: number;
  readonly timeoutMs: number;
  readonly maxAttempts: number;
  readonly replyExpiresMs: number;
}

/** Why a turn's work ends before its commit. Only the kind decides what follows. */
export class TurnEnded extends Error {
  override readonly name = "TurnEnded";
  /**
   * lost it was stopped or superseded, or another process took the lane: its fence is stale,
   * nothing is left to do timeout it ran too long: the person is notified shutdown this process
   * ends: the lane is handed back and another attempt follows
   */
  readonly why: "lost" | "timeout" | "shutdown";

  constructor(why: TurnEnded["why"]) {
    super(`the turn ended: ${why}`);
    this.why = why;
  }
}

/**
 * Returns at once when the signal aborts: work that ignores it goes on, and its result is dropped.
 */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  // The loser of the race may still fail later; no caller is left to handle it.
  work.catch(() => undefined);
  const aborted = new Promise<never>((_, reject) => {
    const leave = (): void =>
      reject(signal.reason instanceof Error ? signal.reason : new TurnEnded("lost"));
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  });
  return Promise.race([work, aborted]);
}
