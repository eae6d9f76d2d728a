/**
 * The entries of an `allowed_hosts` setting that open something by themselves. This machine has many programs behind its ports:
 * without a port such an entry says only that the address in the same section may lie here, and opens nothing else.
 */
export const openedBy = (allowedHosts: readonly string[]): readonly string[] =>
  allowedHosts.filter((entry) => !/^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(entry));
