/**
 * What somebody is on this server, as their credential was granted.
 *
 *   operator  runs it: may do everything, also in the name of accounts
 *   auditor   looks at how it runs and what operators did; changes nothing, and sees nobody's conversations but their own
 *   account   lives on it: sees and changes what is their own
 */
export const roles = ["operator", "auditor", "account"] as const;
export type Role = (typeof roles)[number];
