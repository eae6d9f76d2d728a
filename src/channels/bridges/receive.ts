import { Refusal } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { AcceptOutcome } from "../../domain/message.ts";
import type { ChannelPorts } from "../../domain/ports/channel-ports.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type { ChannelWebhook, ChannelWebhookAnswer } from "../../domain/webhook.ts";
import { objectIn } from "../kit/json-fields.ts";
import type { StrangerReplies } from "../kit/strangers.ts";
import { type ReadDeps, readCall, type Said, bridgesChannel } from "./read.ts";
import { isSigned } from "./signature.ts";

export interface ReceiveDeps extends ReadDeps {
  readonly ports: Pick<ChannelPorts, "inbox" | "receipts">;
  readonly strangers: Pick<StrangerReplies, "answer">;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** As the settings have it now. */
  secretOf(bridge: string): string | undefined;
  /** A signed call came in. */
  heard(bridge: string): void;
}

export const webhookPath = "/webhooks/bridge";
const maxBytes = 1024 * 1024;

/** A bridge posts here what people say, and what became of messages to them. */
export const createWebhook = (on: ReceiveDeps, bridge: string): ChannelWebhook => ({
  method: "post",
  path: `${webhookPath}/${bridge}`,
  maxBytes,
  async handle({ headers, body }) {
    const secret = on.secretOf(bridge);
    if (secret === undefined || !isSigned(secret, { headers, body }, on.clock.now()))
      throw new Refusal(
        "webhook_unauthorized",
        undefined,
        "The signature is missing, wrong or more than five minutes old.",
      );
    const fields = objectIn(body);
    try {
      const said = await readCall(on, bridge, fields);
      on.heard(bridge);
      return json(202, await take(on, said));
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) throw error;
      on.log.error({ error, channel: bridgesChannel, bridge }, "a call could not be stored");
      throw new Refusal("unavailable", undefined, "Please send it again.");
    }
  },
});

const json = (status: number, body: JsonObject): ChannelWebhookAnswer => ({
  status,
  contentType: "application/json; charset=utf-8",
  body: JSON.stringify(body),
});

async function take(on: ReceiveDeps, said: Said): Promise<JsonObject> {
  if (said.type === "ping") return { accepted: true };
  if (said.type === "receipt") {
    const known = await on.ports.receipts.report(said.receipt);
    return { accepted: known !== "unmatched" };
  }
  const { message } = said;
  const [outcome] = await on.ports.inbox.take({ messages: [message] });
  on.strangers.answer([{ message, outcome }]);
  on.metrics.count("meanwhile_webhook_items_total", {
    channel: bridgesChannel,
    kind: outcome?.kind ?? "rejected",
  });
  return answerOf(outcome);
}

/** A person who is not known is not the bridge's fault: it must not try again. */
function answerOf(outcome: AcceptOutcome | undefined): JsonObject {
  if (outcome === undefined) return { accepted: false };
  if (outcome.kind === "refused") return { accepted: false, reason: outcome.code };
  return {
    accepted: true,
    duplicate: outcome.kind === "duplicate",
    conversation_id: outcome.conversationId,
    message_id: outcome.messageId,
  };
}
