/**
 * A zone in which it is between nine and ten in the morning. People of a test that runs by the real
 * clock live there, because words such as "tomorrow" are read differently after midnight.
 */
export function findMorningZone(now = new Date()): string {
  const hoursAhead = 9 - now.getUTCHours();
  const offset = hoursAhead < -12 ? hoursAhead + 24 : hoursAhead;
  if (offset === 0) return "UTC";
  // The plus and minus in these names are reversed: Etc/GMT-8 is eight hours ahead of Greenwich.
  return offset > 0 ? `Etc/GMT-${offset}` : `Etc/GMT+${-offset}`;
}
