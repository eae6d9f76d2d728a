import { useSyncExternalStore } from "react";

/**
 * Some acts ask the person to show again who they are. The call that was refused waits here until
 * the dialog is answered; several that wait are answered together.
 */
interface Waiting {
  readonly promise: Promise<boolean>;
  readonly settle: (isProven: boolean) => void;
}

let waiting: Waiting | undefined;
const listeners = new Set<() => void>();

function setWaiting(next: Waiting | undefined): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** True once the person has shown who they are, false when they would rather not. */
export function askForProof(): Promise<boolean> {
  if (waiting !== undefined) return waiting.promise;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const settle = (isProven: boolean): void => {
    setWaiting(undefined);
    resolve(isProven);
  };
  setWaiting({ promise, settle });
  return promise;
}

export const useWaitingProof = (): Waiting | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
  );
