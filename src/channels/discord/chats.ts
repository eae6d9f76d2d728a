import type { Fields } from "../kit/json-fields.ts";
import { type DiscordSettings, isListed, snowflakeOf } from "./settings.ts";

/** The channel of a message: its conversation, and the recipient of answers. */
export interface Place {
  readonly channelId: string;
  readonly isGroup: boolean;
  /** Several people share the conversation. */
  readonly isShared: boolean;
  readonly scope: string;
  readonly peer: string;
}

export function placeOf(
  message: Fields,
  userId: string,
  { sharedChannels }: Pick<DiscordSettings, "sharedChannels">,
): Place | undefined {
  const channelId = snowflakeOf(message["channel_id"]);
  if (channelId === undefined) return undefined;
  if ((message["guild_id"] ?? null) === null)
    return {
      channelId,
      isGroup: false,
      isShared: false,
      scope: `user:${userId}`,
      peer: userId,
    };
  const isShared = isListed(sharedChannels, channelId);
  const scope = `group:${channelId}${isShared ? "" : `:user:${userId}`}`;
  return { channelId, isGroup: true, isShared, scope, peer: scope };
}

/** Where a message of a conversation goes: to a channel, or to a person's own. */
export type Target = { readonly channelId: string } | { readonly userId: string };

/** Undefined for a scope that is not one of ours. */
export function targetOf(scope: string): Target | undefined {
  const [, kind, id] = /^(user|group):(\d{1,20})(?::user:\d{1,20})?$/.exec(scope) ?? [];
  if (id === undefined) return undefined;
  return kind === "group" ? { channelId: id } : { userId: id };
}
