/** The stream of events that other people cause for a person. */
export const socialStream = (accountId: string): string => `social:${accountId}`;
