import type { ChatSettings } from "../kit/chat-message.ts";
import type { ApiAddress } from "../kit/reach.ts";

export const feishuChannel = "feishu";
/** Each app has its callback below this address, by its id. */
export const callbackPath = "/webhooks/feishu";

export interface FeishuApp {
  /** `cli_…` */
  readonly id: string;
  readonly secret: string;
  /** How messages arrive: over a connection that we open, or by calls of Feishu's. */
  readonly events: "connection" | "callback";
}

export interface FeishuSettings extends ApiAddress, ChatSettings {
  readonly apps: readonly FeishuApp[];
  /** Keys that callbacks are encrypted and signed with. Each is valid. */
  readonly encryptKeys: readonly string[];
  /** Whether people see an answer while it is written. */
  readonly streams: boolean;
}

/** Ids of people in an app, of chats and of messages. */
export const openIdOf = (value: unknown): string | undefined => match(value, /^ou_\w{1,80}$/);
export const chatIdOf = (value: unknown): string | undefined => match(value, /^oc_\w{1,80}$/);
export const messageIdOf = (value: unknown): string | undefined => match(value, /^om_\w{1,80}$/);

const match = (value: unknown, form: RegExp): string | undefined =>
  typeof value === "string" && form.test(value) ? value : undefined;
