/** Asking the system costs more than reading the rest of a calendar's line. */
const names = new Map<string, string | undefined>();
const mostNames = 1_000;
const longestName = 64;

/**
 * The zone's canonical name, or undefined. An offset such as +08:00 is not a zone: it has no summer
 * time.
 */
export function zoneName(text: string): string | undefined {
  if (!/^[A-Za-z]/.test(text) || text.length > longestName) return undefined;
  if (names.has(text)) return names.get(text);
  if (names.size >= mostNames) names.clear();
  const name = askSystem(text);
  names.set(text, name);
  return name;
}

function askSystem(text: string): string | undefined {
  try {
    const zone = new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
    return zone === "Etc/Unknown" ? undefined : zone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
