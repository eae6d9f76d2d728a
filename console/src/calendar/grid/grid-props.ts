import { type TimedEntry } from "../contract.ts";
import { type Day, type Wall } from "../days.ts";

/** What a grid of days shows, and what can be done in it. */
export interface GridProps {
  readonly days: readonly Day[];
  /** The day that the address names. */
  readonly day: Day;
  readonly entries: readonly TimedEntry[];
  /** Minutes of a day in which a friend has no time. */
  readonly busy: ReadonlyMap<Day, readonly { readonly from: number; readonly to: number }[]>;
  /** Something that was dropped here and is on its way. */
  readonly landing: { readonly entry: TimedEntry; readonly to: Wall } | undefined;
  readonly onDay: (day: Day) => void;
  readonly onOpenDay: (day: Day) => void;
  readonly onOpen: (entry: TimedEntry) => void;
  readonly onDrop: (entry: TimedEntry, to: Wall) => void;
  /** An empty place was chosen. */
  readonly onSlot: (at: Wall) => void;
}
