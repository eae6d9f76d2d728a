/**
 * The page that shows and uses a friend code. The code is in the fragment, so no server on the way
 * sees it.
 */
export const friendLink = (base: string, code: string): string =>
  `${base.replace(/\/$/, "")}/#friend=${code}`;
