import type { ContentLine } from "./lines.ts";

/** The lines of an event or a to-do, by their names. */
export type Entry = ReadonlyMap<string, readonly ContentLine[]>;

export const lineOf = (entry: Entry, name: string): ContentLine | undefined => entry.get(name)?.[0];

export const valueOf = (entry: Entry, name: string): string =>
  lineOf(entry, name)?.value.trim() ?? "";
