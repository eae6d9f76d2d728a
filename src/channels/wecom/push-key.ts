const defaultBot = "default";

/**
 * The name under which a conversation's own robot is stored, sealed. A bot's own name stands before
 * the scope, where no id can imitate it: people's ids may hold any character.
 */
export const pushKey = (bot: string | undefined, scope: string): string =>
  bot === undefined || bot === defaultBot
    ? `wecom_push_url::${scope}`
    : `wecom_push_url@${bot}::${scope}`;
