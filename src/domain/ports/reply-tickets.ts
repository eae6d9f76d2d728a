/** One-time addresses that came with messages: each lets us say one more thing in its conversation, for a while. */
export interface ReplyTickets {
  /** Keeps the newest `limit` of a conversation. The same address is kept once, used or not. */
  keep(ticket: NewTicket): Promise<void>;
  /**
   * The one that came with the message that the turn answers, otherwise the one that ends first; with an `id` that one or none.
   * It is used up by being taken: two processes never get the same.
   */
  take(
    of: TicketOf & {
      readonly turnId?: string | null | undefined;
      readonly id?: string | undefined;
    },
  ): Promise<Ticket | undefined>;
  /** Nothing was said with it: it can be taken again. */
  giveBack(id: string): Promise<void>;
  /** How many more could be taken now. */
  left(of: TicketOf): Promise<number>;
}

export interface TicketOf {
  readonly channel: string;
  readonly channelAccount: string;
  readonly scope: string;
}

export interface NewTicket extends TicketOf {
  readonly url: string;
  /** The vendor's id of the message that it came with: the vendor shows what is said there under that message. */
  readonly vendorId: string;
  readonly expiresAt: number;
  readonly limit: number;
}

export interface Ticket {
  readonly id: string;
  readonly url: string;
}
