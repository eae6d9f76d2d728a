import type { BusyPolicy } from "../../domain/message.ts";
import type { WecomKey } from "./crypto.ts";

/** One bot of ours. */
export interface WecomBot {
  /** Our name for it; part of every key. */
  readonly name: string;
  /** Where WeCom calls. */
  readonly path: string;
  /** More than one while they are being changed. */
  readonly keys: readonly WecomKey[];
  /** WeCom's id of it. Callbacks for another one are refused. */
  readonly botId?: string | undefined;
  /** It has a long connection, and WeCom calls no address. */
  readonly connection?: { readonly botId: string; readonly secret: string } | undefined;
  /** As people mention it in a group. */
  readonly displayName?: string | undefined;
}

export interface WecomSettings {
  readonly bots: readonly WecomBot[];
  readonly busyPolicy: BusyPolicy;
  /**
   * Whether answers are shown while they are written. Otherwise they arrive complete, by
   * `response_url`.
   */
  readonly streams: boolean;
  /** Groups whose members share one conversation. */
  readonly sharedGroups: readonly string[];
  /** `*` stands for everyone. */
  readonly allowedUsers: readonly string[];
  readonly allowedGroups: readonly string[];
  /** May stop anyone's task and set a shared group's push address. */
  readonly admins: readonly string[];
  readonly maxFileBytes: number;
  readonly ticketsPerScope: number;
  readonly turnTimeoutMs: number;
  /** How many earlier messages a prompt includes; the product's own number when not set. */
  readonly historyMessages?: number | undefined;
  readonly replayWindowMs: number;
  readonly fallbackUrl: string | undefined;
  /** Whether the global robot may post what was meant for a single chat. */
  readonly fallbackPrivateText: boolean;
  /** Robots of single conversations, set by the operator. */
  readonly pushUrls: readonly {
    readonly bot?: string | undefined;
    readonly scope: string;
    readonly url: string;
  }[];
  readonly welcome: string | undefined;
  /** Suggestions, as buttons of the welcome. A click counts as the person's words. */
  readonly welcomeButtons: readonly string[];
  /** Whether a model's reasoning is shown, folded, while it answers. */
  readonly thoughts: boolean;
  /** Whether a busy answer comes with a button that stops what runs. */
  readonly stopButton: boolean;
  readonly apiBaseUrl: string;
  /** Where long connections go. */
  readonly socketUrl: string;
  readonly allowedHosts: readonly string[];
}

export const wecomChannel = "wecom";

export const isListed = (list: readonly string[], id: string): boolean =>
  list.includes("*") || list.includes(id);
