import type { BusyPolicy } from "../../../domain/message.ts";
import type { ApiAddress } from "../../kit/reach.ts";
import type { WecomKey } from "../crypto.ts";

export const wecomAppChannel = "wecom_app";
/** Each app has its callback below this address, by its id in the company. */
export const appCallbackPath = "/webhooks/wecom-app";

export interface WecomApp {
  /** Our id of it: the company's id and the app's number there. */
  readonly id: string;
  readonly corpId: string;
  readonly agentId: number;
  readonly secret: string;
}

export interface WecomAppSettings extends ApiAddress {
  readonly apps: readonly WecomApp[];
  readonly busyPolicy: BusyPolicy;
  readonly access: "paired" | "list" | "open";
  readonly allowedUsers: readonly string[];
  /** Keys that callbacks are signed and sealed with. Each is valid. */
  readonly keys: () => readonly WecomKey[];
}

/** User ids of a company. */
export const userIdOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^[\w.@-]{1,64}$/.test(value) ? value : undefined;
