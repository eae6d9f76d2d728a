import { createHmac } from "node:crypto";
import { webhookBodies } from "../../src/api/views/webhook-bodies.ts";
import type { WebhookBody, WebhookType } from "../../src/domain/views/webhooks.ts";
import { bodyOf, type LoopbackServers } from "../support/loopback-server.ts";

export interface ReceivedCall {
  readonly id: string;
  readonly body: WebhookBody;
}

/** What becomes of the next call, instead of a 204. `held` never answers. */
export type ReceiverFate =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | "held"
  | "cut";

/**
 * A program that keeps the rules of Standard Webhooks to the letter: it checks the signature over the
 * raw bytes by each secret that it knows, the time, and the body against the documented shape.
 */
export interface WebhookReceiver {
  readonly url: string;
  /** Every call, and those that were taken: each id once. */
  readonly calls: ReceivedCall[];
  readonly taken: ReceivedCall[];
  readonly violations: string[];
  readonly secrets: string[];
  readonly fates: ReceiverFate[];
}

function isSigned(secret: string, signed: string, given: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const wanted = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  return given.split(" ").includes(wanted);
}

function findFault(
  headers: Readonly<Record<string, unknown>>,
  text: string,
  now: number,
): string | undefined {
  if (headers["content-type"] !== "application/json") return "it is not JSON";
  const age = Math.abs(now / 1000 - Number(headers["webhook-timestamp"]));
  if (!(age < 300)) return "its time is too far away";
  const { type } = JSON.parse(text) as { type: string };
  if (type === "test") return undefined;
  const known = webhookBodies[type as WebhookType] as
    | (typeof webhookBodies)[WebhookType]
    | undefined;
  if (known === undefined) return `nothing is known of ${type}`;
  const read = known.schema.strict().safeParse(JSON.parse(text));
  return read.success ? undefined : `${type}: ${read.error.message}`;
}

export async function startWebhookReceiver(
  servers: LoopbackServers,
  now: () => number,
): Promise<WebhookReceiver> {
  const [calls, taken, violations]: [ReceivedCall[], ReceivedCall[], string[]] = [[], [], []];
  const secrets: string[] = [];
  const fates: ReceiverFate[] = [];
  const url = await servers.serve((request, response) => {
    void bodyOf(request).then((text) => {
      const { headers } = request;
      const id = String(headers["webhook-id"]);
      const signed = `${id}.${String(headers["webhook-timestamp"])}.${text}`;
      const given = String(headers["webhook-signature"]);
      if (!secrets.some((secret) => isSigned(secret, signed, given))) {
        violations.push("a call without a good signature");
        response.writeHead(401).end();
        return;
      }
      const fault = findFault(headers, text, now());
      if (fault !== undefined) violations.push(fault);
      const call = { id, body: JSON.parse(text) as WebhookBody };
      calls.push(call);
      const fate = fates.shift();
      if (fate === "held") return;
      if (fate === "cut") {
        request.socket.destroy();
        return;
      }
      const status = fate?.status ?? 204;
      if (status < 300 && !taken.some((each) => each.id === id)) taken.push(call);
      response.writeHead(status, fate?.headers).end();
    });
  });
  return { url: `${url}/hook`, calls, taken, violations, secrets, fates };
}
