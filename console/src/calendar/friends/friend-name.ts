import { type Friend } from "../contract.ts";

/** The person's name for the friend, or the friend's own. */
export const friendName = (friend: Friend | undefined, otherwise: string): string =>
  friend?.nickname ?? friend?.display_name ?? friend?.names[0] ?? otherwise;
