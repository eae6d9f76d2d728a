import { createHash } from "node:crypto";
import type { Clock } from "../../domain/ports/clock.ts";
import type { ApiAnswer } from "../kit/json-api.ts";
import { fieldsOf, objectsOf } from "../kit/json-fields.ts";
import type { SlackApi } from "./api.ts";
import type { SlackBody } from "./blocks.ts";
import { type SlackApp, timeOf } from "./settings.ts";
import { isUnsure } from "./verdict.ts";

export interface PostDeps {
  readonly api: SlackApi;
  readonly clock: Pick<Clock, "now">;
}

/** A message of ours, which may be there. */
export interface Posted {
  readonly chatId: string;
  readonly thread?: string | undefined;
  /** It travels with the message, so that the message can be found by it. */
  readonly key: string;
}

const eventType = "meanwhile_part";
/** How far back a message of ours is looked for. */
const lookBackSeconds = 600;

export const keyOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 40);

/**
 * One message. Slack knows no id of ours by which it would make one message of two calls, so a call
 * whose outcome is unclear is not made again: the message is looked for in the chat.
 */
export async function postMessage(
  on: PostDeps,
  app: SlackApp,
  {
    at,
    body,
    signal,
  }: {
    readonly at: Posted;
    readonly body: SlackBody | Pick<SlackBody, "text">;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<ApiAnswer> {
  const said = await on.api.call(app, "chat.postMessage", {
    json: {
      channel: at.chatId,
      ...(at.thread === undefined ? {} : { thread_ts: at.thread }),
      ...body,
      metadata: { event_type: eventType, event_payload: { id: at.key } },
      unfurl_links: false,
      unfurl_media: false,
    },
    signal,
  });
  if (!isUnsure(said)) return said;
  const ts = await findMessage(on, app, { at, signal });
  return ts === undefined ? said : { kind: "ok", result: { channel: at.chatId, ts } };
}

/** When the message with this key was sent. Undefined where it is not there, or not to be seen. */
export async function findMessage(
  { api, clock }: PostDeps,
  app: SlackApp,
  { at, signal }: { readonly at: Posted; readonly signal?: AbortSignal | undefined },
): Promise<string | undefined> {
  const query = {
    channel: at.chatId,
    oldest: String(Math.floor(clock.now() / 1_000) - lookBackSeconds),
    limit: "100",
    include_all_metadata: "true",
  };
  const said =
    at.thread === undefined
      ? await api.call(app, "conversations.history", { query, signal })
      : await api.call(app, "conversations.replies", {
          query: { ...query, ts: at.thread },
          signal,
        });
  const messages = said.kind === "ok" ? objectsOf(said.result["messages"]) : [];
  const found = messages.find(({ metadata }) => {
    const fields = fieldsOf(metadata);
    const isOurs = fields?.["event_type"] === eventType;
    return isOurs && fieldsOf(fields["event_payload"])?.["id"] === at.key;
  });
  return timeOf(found?.["ts"]);
}
