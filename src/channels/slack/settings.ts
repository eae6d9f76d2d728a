import type { ChatSettings } from "../kit/chat-message.ts";
import type { ApiAddress } from "../kit/reach.ts";

export const slackChannel = "slack";

export interface SlackApp {
  /** `A…`, which is part of the app-level token. */
  readonly id: string;
  /** `xoxb-…`: calls in the bot's name. */
  readonly botToken: string;
  /** `xapp-…`: opens the connection. */
  readonly appToken: string;
}

export interface SlackSettings extends ApiAddress, ChatSettings {
  readonly apps: readonly SlackApp[];
  /** Whether people see an answer while it is written. */
  readonly streams: boolean;
}

export const appIdIn = (appToken: string): string | undefined =>
  /^xapp-\d-(A[0-9A-Z]{4,20})-\d{4,20}-[0-9a-f]{8,100}$/.exec(appToken)?.[1];

/** Ids of people, of chats and of files. */
export const userForm = /^[UW][0-9A-Z]{2,30}$/;
export const groupForm = /^[CG][0-9A-Z]{2,30}$/;
export const userIdOf = (value: unknown): string | undefined => match(value, userForm);
export const chatIdOf = (value: unknown): string | undefined =>
  match(value, /^[CDG][0-9A-Z]{2,30}$/);
export const fileIdOf = (value: unknown): string | undefined => match(value, /^F[0-9A-Z]{2,30}$/);
/** When a message was sent, which is its id within its chat. */
export const timeOf = (value: unknown): string | undefined => match(value, /^\d{1,12}\.\d{1,10}$/);

const match = (value: unknown, form: RegExp): string | undefined =>
  typeof value === "string" && form.test(value) ? value : undefined;

/** Private chats have ids of their own. */
export const isGroupChat = (chatId: string): boolean => !chatId.startsWith("D");

/** A message, and the thread that it was written in. */
export interface MessageRef {
  readonly chatId: string;
  readonly ts: string;
  readonly thread?: string | undefined;
}

/** A message's id alone is unique in its chat only, and an answer must know its thread. */
export const vendorIdOf = ({ chatId, ts, thread }: MessageRef): string =>
  thread === undefined || thread === ts ? `${chatId}:${ts}` : `${chatId}:${ts}:${thread}`;

export function refOf(vendorId: string | undefined): MessageRef | undefined {
  const [chat, time, root, ...more] = (vendorId ?? "").split(":");
  const [chatId, ts, thread] = [chatIdOf(chat), timeOf(time), timeOf(root)];
  if (chatId === undefined || ts === undefined || more.length > 0) return undefined;
  return { chatId, ts, thread };
}
