/**
 * The page that shows an invitation to a story. The code is in the fragment, so no server on the
 * way sees it.
 */
export const storyLink = (base: string, code: string): string =>
  `${base.replace(/\/$/, "")}/#story=${code}`;
