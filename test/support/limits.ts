import type { AccountLimits, Limits, ServerLimits } from "../../src/domain/quotas.ts";

/** No limit but those that a test names. */
export const limitsOf = (given: {
  account?: Partial<AccountLimits>;
  server?: Partial<ServerLimits>;
}): Limits => ({
  account: {
    reminders: Infinity,
    series: Infinity,
    conversations: Infinity,
    bots: Infinity,
    stories: Infinity,
    mediaBytes: Infinity,
    storageBytes: Infinity,
    writtenBytesPerDay: Infinity,
    messagesPerDay: Infinity,
    tokensPerDay: Infinity,
    ...given.account,
  },
  server: {
    mediaBytes: Infinity,
    storageBytes: Infinity,
    tokensPerDay: Infinity,
    newAccountsPerDay: Infinity,
    ...given.server,
  },
});
