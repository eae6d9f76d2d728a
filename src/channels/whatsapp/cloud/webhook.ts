import { Refusal } from "../../../domain/errors.ts";
import type { ChannelWebhook } from "../../../domain/webhook.ts";
import { absorb, type ArrivalDeps } from "../arrival.ts";
import { type CloudReader, readCallback } from "./parse.ts";
import { objectIn } from "../../kit/json-fields.ts";
import { isAnyOf, isSameText } from "../../kit/same-text.ts";
import { hasHubSignature } from "../proof.ts";
import type { Taken } from "../../kit/strangers.ts";

export interface CloudWebhookDeps extends ArrivalDeps {
  readonly reader: CloudReader;
  /** Each is valid: while a secret is being changed, the old and the new one overlap. */
  readonly appSecrets: readonly string[];
  readonly verifyTokens: readonly string[];
  /** Called once the messages are committed. It must not wait for the network. */
  readonly kept: (taken: readonly Taken[]) => void;
}

export const webhookPath = "/webhooks/whatsapp";
const maxBytes = 3 * 1024 * 1024;

/** Meta asks once whether this address is ours, and from then on posts everything here. */
export function cloudWebhooks(deps: CloudWebhookDeps): readonly ChannelWebhook[] {
  return [
    { method: "get", path: webhookPath, handle: async ({ query }) => answerChallenge(deps, query) },
    {
      method: "post",
      path: webhookPath,
      maxBytes,
      async handle({ headers, body }) {
        if (!hasHubSignature(headers["x-hub-signature-256"], body, deps.appSecrets))
          throw new Refusal(
            "webhook_unauthorized",
            undefined,
            "The signature is missing or wrong.",
          );
        const fields = objectIn(body);
        if (fields["object"] !== "whatsapp_business_account")
          throw new Refusal(
            "invalid_provider_payload",
            undefined,
            "This callback is not from a WhatsApp Business account.",
          );
        const { arrival, ignored } = readCallback(deps.reader, fields);
        for (const { reason, code } of ignored)
          deps.log.info(
            { channel: deps.channel, reason, code },
            "a part of a callback was ignored",
          );
        deps.kept(await absorb(deps, arrival));
        return { status: 200, body: "EVENT_RECEIVED", contentType: "text/plain" };
      },
    },
  ];
}

function answerChallenge(deps: CloudWebhookDeps, query: URLSearchParams) {
  const token = query.get("hub.verify_token") ?? "";
  const challenge = query.get("hub.challenge") ?? "";
  const known = isAnyOf(deps.verifyTokens, (expected) => isSameText(expected, token));
  // The caller chose this text, so only characters of a challenge are echoed.
  if (!known || query.get("hub.mode") !== "subscribe" || !/^[\w.-]{1,256}$/.test(challenge))
    throw new Refusal("forbidden", undefined, "The verify token is wrong.");
  return { status: 200, body: challenge, contentType: "text/plain" };
}
