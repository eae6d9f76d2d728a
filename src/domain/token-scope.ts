/**
 * The scopes that a token can be granted. `*` stands for everything that the account itself may do.
 */
export const tokenScopes = [
  "*",
  "chat:read",
  "chat:write",
  "reminders:read",
  "reminders:write",
  /** The calendar's secret address, which stays valid after the token has ended. */
  "calendar:link",
  /** Calendar programs (CalDAV): a token with these scopes only opens nothing else. */
  "caldav:read",
  "caldav:write",
  "friends:read",
  "friends:write",
  "account:write",
  /** Addresses that hear of reminders and stories. They stay after the token has ended. */
  "webhooks",
  /** Servers of tools for one's own model. They stay after the token has ended. */
  "tools",
] as const;
export type TokenScope = (typeof tokenScopes)[number];
