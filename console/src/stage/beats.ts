import { type Turn } from "./contract.ts";

/** Lines that came to be together: they stay or go together. */
export interface Beat {
  readonly lines: readonly Turn[];
  /** The last event that still belongs to it: up to where the next one begins. Undefined for the newest. */
  readonly until: number | undefined;
}

/** Another version of a reply belongs to the beat of the first. */
const beatOf = ({ beat_turn_id = null, turn_id }: Turn): string | null => beat_turn_id ?? turn_id;

/** By the turn that wrote them; a line from elsewhere is a beat of its own. */
export function beatsOf(turns: readonly Turn[]): Beat[] {
  const groups: Turn[][] = [];
  for (const turn of turns) {
    const last = groups.at(-1);
    if (last !== undefined && beatOf(turn) !== null && beatOf(last[0] as Turn) === beatOf(turn))
      last.push(turn);
    else groups.push([turn]);
  }
  return groups.map((lines, index) => {
    const next = groups[index + 1]?.[0];
    return { lines, until: next === undefined ? undefined : next.event_id - 1 };
  });
}

export const beatIndexOf = (beats: readonly Beat[], turnId: string): number =>
  beats.findIndex(({ lines }) => lines.some(({ id }) => id === turnId));
