/** Colours of entries: names of CSS, as RFC 7986 wants them. */
export const entryColors = [
  "tomato",
  "orange",
  "gold",
  "seagreen",
  "teal",
  "royalblue",
  "mediumpurple",
  "palevioletred",
] as const;
export type EntryColor = (typeof entryColors)[number];

/** Fields of an entry that do not change when it fires. */
export interface EntryDetails {
  readonly notes: string | null;
  readonly place: string | null;
  /** An address of the web. */
  readonly link: string | null;
  readonly color: EntryColor | null;
  /** Where a to-do stands among the others: the lowest comes first. */
  readonly order: number;
  /** It stays on the list of to-dos until it is done, also with a date. */
  readonly is_to_do: boolean;
  /** Minutes before its time at which it is also announced. Longest first. */
  readonly alerts: readonly number[];
}

/** What is to be changed of them; null clears a field. */
export interface AskedDetails {
  readonly notes?: string | null | undefined;
  readonly place?: string | null | undefined;
  readonly link?: string | null | undefined;
  readonly color?: EntryColor | null | undefined;
  readonly order?: number | null | undefined;
  readonly is_to_do?: boolean | undefined;
  readonly alerts?: readonly number[] | undefined;
}

/** Four weeks ahead, and as many as a person can keep apart. */
export const furthestAlert = 40_320;
export const mostAlerts = 5;
