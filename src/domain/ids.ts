const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Accepts a UUID with or without dashes, in any case, and returns the stored form. */
function canonicalUuid(text: string): string | undefined {
  if (!uuid.test(text)) return undefined;
  const hex = text.replaceAll("-", "").toLowerCase();
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}

/**
 * Ids are opaque text: a UUID in canonical form, or a short plain word such as a seed's `bot_a`.
 * Everything else is refused, so that no id can carry a path, a control character or a kilobyte.
 */
export function canonicalId(text: string): string | undefined {
  return (
    canonicalUuid(text) ??
    (/^[A-Za-z0-9][A-Za-z0-9_.@:+=-]{0,127}$/.test(text) && !text.includes("..") ? text : undefined)
  );
}

/** The product's account at a vendor, identified by channel and account together. */
export const channelIdOf = (of: {
  readonly channel: string;
  readonly channelAccount: string;
}): string => `${of.channel}:${of.channelAccount}`;
