import { createContext, use } from "react";

/** Unattended scenes that the person watches. */
export const Watched = createContext<ReadonlySet<number>>(new Set());

export const useWatched = (): readonly number[] => [...use(Watched)].toSorted((a, b) => a - b);
