export const defaultBot = "default";

/** Under what name a conversation's own robot is kept, sealed. */
export const pushKey = (channelAccount: string, scope: string): string =>
  channelAccount === defaultBot ? `wecom_push_url::${scope}` : `wecom_push_url::${scope}@${channelAccount}`;
