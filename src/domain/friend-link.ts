/** Where a friend's code can be seen, copied and used. It stands behind the `#`, so that no server on the way learns it. */
export const friendLink = (base: string, code: string): string =>
  `${base.replace(/\/$/, "")}/#friend=${code}`;
