import type { DeliveryStatus } from "../delivery.ts";
import type { EventDraft } from "../events/catalogue.ts";
import type { Provenance } from "../provenance.ts";
import type { Reads } from "./reads.ts";

/** Says something to a person by their own ways, and reports what became of it. */
export interface Teller {
  /** Undefined: there is no chat that it could be said in. */
  tell(what: Telling): Promise<ToldMessage | undefined>;
  /** Writes first, if `decide` still says so in the transaction. False: nothing was said. */
  writeFirst(
    accountId: string,
    decide: (at: FirstMoment) => Promise<FirstMessage | undefined>,
  ): Promise<boolean>;
  /** The parts of these messages of the account, with those that took another way. */
  parts(accountId: string, messageIds: readonly string[]): Promise<readonly ToldPart[]>;
  /** The messages of a reminder's last fires, newest first. */
  fires(accountId: string, reminderId: string): Promise<readonly ReminderFireView[]>;
}

/** The transaction that records a message of the companion's own accord. */
export interface FirstMoment {
  /** Reads as the engine. */
  readonly read: Reads;
  readonly now: number;
  newId(): string;
  readonly messageId: string;
}

/** A message that answers nothing, with the events that say why it is written. */
export interface FirstMessage {
  readonly conversationId: string;
  readonly text: string;
  readonly carries: readonly Provenance[];
  readonly spokenAs: string | undefined;
  readonly events: readonly EventDraft[];
  readonly expiresMs: number;
}

export interface Telling {
  readonly accountId: string;
  readonly text: string;
}

export interface ToldMessage {
  readonly messageId: string;
  readonly channel: string;
}

export interface ToldPart {
  readonly status: DeliveryStatus;
  readonly channel: string;
  readonly code: string | null;
  readonly updatedAt: string;
}

export interface ReminderFireView {
  readonly dueAt: string;
  readonly firedAt: string;
  /** `waiting`: the person has not seen it. */
  readonly state: string;
  readonly messageId: string | null;
}
