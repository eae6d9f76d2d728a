/**
 * The entries of an `allowed_hosts` setting that allow a host by themselves. Many programs listen
 * on this machine, so a loopback entry without a port only says that the address in the same
 * section may be local; it allows nothing else.
 */
export const selectStandaloneHosts = (allowedHosts: readonly string[]): readonly string[] =>
  allowedHosts.filter((entry) => !/^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(entry));
