/**
 * The role that a credential grants on this server.
 *
 * - operator: runs it; may do everything, also on behalf of accounts
 * - auditor: sees how it runs and what operators did; changes nothing, reads only their own data
 * - account: uses it; sees and changes only their own data
 */
export const roles = ["operator", "auditor", "account"] as const;
export type Role = (typeof roles)[number];
