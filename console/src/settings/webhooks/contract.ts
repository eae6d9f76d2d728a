/** Addresses of other programs, by the types of the API's client. */
import type { Webhook } from "../../../../client/operations.ts";

export type { Webhook };
export type WebhookType = Webhook["types"][number];
