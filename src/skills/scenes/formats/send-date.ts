const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Parses the date formats programs have used over the years. They lack a time zone, so UTC is
 * assumed.
 */
export function parseSendDate(value: unknown): string | undefined {
  if (typeof value === "number") return toIso(value < 1e11 ? value * 1_000 : value);
  if (typeof value !== "string") return undefined;
  const text = value.trim().slice(0, 60);
  if (/^\d{9,13}$/.test(text)) return parseSendDate(Number(text));
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text)) return toIso(Date.parse(text));
  const parts =
    /^(\d{4})-(\d{1,2})-(\d{1,2})\s*@?\s*(\d{1,2})[h:]\s*(\d{1,2})(?:[m:]\s*(\d{1,2}))?/.exec(text);
  if (parts !== null) return toIso(toUtc(parts.slice(1).map((part) => Number(part ?? 0))));
  const said = /^([a-z]{3,9}) (\d{1,2}), (\d{4}) (\d{1,2}):(\d{2}) ?([ap]m)?$/i.exec(text);
  if (said === null) return undefined;
  const [, month = "", day, year, hour, minute, half] = said;
  const at = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const shift = half?.toLowerCase() === "pm" ? 12 : 0;
  return at === 0
    ? undefined
    : toIso(
        toUtc([
          Number(year),
          at,
          Number(day),
          (Number(hour) % (half === undefined ? 24 : 12)) + shift,
          Number(minute),
        ]),
      );
}

const toUtc = ([
  year = 1970,
  month = 1,
  day = 1,
  hour = 0,
  minute = 0,
  second = 0,
]: readonly number[]): number => Date.UTC(year, month - 1, day, hour, minute, second);

const toIso = (at: number): string | undefined =>
  Math.abs(at) < 8e15 && !Number.isNaN(at) ? new Date(at).toISOString() : undefined;
