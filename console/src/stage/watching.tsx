import { createContext, use } from "react";

/** Scenes without the person that they look at all the same. */
export const Watched = createContext<ReadonlySet<number>>(new Set());

export const useWatched = (): readonly number[] => [...use(Watched)].toSorted((a, b) => a - b);
