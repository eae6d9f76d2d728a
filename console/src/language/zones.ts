/** The browser's list lacks some valid names, such as UTC; the current one is always in it. */
export const listZones = (current: string): string[] =>
  [...new Set([current, "UTC", ...Intl.supportedValuesOf("timeZone")])].sort();
