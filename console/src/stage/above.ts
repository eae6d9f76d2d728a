import { createContext, use, useCallback, useEffect, useState } from "react";

type Count = (step: 1 | -1) => void;

/** Told by every dialog that comes or goes, to whatever lies below it. */
export const Above = createContext<Count>(() => undefined);

/** While something is open above it, the Escape key is not meant for it. */
export function useAbove(): { readonly isCovered: boolean; readonly count: Count } {
  const [open, setOpen] = useState(0);
  const count = useCallback<Count>((step) => setOpen((before) => before + step), []);
  return { isCovered: open > 0, count };
}

export function useCovering(): void {
  const count = use(Above);
  useEffect(() => {
    count(1);
    return () => count(-1);
  }, [count]);
}
