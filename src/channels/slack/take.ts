import type { Log } from "../../domain/ports/log.ts";
import type { Background } from "../kit/background.ts";
import { type Fields, fieldsOf } from "../kit/json-fields.ts";
import { takeChat, type TakeChatDeps } from "../kit/take-chat.ts";
import type { SlackApi } from "./api.ts";
import type { Chats } from "./chats.ts";
import type { Envelope } from "./line.ts";
import { readDeparture } from "./departures.ts";
import { readClick, readReaction } from "./read-click.ts";
import { readCommand, type ReadDeps, type ReadEvent, readMessage } from "./read.ts";
import type { SlackApp } from "./settings.ts";

export interface TakeDeps extends ReadDeps, TakeChatDeps {
  readonly api: SlackApi;
  readonly chats: Pick<Chats, "learn">;
  readonly background: Pick<Background, "run">;
  readonly log: Log;
}

/** Takes in what concerns us. Rejects where it could not be kept: Slack gives it again. */
export async function takeEnvelope(
  on: TakeDeps,
  app: SlackApp,
  { type, payload }: Pick<Envelope, "type" | "payload">,
): Promise<void> {
  // Another app's event.
  if (payload["api_app_id"] !== undefined && payload["api_app_id"] !== app.id) return;
  const left = type === "events_api" ? readDeparture(app, payload) : undefined;
  if (left !== undefined) return on.reports?.leftGroup(left);
  const read = await readEnvelope(on, app, { type, payload });
  if (read === undefined) return;
  const { message, chatId, clicked } = read;
  await takeChat(on, message);
  if (message.route.scope.startsWith("user:")) on.chats.learn(app, message.subject, chatId);
  // The buttons have done their work and disappear.
  if (clicked !== undefined) {
    const json = { channel: chatId, ts: clicked.ts, ...clicked.body };
    on.background.run(on.api.call(app, "chat.update", { json }));
  }
}

function readEnvelope(
  on: TakeDeps,
  app: SlackApp,
  { type, payload }: { readonly type: string; readonly payload: Fields },
): Promise<ReadEvent | undefined> | ReadEvent | undefined {
  if (type === "interactive") return readClick(on, app, payload);
  if (type === "slash_commands") return readCommand(on, app, payload);
  const event = type === "events_api" ? fieldsOf(payload["event"]) : undefined;
  if (event?.["type"] === "message" || event?.["type"] === "app_mention")
    return readMessage(on, app, event);
  return event?.["type"] === "reaction_added" ? readReaction(on, app, event) : undefined;
}
