import type { ChatSettings } from "../kit/chat-message.ts";
import type { ApiAddress } from "../kit/reach.ts";

export const dingtalkChannel = "dingtalk";

export interface DingtalkApp {
  /** Client ID, formerly AppKey. */
  readonly id: string;
  readonly secret: string;
  readonly robotCode: string;
}

export interface DingtalkSettings extends ApiAddress, ChatSettings {
  readonly apps: readonly DingtalkApp[];
  /** The older API, which files are uploaded to. */
  readonly uploadBaseUrl: string;
  /** The template of the cards that show an answer while it is written; none are shown without one. */
  readonly cardTemplate: string | undefined;
}

/** Ids of members, and of groups. */
export const userForm = /^[\w-]{1,64}$/;
export const groupForm = /^cid[\w+/=-]{1,200}$/;
export const staffIdOf = (value: unknown): string | undefined => match(value, userForm);
export const chatIdOf = (value: unknown): string | undefined => match(value, groupForm);

const match = (value: unknown, form: RegExp): string | undefined =>
  typeof value === "string" && form.test(value) ? value : undefined;
