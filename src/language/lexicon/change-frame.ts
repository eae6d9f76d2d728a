/** A place in a clause. */
export interface Place {
  readonly at: number;
  readonly end: number;
}

/** How a clause that changes something may be divided: what is changed, and to when or by how much. */
export interface ChangeFrame {
  readonly object: Place;
  /** What the old time was, where it is named apart: "instead of nine". */
  readonly old?: Place;
  /** Where it goes; it has to be nothing but a time. */
  readonly aim?: Place;
  /** How far it goes; below zero is earlier. */
  readonly by?: number;
  /** An order to change, whatever it is about: "move …". The others need something of that name. */
  readonly isSure: boolean;
  /**
   * "set the dentist to four": only what is named as it is kept is meant, anything else is new. "The
   * haircut moved to six": every word of it is of the name.
   */
  readonly named?: "wholly" | "partly";
}
