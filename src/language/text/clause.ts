/** A part of a message that says one thing, and where it stands. */
export interface Clause {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}
