interface Part {
  readonly name: string;
  start(): void;
}

/** One that cannot start is reported and left out; the others, and all timers, run without it. */
export function startParts(
  parts: readonly Part[],
  failed: (name: string, error: unknown) => void,
): void {
  for (const part of parts) {
    try {
      part.start();
    } catch (error) {
      failed(part.name, error);
    }
  }
}
