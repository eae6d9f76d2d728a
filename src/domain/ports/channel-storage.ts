/** Callbacks by their proof. Each is accepted once, in any process. */
export interface SeenCallbacks {
  /** Marks it. False if it was marked before. After `until` it would be refused anyway. */
  first(id: string, until: number): Promise<boolean>;
  /** Its message could not be stored, so the vendor may send the same callback again. */
  forget(id: string): Promise<void>;
}

/** Pushed messages of all processes: vendors limit their rate, and no half is sent twice. */
export interface PushLedger {
  /**
   * A slot in the queue of an address, as milliseconds to wait. A caller that has waited asks again
   * with the same `who`.
   */
  slot(at: {
    readonly place: string;
    readonly who: string;
    readonly most: number;
    readonly ms: number;
  }): Promise<number>;
  /** The rest of a part that was sent by half. `part` is made of its delivery and its text. */
  restOf(part: string): Promise<string | undefined>;
  /** `undefined`: everything was sent. */
  keepRest(part: string, rest: string | undefined): Promise<void>;
}

/** One-time addresses that came with messages: each allows one more reply there, for a while. */
export interface ReplyTickets {
  /** Keeps the newest `limit` of a conversation. The same address is kept once, used or not. */
  keep(ticket: NewTicket): Promise<void>;
  /**
   * Uses up one ticket: the one of the message that the turn answers, otherwise the one that
   * expires first; with an `id`, that one or none. Two processes never get the same.
   */
  take(
    of: TicketOf & {
      readonly turnId?: string | null | undefined;
      readonly id?: string | undefined;
    },
  ): Promise<Ticket | undefined>;
  /** Nothing was sent with it, so it can be taken again. */
  giveBack(id: string): Promise<void>;
  /** How many more could be taken now. */
  left(of: TicketOf): Promise<number>;
}

interface TicketOf {
  readonly channel: string;
  readonly channelAccount: string;
  readonly scope: string;
}

interface NewTicket extends TicketOf {
  readonly url: string;
  /** The vendor's id of the message it came with; the reply is shown under that message. */
  readonly vendorId: string;
  readonly expiresAt: number;
  readonly limit: number;
}

interface Ticket {
  readonly id: string;
  readonly url: string;
}
