import { type TimedEntry } from "../contract.ts";
import { type Day, type Wall } from "../days.ts";

/** The content and actions of a grid of days. */
export interface GridProps {
  readonly days: readonly Day[];
  /** The day that the address names. */
  readonly day: Day;
  readonly entries: readonly TimedEntry[];
  /** Minutes of a day in which a friend is busy. */
  readonly busy: ReadonlyMap<Day, readonly { readonly from: number; readonly to: number }[]>;
  /** An entry that was dropped here and is being saved. */
  readonly landing: { readonly entry: TimedEntry; readonly to: Wall } | undefined;
  readonly onDay: (day: Day) => void;
  readonly onOpenDay: (day: Day) => void;
  readonly onOpen: (entry: TimedEntry) => void;
  readonly onDrop: (entry: TimedEntry, to: Wall) => void;
  /** An empty place was chosen. */
  readonly onSlot: (at: Wall) => void;
}
