import { Refusal } from "../../../src/domain/errors.ts";
import type { BusyPolicy, InboundMessage } from "../../../src/domain/message.ts";
import type { ChannelInbox } from "../../../src/domain/ports/channel-ports.ts";
import type { ChannelWebhook } from "../../../src/domain/webhook.ts";

export const webhookPath = "/webhooks/pager";

/** The pager posts `{"id", "from", "text"}` with its secret in a header. */
export function pagerWebhook(on: {
  readonly secrets: readonly string[];
  readonly busyPolicy: BusyPolicy;
  readonly inbox: ChannelInbox;
}): ChannelWebhook {
  return {
    method: "post",
    path: webhookPath,
    async handle({ headers, body }) {
      if (!on.secrets.includes(headers["x-pager-secret"] ?? ""))
        throw new Refusal("webhook_unauthorized");
      const message = parseMessage(new TextDecoder().decode(body), on.busyPolicy);
      const [outcome] = await on.inbox.take({ messages: [message] });
      if (outcome?.kind === "refused") throw new Refusal(outcome.code);
      return { status: 200, contentType: "application/json", body: "{}" };
    },
  };
}

function parseMessage(body: string, busyPolicy: BusyPolicy): InboundMessage {
  const { id, from, text } = JSON.parse(body) as Record<string, unknown>;
  if (typeof id !== "string" || typeof from !== "string" || typeof text !== "string")
    throw new Refusal("invalid_provider_payload");
  return {
    route: { channel: "pager", channelAccount: "pager", scope: `user:${from}`, peer: from },
    vendorId: id,
    subject: from,
    text,
    busyPolicy,
    provision: true,
  };
}
