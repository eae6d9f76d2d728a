import { Temporal } from "temporal-polyfill";

/** A change of a zone's clocks. Offsets are in minutes east of UTC. */
export interface ClockChange {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

const minutes = (at: Temporal.ZonedDateTime): number => at.offsetNanoseconds / 60e9;

/** What the zone's clocks show at that moment, as minutes east of UTC. */
export const offsetAt = (zone: string, at: number): number =>
  minutes(Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone));

/** Every change of the zone's clocks after `from` and up to `until`. */
export function clockChanges(zone: string, from: number, until: number): ClockChange[] {
  const found: ClockChange[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(zone);
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    if (next === null || next.epochMilliseconds > until) return found;
    const before = minutes(next.subtract({ nanoseconds: 1 }));
    // A zone may change its name or its rules and leave the clocks alone.
    if (before !== minutes(next))
      found.push({ at: next.epochMilliseconds, from: before, to: minutes(next) });
    at = next;
  }
}
