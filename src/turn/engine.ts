import type { AwaitedAnswer, FetchedFile, SentFile } from "../domain/channel.ts";
import type { KeptMedia, MediaStore } from "../domain/ports/media.ts";
import type { Model } from "../domain/ports/model.ts";
import type { QuotedMessages } from "../domain/ports/quotes.ts";
import type { Skill } from "../domain/skill.ts";
import type { EngineParts } from "../store/work/engine-parts.ts";
import type { RightOfWay } from "../store/work/backpressure.ts";
import type { Streams } from "./stream.ts";

/** What every step of a turn needs. */
export interface TurnEngine extends EngineParts {
  readonly model: Model;
  /** Asked in order; the last one takes everything. */
  readonly skills: readonly Skill[];
  readonly streams: Streams;
  readonly rightOfWay: RightOfWay;
  readonly settings: TurnSettings;
  /** The first part of a reply that was just committed, for whoever sends it here: it need not be looked for. */
  queued(deliveryId: string): void;
  /** Cuts a reply into the parts that a channel can take. */
  partsOf(channel: string, text: string): readonly string[];
  /** A channel's own limit for a turn. */
  patience(channel: string): number | undefined;
  /** Whether a part of this channel may carry a file. */
  carriesFiles(channel: string): boolean;
  /** Whether a channel shows thoughts apart from the answer. */
  showsThoughts(channel: string): boolean;
  readonly files: TurnFiles;
  readonly quotes: QuotedMessages;
  /** Shows the person that an answer is being written, where their channel can. */
  typing(channel: string, to: AwaitedAnswer): { end(): void } | undefined;
}

/** Files that came with messages: how a channel gets them, and where they are kept. */
export interface TurnFiles {
  readonly store: MediaStore | undefined;
  get(channel: string, file: SentFile, signal: AbortSignal): Promise<FetchedFile>;
  /** What a document says. */
  read?:
    | ((
        file: KeptMedia,
        of: { readonly accountId: string; readonly signal: AbortSignal },
      ) => Promise<string | undefined>)
    | undefined;
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
   * lost      somebody stopped or superseded it, or took the lane: its fence is stale, nothing is left to do
   * timeout   it ran too long: the person is told
   * shutdown  this process ends: the lane is handed back and another attempt follows
   */
  readonly why: "lost" | "timeout" | "shutdown";

  constructor(why: TurnEnded["why"]) {
    super(`the turn ended: ${why}`);
    this.why = why;
  }
}
