import type { Verdict } from "../../domain/delivery.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import {
  type OutboundAnswer,
  OutboundFailure,
  type OutboundHttp,
} from "../../domain/ports/http.ts";
import type { WebhookBody } from "../../domain/views/webhooks.ts";
import type { Keys } from "../../store/secrets.ts";
import type { WebhookRow } from "./projection.ts";
import { signingHeaders } from "./signature.ts";

export interface CallDeps {
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly keys: Keys;
  /** Hosts that everyone's webhooks may lead to, by the settings. */
  readonly allowedHosts: readonly string[];
}

const timeoutMs = 15_000;
/** The answer's text is not looked at. */
const maxBytes = 64 * 1024;
const dayMs = 24 * 3_600_000;

export const reachOf = (
  { allowedHosts }: Pick<CallDeps, "allowedHosts">,
  { url, by_operator: byOperator }: Pick<WebhookRow, "url" | "by_operator">,
): readonly string[] => (byOperator ? [new URL(url).origin] : allowedHosts);

/** Undefined where the key that it was derived from is missing. */
export function secretOf(
  keys: Keys,
  { id, key_id: keyId, generation }: Pick<WebhookRow, "id" | "key_id" | "generation">,
): string | undefined {
  const mac = keys().mac("webhook", `${id}:${generation}`, keyId);
  return mac === undefined ? undefined : `whsec_${Buffer.from(mac, "hex").toString("base64")}`;
}

/** The one in use, and for a day the one before it. */
function listSecrets({ keys, clock }: CallDeps, webhook: WebhookRow): readonly string[] {
  const isFresh = clock.now() - Date.parse(webhook.renewed_at) < dayMs && webhook.generation > 1;
  const generations = isFresh ? [webhook.generation, webhook.generation - 1] : [webhook.generation];
  return generations.flatMap((generation) => secretOf(keys, { ...webhook, generation }) ?? []);
}

/** A 2xx is the only proof that a call was taken. */
export async function callWebhook(
  on: CallDeps,
  webhook: WebhookRow,
  call: { readonly id: string; readonly body: WebhookBody },
): Promise<Verdict> {
  const secrets = listSecrets(on, webhook);
  if (secrets.length === 0) return { kind: "not_sent", code: "secret_missing" };
  const body = JSON.stringify(call.body);
  try {
    return judge(
      await on.http.request({
        method: "POST",
        url: webhook.url,
        headers: {
          "content-type": "application/json",
          "user-agent": "Meanwhile-Webhooks",
          ...signingHeaders(secrets, { id: call.id, now: on.clock.now(), body }),
        },
        body,
        timeoutMs,
        maxBytes,
        allowedHosts: reachOf(on, webhook),
      }),
    );
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    // An answer of 2xx with an endless text was an answer, but none that a receiver should give.
    return { kind: error.phase === "before" ? "not_sent" : "unknown", code: error.code };
  }
}

function judge({ status, headers }: OutboundAnswer): Verdict {
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 410) return { kind: "refused", code: "gone" };
  const after = /^\d{1,6}$/.exec(headers["retry-after"] ?? "")?.[0];
  const retryAfterMs = after === undefined ? undefined : Math.min(Number(after) * 1_000, dayMs);
  return { kind: "not_sent", code: `http_${status}`, retryAfterMs };
}
