import type { Clock } from "../../../domain/ports/clock.ts";
import { Refusal } from "../../../domain/errors.ts";
import type {
  ChannelWebhook,
  ChannelWebhookAnswer,
  ChannelWebhookRequest,
} from "../../../domain/webhook.ts";
import type { AccountHealth } from "../../kit/account-health.ts";
import { absorb, type ArrivalDeps } from "../arrival.ts";
import { type EvolutionReader, readEvent } from "./parse.ts";
import { objectIn, textOf } from "../../kit/json-fields.ts";
import { isAnyOf, isSameText } from "../../kit/same-text.ts";
import { isEvolutionToken } from "../proof.ts";

export interface EvolutionWebhookDeps extends ArrivalDeps {
  readonly clock: Clock;
  readonly health: AccountHealth;
  readonly reader: EvolutionReader;
  readonly knows: (instance: string) => boolean;
  /** Sent in one of the headers below, or as a bearer. */
  readonly webhookSecrets: readonly string[];
  readonly jwtKeys: readonly string[];
}

export const webhookPath = "/webhooks/evolution";
const maxBytes = 3 * 1024 * 1024;
const secretHeaders = ["x-webhook-secret", "x-webhook-token", "x-evolution-webhook-secret"];
/** With "webhook by events" each event has a path of its own. */
const events = [
  "messages-upsert",
  "messages-update",
  "send-message",
  "connection-update",
  "qrcode-updated",
];

/**
 * Evolution gives up at once on 400, 401, 403, 404 and 422; everything that is our own fault is
 * therefore a 503.
 */
export function evolutionWebhooks(deps: EvolutionWebhookDeps): readonly ChannelWebhook[] {
  const handle = (request: ChannelWebhookRequest): Promise<ChannelWebhookAnswer> =>
    take(deps, request);
  return ["", ...events.map((event) => `/${event}`)].map((below) => ({
    method: "post",
    path: webhookPath + below,
    maxBytes,
    handle,
  }));
}

async function take(
  deps: EvolutionWebhookDeps,
  { headers, body }: ChannelWebhookRequest,
): Promise<ChannelWebhookAnswer> {
  if (!isFromEvolution(deps, headers))
    throw new Refusal(
      "webhook_unauthorized",
      undefined,
      "The secret or token is missing or wrong.",
    );
  const fields = objectIn(body);
  const instance = textOf(fields["instance"]);
  if (instance === undefined || typeof fields["event"] !== "string")
    throw new Refusal(
      "invalid_provider_payload",
      undefined,
      "This event is not from an Evolution instance.",
    );
  if (deps.knows(instance)) {
    const { arrival, condition } = readEvent(deps.reader, instance, fields);
    await absorb(deps, arrival);
    if (condition !== undefined) await deps.health.became(instance, condition);
  } else
    deps.log.info(
      { channel: deps.channel, reason: "unknown_instance" },
      "ignored an event of an instance that is not configured",
    );
  return { status: 200, body: '{"received":true}', contentType: "application/json" };
}

function isFromEvolution(
  deps: EvolutionWebhookDeps,
  headers: Readonly<Record<string, string>>,
): boolean {
  const [, bearer = ""] = /^bearer +(\S+)$/i.exec(headers["authorization"] ?? "") ?? [];
  const given = [...secretHeaders.map((name) => headers[name] ?? ""), bearer];
  const bySecret = isAnyOf(deps.webhookSecrets, (secret) =>
    given.map((one) => isSameText(secret, one)).includes(true),
  );
  return bySecret || isEvolutionToken(bearer, deps.jwtKeys, deps.clock.now());
}
