import type { BusyPolicy } from "../../../domain/message.ts";
import type { ApiAddress } from "../../kit/reach.ts";
import type { WecomApp } from "../app/settings.ts";
import type { WecomKey } from "../crypto.ts";

export const wecomServiceChannel = "wecom_service";
/** A company has its callback below this address, by its id. */
export const serviceCallbackPath = "/webhooks/wecom-service";

export interface WecomServiceSettings extends ApiAddress {
  /** The company and the app by which its accounts are served. */
  readonly app: WecomApp;
  /** Customer service accounts, by their ids (`open_kfid`). */
  readonly accounts: readonly string[];
  /** What a person gets who opens the chat. */
  readonly welcome: string | undefined;
  readonly busyPolicy: BusyPolicy;
  readonly access: "paired" | "list" | "open";
  readonly allowedUsers: readonly string[];
  /** Keys that callbacks are signed and sealed with. Each is valid. */
  readonly keys: () => readonly WecomKey[];
}
