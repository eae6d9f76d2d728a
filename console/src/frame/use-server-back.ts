import { useEffect, useRef } from "react";
import { call } from "../api/call.ts";
import { ApiFailure } from "../api/request.ts";

const everyMs = 3_000;

/** Asks until the server answers, whatever it says, and calls back once. */
export function useServerBack(isWaiting: boolean, onBack: () => void): void {
  const told = useRef(onBack);
  useEffect(() => {
    told.current = onBack;
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      const isThere = await call("GET /api/session/ways").then(
        () => true,
        (error: unknown) => !(error instanceof ApiFailure) || error.status !== 0,
      );
      if (isOver) return;
      if (isThere) told.current();
      else timer = setTimeout(() => void ask(), everyMs);
    };
    void ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWaiting]);
}
