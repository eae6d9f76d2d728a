/** What another time zone would mean for the reminders that go by the clock. */
export interface ZoneChangePreview {
  readonly reminders: number;
  /** The soonest: its wall time now, and at the same moment there. */
  readonly first: {
    readonly content: string;
    readonly at: string;
    readonly at_there: string;
  } | null;
}
