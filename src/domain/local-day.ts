const formats = new Map<string, Intl.DateTimeFormat>();

/** The local date in a zone, such as `2026-03-01`. An unknown zone counts as UTC. */
export function localDay(ms: number, zone: string): string {
  return formatFor(zone).format(ms);
}

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = dayFormat(zone) ?? formatFor("UTC");
  formats.set(zone, made);
  return made;
}

function dayFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const quarterMs = 900_000;
/** Longer than any day. */
const longMs = 26 * 3_600_000;

/**
 * When the local day of an instant ends. Every zone's offset is a multiple of a quarter of an hour,
 * before and after a clock change.
 */
export function dayEnd(ms: number, zone: string): number {
  const day = localDay(ms, zone);
  return findBoundary({ from: ms, to: ms + longMs }, (at) => localDay(at, zone) !== day);
}

/** When the local day of an instant began. */
export function dayStart(ms: number, zone: string): number {
  const day = localDay(ms, zone);
  return findBoundary({ from: ms - longMs, to: ms }, (at) => localDay(at, zone) === day);
}

/**
 * The first quarter of an hour at which the condition holds. It must not hold at `from` and must
 * hold at `to`.
 */
function findBoundary(
  between: { readonly from: number; readonly to: number },
  holds: (ms: number) => boolean,
): number {
  let low = Math.floor(between.from / quarterMs);
  let high = Math.floor(between.to / quarterMs);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle * quarterMs)) high = middle;
    else low = middle;
  }
  return high * quarterMs;
}
