/** What has been pushed, kept where every process finds it: a vendor counts messages, and nobody wants the same half twice. */
export interface PushLedger {
  /** A place in the line of an address. Milliseconds to wait; zero means now. `who` is the same when it comes back. */
  slot(at: {
    readonly place: string;
    readonly who: string;
    readonly most: number;
    readonly ms: number;
  }): Promise<number>;
  /** What is still to go of a part that went out by half. It is known by its delivery and its text. */
  restOf(part: string): Promise<string | undefined>;
  /** Undefined when nothing is left. */
  keepRest(part: string, rest: string | undefined): Promise<void>;
}
