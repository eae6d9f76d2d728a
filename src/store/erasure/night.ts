/** The last time it was that hour of the day in that zone. */
export function lastHour(
  now: number,
  of: { readonly hour: number; readonly timezone: string },
): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: of.timezone,
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const [hour = 0, minute = 0, second = 0] = parts.format(new Date(now)).split(":").map(Number);
  const since = ((hour - of.hour + 24) % 24) * 3_600_000 + minute * 60_000 + second * 1_000;
  return now - since - (now % 1_000);
}
