import { type Turn } from "./contract.ts";

/** Lines of one turn, which are kept or removed together. */
export interface Beat {
  readonly lines: readonly Turn[];
  /** The last event of the beat: the one before the next beat begins. Undefined for the newest. */
  readonly until: number | undefined;
}

/** Another version of a reply belongs to the beat of the first. */
const readBeatId = ({ beat_turn_id = null, turn_id }: Turn): string | null =>
  beat_turn_id ?? turn_id;

/** Groups lines by turn; an imported line is a beat of its own. */
export function groupBeats(turns: readonly Turn[]): Beat[] {
  const groups: Turn[][] = [];
  for (const turn of turns) {
    const last = groups.at(-1);
    if (
      last !== undefined &&
      readBeatId(turn) !== null &&
      readBeatId(last[0] as Turn) === readBeatId(turn)
    )
      last.push(turn);
    else groups.push([turn]);
  }
  return groups.map((lines, index) => {
    const next = groups[index + 1]?.[0];
    return { lines, until: next === undefined ? undefined : next.event_id - 1 };
  });
}

export const findBeatIndex = (beats: readonly Beat[], turnId: string): number =>
  beats.findIndex(({ lines }) => lines.some(({ id }) => id === turnId));
