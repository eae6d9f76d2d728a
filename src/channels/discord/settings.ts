import type { BusyPolicy } from "../../domain/message.ts";
import type { ApiAddress } from "../kit/reach.ts";

export const discordChannel = "discord";

export interface DiscordBot {
  /** The bot's user id, which is part of its token. */
  readonly id: string;
  readonly token: string;
}

export interface DiscordSettings extends ApiAddress {
  readonly bots: readonly DiscordBot[];
  readonly busyPolicy: BusyPolicy;
  /** Who gets an account by writing: no one, the listed people, or everyone. */
  readonly access: "paired" | "list" | "open";
  /** User ids and names, for `list`. */
  readonly allowedUsers: readonly string[];
  /** Channels of servers in which the bot answers. `*` stands for every one. */
  readonly allowedChannels: readonly string[];
  /** Channels whose people share one conversation. */
  readonly sharedChannels: readonly string[];
  /** Whether people see an answer while it is written. */
  readonly streams: boolean;
}

export const isListed = (list: readonly string[], id: string): boolean =>
  list.includes("*") || list.includes(id);

/** Discord's ids. They have up to 64 bits, so they stay text. */
export const snowflakeOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^\d{1,20}$/.test(value) ? value : undefined;

/** A bot's id is the first part of its token. */
export function botIdIn(token: string): string | undefined {
  const [first = ""] = token.split(".");
  return snowflakeOf(Buffer.from(first, "base64").toString("latin1"));
}
