/** Addresses of other programs. Declared by the server; this file only gives them the page's names. */
import type {
  AskedWebhookBody,
  MadeWebhookAnswer,
  WebhookAnswer,
  WebhooksAnswer,
  WebhookSecretAnswer,
  WebhookTrialAnswer,
} from "../../../../src/api/routes/event-webhook-routes.ts";

export type Webhook = WebhookAnswer;
export type WebhookType = Webhook["types"][number];
export type WebhookList = WebhooksAnswer;
export type MadeWebhook = MadeWebhookAnswer;
export type WebhookSecret = WebhookSecretAnswer;
export type WebhookTrial = WebhookTrialAnswer;
export type WebhookToAdd = AskedWebhookBody;
