import type { ChannelWebhook } from "../../domain/webhook.ts";
import { isLocalCall } from "../http/peer.ts";
import type { Route } from "../http/route.ts";

const usualLimit = 256 * 1024;

/**
 * A vendor's callback as a route: the channel gets the raw bytes and answers in the vendor's own
 * format.
 */
export function webhookRoute(webhook: ChannelWebhook): Route {
  return {
    method: webhook.method,
    path: webhook.path,
    auth: "webhook",
    summary: "A vendor's callback.",
    body: webhook.method === "post" ? "raw" : "none",
    maxBytes: webhook.maxBytes ?? usualLimit,
    docs: {
      params: undefined,
      query: undefined,
      body: undefined,
      answers: { 200: { description: "Accepted." } },
    },
    async run({ incoming, bytes, peer }) {
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries(incoming.headers))
        headers[name] = Array.isArray(value) ? value.join(", ") : (value ?? "");
      const query = new URLSearchParams((incoming.url ?? "").split(/\?(.*)/s)[1] ?? "");
      const answer = await webhook.handle({
        headers,
        body: bytes,
        query,
        ip: peer.ip,
        isLocal: isLocalCall(incoming),
      });
      return { status: answer.status, bytes: answer.body, type: answer.contentType };
    },
  };
}
