/** A date that there is, such as 2026-06-10, with room for the day after it. */
export function isCalendarDate(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) && text < "9999";
}
