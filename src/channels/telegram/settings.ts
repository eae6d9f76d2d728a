import type { BusyPolicy } from "../../domain/message.ts";
import type { ApiAddress } from "../kit/reach.ts";

export const telegramChannel = "telegram";

export interface TelegramBot {
  /** The digits before the colon of its token. */
  readonly id: string;
  readonly token: string;
  readonly updates: "polling" | "webhook";
}

export interface TelegramSettings extends ApiAddress {
  readonly bots: readonly TelegramBot[];
  readonly busyPolicy: BusyPolicy;
  /** Who gets an account by writing: no one, the listed people, or everyone. */
  readonly access: "paired" | "list" | "open";
  /** User ids and names, for `list`. */
  readonly allowedUsers: readonly string[];
  /** `*` stands for every group. */
  readonly allowedGroups: readonly string[];
  /** Groups whose members share one conversation. */
  readonly sharedGroups: readonly string[];
  /** Whether people see an answer while it is written. */
  readonly streams: boolean;
  /** Where Telegram calls, for a bot with a webhook. */
  readonly publicUrl?: string | undefined;
  readonly webhookSecrets: readonly string[];
  /** Messages to all chats together. */
  readonly perSecond: number;
  readonly perMinuteInGroups: number;
}

/** Telegram's limits for one bot. */
export const vendorRates = { perSecond: 30, perMinuteInGroups: 20 } as const;

export const isListed = (list: readonly string[], id: string): boolean =>
  list.includes("*") || list.includes(id);
