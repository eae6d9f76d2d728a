import { type Friend } from "../contract.ts";

/** What the person calls the friend, or what the friend is called. */
export const friendName = (friend: Friend | undefined, otherwise: string): string =>
  friend?.nickname ?? friend?.display_name ?? friend?.names[0] ?? otherwise;
