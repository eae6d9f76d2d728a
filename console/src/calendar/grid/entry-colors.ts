import type { EntryColor } from "../../../../src/domain/views/entry-details.ts";

/** The server's colours, in the order in which they are offered. */
export const entryColors = [
  "tomato",
  "orange",
  "gold",
  "seagreen",
  "teal",
  "royalblue",
  "mediumpurple",
  "palevioletred",
] as const satisfies readonly EntryColor[];
