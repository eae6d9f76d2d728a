/** A stretch of the log in which a person talked with one of their characters. */
export interface CompanionPeriod {
  readonly botId: string;
  readonly from: number;
  readonly to: number | null;
}

/** A character that talks with a person, and what decides which of their words it has heard. */
export interface Hearer {
  readonly id: string;
  /** All periods of the person, other characters' included. */
  readonly periods: readonly CompanionPeriod[];
}

export interface SaidLine {
  readonly eventId: number;
  readonly direction: "inbound" | "outbound";
  /** Who spoke a line of ours. Absent: the product's own fixed words. */
  readonly spokenAs?: string | undefined;
}

/** Marks a line of ours as the plain assistant's, where the person has talked with a character. */
export const plainVoice = "plain";

/**
 * Whether a character may know a line of a person's private talk. What was said to another character
 * stays with that one; what the plain assistant said may repeat it. The plain assistant keeps the
 * person's notes and knows all of them.
 */
export function hasHeard({ id, periods }: Hearer, line: SaidLine): boolean {
  const period = findPeriod(periods, line.eventId);
  if (line.direction === "inbound") return period === undefined || period.botId === id;
  return period?.botId === id && (line.spokenAs === undefined || line.spokenAs === id);
}

/** Whether a memory was made of words that a character has heard. Summaries may rest on our lines. */
export const mayRemember = (
  hearer: Hearer,
  { form, sources }: { readonly form: "fact" | "summary"; readonly sources: readonly number[] },
): boolean =>
  sources.every((eventId) => {
    const period = findPeriod(hearer.periods, eventId);
    return period === undefined ? form === "fact" : period.botId === hearer.id;
  });

const findPeriod = (
  periods: readonly CompanionPeriod[],
  eventId: number,
): CompanionPeriod | undefined =>
  periods.find(({ from, to }) => eventId > from && (to === null || eventId <= to));
