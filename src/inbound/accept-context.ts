import type { WorkPatch } from "../store/log/projector.ts";
import type { EngineParts } from "../store/work/engine-parts.ts";
import type { Backpressure } from "../store/work/backpressure.ts";
import { createDayLimits, type DayLimitDeps, type DayLimits } from "./day-limits.ts";
import type { Sql } from "../store/database/database.ts";
import type { EventDraft, RecordedEvent } from "../domain/events/catalogue.ts";
import type { JsonObject } from "../domain/json.ts";
import { type CodeGuesses, createCodeGuesses } from "../accounts/pairing-codes.ts";
import { createKnownMessages, type KnownMessages } from "./known-messages.ts";
import type { Release } from "./place-locks.ts";
import { createFloodGate, type FloodGate } from "./flood.ts";
import type { Lane } from "./scope.ts";
import type { StopResult } from "../domain/turn.ts";
import type { Notice } from "../domain/notices.ts";
import type { Language } from "../domain/language.ts";

/** The turn engine's part in the accepting transaction: it alone knows how to end a turn. */
interface LaneControl {
  /**
   * Ends the running turn, or the waiting input, of a conversation whose row this transaction has
   * locked.
   */
  stop(
    sql: Sql,
    lane: Lane,
  ): Promise<{ drafts: EventDraft[]; result: StopResult; closedSeq: number }>;
  /** Ends the running turn in favour of newer input. */
  supersede(sql: Sql, lane: Lane, bySeq: number): Promise<EventDraft[]>;
  /** A short fixed message to the person, queued in the same transaction. */
  notice(
    lane: Lane,
    what: Notice,
    to: { readonly language: string | null; readonly sample: string },
  ): EventDraft[];
  /** Notifies the process that runs the turn, after the commit. */
  abort(turnId: string): void;
  /** For one transaction that accepts a message. */
  immediateStart(): ImmediateStart;
}

/** Starts turns by the commit that accepts their messages. */
export interface ImmediateStart {
  /**
   * The events that start turns, of as many as there are free workers in this process, and the claims
   * of their lanes.
   */
  begin(arrivals: readonly Arrival[]): {
    readonly drafts: readonly EventDraft[];
    readonly work: readonly WorkPatch[];
  };
  recorded(events: readonly RecordedEvent[]): void;
  /** After the commit. Returns the conversations whose turns were begun. */
  run(): ReadonlySet<string>;
  /** If nothing was committed. Returns whether a turn was begun. */
  drop(): boolean;
}

export interface Arrival {
  readonly lane: Lane & { readonly idle: NonNullable<Lane["idle"]> };
  readonly message: {
    readonly messageId: string;
    readonly accountId: string;
    readonly seq: number;
    readonly text: string;
    readonly senderName: string | null;
    readonly payload: JsonObject;
    readonly vendorId: string;
    readonly displayName: string | null;
    readonly language: Language | null;
    readonly timezone: string;
    readonly linkHosts: readonly string[];
  };
}

interface AcceptDeps extends EngineParts {
  readonly lanes: LaneControl;
  readonly backpressure: Backpressure;
  readonly defaultTimezone: string;
  /** Messages that one person may send in a minute by a vendor's push. No limit when not set. */
  readonly perPersonPerMinute?: number | undefined;
  /** Limits of accounts and of the server. None when not set. */
  readonly usage?: DayLimitDeps["usage"];
  /** The events that release parts which waited for these people to write. */
  readonly release: Release;
}

/** Shared by single messages and the batches of a poll. */
export interface AcceptContext extends AcceptDeps {
  readonly guesses: CodeGuesses;
  readonly floods: FloodGate;
  readonly days: DayLimits;
  readonly known: KnownMessages;
}

export const createAcceptContext = (deps: AcceptDeps): AcceptContext => ({
  ...deps,
  guesses: createCodeGuesses(deps.clock),
  floods: createFloodGate(deps.clock, deps.perPersonPerMinute),
  days: createDayLimits(deps),
  known: createKnownMessages(),
});
