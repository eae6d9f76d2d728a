/**
 * The zone's canonical name, or undefined. An offset such as +08:00 is not a zone: it has no summer
 * time.
 */
export function zoneName(text: string): string | undefined {
  if (!/^[A-Za-z]/.test(text)) return undefined;
  try {
    const zone = new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
    return zone === "Etc/Unknown" ? undefined : zone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
