import { Refusal } from "../../domain/errors.ts";
import type { ChannelWebhook, ChannelWebhooks } from "../../domain/webhook.ts";
import { isLocalCall } from "../http/peer.ts";
import type { Answer, RawAsk, Route } from "../http/route.ts";

const usualLimit = 256 * 1024;

/**
 * A vendor's callback as a route: the channel gets the raw bytes and answers in the vendor's own
 * format.
 */
export const webhookRoute = (webhook: ChannelWebhook): Route => ({
  ...describeWebhook(webhook),
  maxBytes: webhook.maxBytes ?? usualLimit,
  run: (ask) => answerCall(webhook, ask),
});

/**
 * The addresses of channels stand from the start; who answers at one is looked up with each call,
 * because channels are switched on and off meanwhile.
 */
export const channelWebhookRoutes = ({ addresses, list }: ChannelWebhooks): Route[] =>
  addresses.flatMap(({ path, methods }) =>
    methods.flatMap((method) =>
      [path, `${path}/{bot}`].map((each): Route => ({
        ...describeWebhook({ method, path: each }),
        get maxBytes() {
          const sizes = list().map((webhook) =>
            webhook.path.startsWith(path) ? (webhook.maxBytes ?? usualLimit) : usualLimit,
          );
          return Math.max(usualLimit, ...sizes);
        },
        run: (ask) => {
          const { bot } = ask.params;
          const called = bot === undefined ? path : `${path}/${bot}`;
          const webhook = list().find((one) => one.method === method && one.path === called);
          if (webhook === undefined) throw new Refusal("not_found");
          return answerCall(webhook, ask);
        },
      })),
    ),
  );

function describeWebhook({
  method,
  path,
}: Pick<ChannelWebhook, "method" | "path">): Omit<Route, "run"> {
  return {
    method,
    path,
    auth: "webhook",
    summary: "A vendor's callback.",
    body: method === "post" ? "raw" : "none",
    docs: {
      params: undefined,
      query: undefined,
      body: undefined,
      answers: { 200: { description: "Accepted." } },
    },
  };
}

async function answerCall(
  webhook: ChannelWebhook,
  { incoming, bytes, peer }: RawAsk,
): Promise<Answer> {
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
}
