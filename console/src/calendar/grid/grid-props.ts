import { type TimedEntry } from "../contract.ts";
import { type Day, type Wall } from "../days.ts";
import { type Slot } from "../entry/entry-draft.ts";
import { type Moving } from "./move-keys.ts";

/** The content and actions of a grid of days. */
export interface GridProps {
  readonly days: readonly Day[];
  /** The day that the address names. */
  readonly day: Day;
  readonly entries: readonly TimedEntry[];
  /** Minutes of a day in which a friend is busy. */
  readonly busy: ReadonlyMap<Day, readonly { readonly from: number; readonly to: number }[]>;
  /** An entry that was dropped here and is being saved. */
  readonly landing: Moving | undefined;
  readonly onDay: (day: Day) => void;
  readonly onOpenDay: (day: Day) => void;
  readonly onOpen: (entry: TimedEntry) => void;
  readonly onDrop: (moved: Moving) => void;
  /** An empty place was chosen. */
  readonly onSlot: (at: Wall) => void;
  /** A stretch of free time was drawn, or a free place above the hours was chosen. */
  readonly onSpan: (slot: Slot) => void;
}
