/**
 * The browser's storage. It may be full or forbidden (private mode); then values are not stored.
 */

const prefix = "meanwhile.";

function attempt<T>(store: () => T, otherwise: T): T {
  try {
    return store();
  } catch (error) {
    if (error instanceof DOMException) return otherwise;
    throw error;
  }
}

/** Kept between visits: choices of appearance and the key of the session, never text. */
export const readLocal = (name: string): string | null =>
  attempt(() => localStorage.getItem(prefix + name), null);
export const writeLocal = (name: string, value: string | undefined): void =>
  attempt(
    () =>
      value === undefined
        ? localStorage.removeItem(prefix + name)
        : localStorage.setItem(prefix + name, value),
    undefined,
  );

/** For this tab: text that was not sent yet. Forgotten at sign-out. */
export function readTab<T>(name: string, otherwise: T): T {
  const kept = attempt(() => sessionStorage.getItem(prefix + name), null);
  if (kept === null) return otherwise;
  return JSON.parse(kept) as T;
}

export function writeTab(name: string, value: unknown): void {
  attempt(
    () =>
      value === undefined
        ? sessionStorage.removeItem(prefix + name)
        : sessionStorage.setItem(prefix + name, JSON.stringify(value)),
    undefined,
  );
}

export const forgetTab = (): void => attempt(() => sessionStorage.clear(), undefined);
