import type { DeliveryStatus } from "../delivery.ts";

/** Says something to a person by their own ways, and reports what became of it. */
export interface Teller {
  /** Undefined: there is no chat that it could be said in. */
  tell(what: Telling): Promise<ToldMessage | undefined>;
  /** The parts of these messages of the account, with those that took another way. */
  parts(accountId: string, messageIds: readonly string[]): Promise<readonly ToldPart[]>;
  /** The messages of a reminder's last fires, newest first. */
  fires(accountId: string, reminderId: string): Promise<readonly ReminderFireView[]>;
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
