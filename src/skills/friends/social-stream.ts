/** What reaches a person from others. */
export const socialStream = (accountId: string): string => `social:${accountId}`;
