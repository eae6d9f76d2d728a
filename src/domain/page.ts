/**
 * The address of the product's own page. Only signed-in accounts write there, so its conversations
 * are the account's own without a bound identity. What the page can do is in its capabilities.
 */
export const page = { channel: "web", channelAccount: "web" } as const;

/** The same address in the columns of `conversation` and `message`. */
export const pageColumns = {
  provider_type: page.channel,
  channel_account: page.channelAccount,
} as const;

/** A condition on such a row; `of` is the table's alias. */
export const isOnPage = (of: string): string =>
  `${of}.provider_type = '${page.channel}' and ${of}.channel_account = '${page.channelAccount}'`;
