import { createContext, use, useCallback, useEffect, useState } from "react";

type Count = (step: 1 | -1) => void;

/** Counts the open overlays: each one reports when it opens and when it closes. */
export const OverlayStack = createContext<Count>(() => undefined);

/** While an overlay is open, the Escape key belongs to it and not to what lies below. */
export function useOverlayStack(): { readonly isCovered: boolean; readonly count: Count } {
  const [open, setOpen] = useState(0);
  const count = useCallback<Count>((step) => setOpen((before) => before + step), []);
  return { isCovered: open > 0, count };
}

export function useOverlay(): void {
  const count = use(OverlayStack);
  useEffect(() => {
    count(1);
    return () => count(-1);
  }, [count]);
}
