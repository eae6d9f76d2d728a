import { type ApiTrouble, asNotSent } from "../kit/json-api.ts";
import { fieldsOf } from "../kit/json-fields.ts";
import { targetOf } from "../kit/places.ts";
import type { SlackApi } from "./api.ts";
import { chatIdOf, type SlackApp } from "./settings.ts";

/** Private chats. Slack opens one when it is asked, and always gives the same. */
export interface Chats {
  learn(app: SlackApp, userId: string, chatId: string): void;
  /** The chat of a conversation, or Slack's answer where there is none. */
  find(app: SlackApp, scope: string, signal?: AbortSignal): Promise<string | ApiTrouble>;
}

const mostRemembered = 10_000;
const noSuchChat: ApiTrouble = { kind: "error", status: 200, code: "channel_not_found" };

export function createChats(api: SlackApi): Chats {
  const known = new Map<string, string>();
  const keyOf = (app: SlackApp, userId: string): string => `${app.id}:${userId}`;
  const learn: Chats["learn"] = (app, userId, chatId) => {
    if (known.size >= mostRemembered) known.clear();
    known.set(keyOf(app, userId), chatId);
  };
  return {
    learn,
    async find(app, scope, signal) {
      const target = targetOf(scope);
      if (target === undefined) return noSuchChat;
      if ("chatId" in target) return chatIdOf(target.chatId) ?? noSuchChat;
      const before = known.get(keyOf(app, target.userId));
      if (before !== undefined) return before;
      const json = { users: target.userId };
      const said = await api.call(app, "conversations.open", { json, signal });
      if (said.kind !== "ok") return asNotSent(said);
      const chatId = chatIdOf(fieldsOf(said.result["channel"])?.["id"]);
      if (chatId === undefined) return noSuchChat;
      learn(app, target.userId, chatId);
      return chatId;
    },
  };
}
