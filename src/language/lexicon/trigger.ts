/** A word that asks for a reminder, and for whom. */
export interface Trigger {
  readonly at: number;
  readonly end: number;
  /** `other`: "提醒" and a name, or no one at all. */
  readonly whom: "me" | "us" | "other";
  /** A timer: the duration beside it is its time. */
  readonly timer: boolean;
  readonly wake: boolean;
  /** It only names what exists or is to exist: "七点的闹钟". */
  readonly noun?: true;
  /** An order to write into a calendar. `weak`: only beside a time. */
  readonly calendar?: "sure" | "weak";
  /** "put that on my calendar": what is meant stands in another sentence. */
  readonly points?: true;
}
