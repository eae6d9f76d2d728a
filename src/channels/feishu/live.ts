import { createHash } from "node:crypto";
import type { AwaitedAnswer } from "../../domain/channel.ts";
import type { ApiAnswer } from "../kit/json-api.ts";
import { textOf } from "../kit/json-fields.ts";
import { type LiveVendor, restAfter } from "../kit/live-answer.ts";
import { targetOf } from "../kit/places.ts";
import type { FeishuApi } from "./api.ts";
import { createCard, toMarkdown, wordsElement } from "./cards.ts";
import { type FeishuApp, feishuChannel, messageIdOf } from "./settings.ts";
import { judgeFeishu } from "./verdict.ts";

/** A card that shows an unfinished answer. */
export interface LiveCard {
  readonly app: string;
  readonly cardId: string;
  /** Absent until Feishu has said it. */
  readonly messageId?: string | undefined;
  /** The last change's number. Feishu takes a higher one only. */
  readonly sequence: number;
}

/** Feishu's id for a send: the same one makes one message within an hour. */
export const uuidOf = (key: string): string =>
  createHash("sha256").update(key).digest("hex").slice(0, 50);

const liveUuid = (cardId: string): string => uuidOf(`live:${cardId}`);

/** Above every number that a process which died may have used. */
export const lastSequence = 1_000_000_000;

export interface LiveDeps {
  readonly api: FeishuApi;
  findApp(id: string): FeishuApp | undefined;
}

/** The card is made and stored before it is sent, so that whichever process answers finds it. */
export const createLiveCards = (on: LiveDeps): LiveVendor<LiveCard> => ({
  channel: feishuChannel,
  changeEveryMs: 500,
  // A thousand a minute is Feishu's limit for an app; some are for what is sent.
  perSecond: 14,
  longest: 8_000,
  async create({ to, text, keep }) {
    const app = on.findApp(to.channelAccount);
    if (app === undefined) return {};
    const made = await on.api.call(app, {
      method: "POST",
      path: "/cardkit/v1/cards",
      json: { type: "card_json", data: JSON.stringify(createCard({ text, isLive: true })) },
    });
    const cardId = made.kind === "ok" ? textOf(made.result["card_id"]) : undefined;
    if (cardId === undefined) return { waitMs: 5_000, restMs: restAfter(judgeFeishu(made)) };
    const card: LiveCard = { app: app.id, cardId, sequence: 0 };
    await keep(card);
    const said = await postCard(on.api, app, { card, to });
    return said.kind === "ok"
      ? { message: { ...card, messageId: messageIdOf(said.result["message_id"]) } }
      : { restMs: restAfter(judgeFeishu(said)) };
  },
  async change(card, text) {
    const app = on.findApp(card.app);
    if (app === undefined) return {};
    const sequence = card.sequence + 1;
    const said = await on.api.call(app, {
      method: "PUT",
      path: `/cardkit/v1/cards/${encodeURIComponent(card.cardId)}/elements/${wordsElement}/content`,
      json: { content: toMarkdown(text), sequence },
    });
    return { message: { ...card, sequence }, restMs: restAfter(judgeFeishu(said)) };
  },
  async remove({ app: id, messageId }) {
    const app = on.findApp(id);
    if (app === undefined || messageId === undefined) return;
    await on.api.call(app, { method: "DELETE", path: `/im/v1/messages/${messageId}` });
  },
  type: (to) => markAsRead(on, to),
});

/** Shows a card, once: the same card makes the same message. */
export function postCard(
  api: FeishuApi,
  app: FeishuApp,
  {
    card,
    to,
    signal,
  }: {
    readonly card: Pick<LiveCard, "cardId">;
    readonly to: Pick<AwaitedAnswer, "scope"> & { readonly vendorId?: string | undefined };
    readonly signal?: AbortSignal | undefined;
  },
): Promise<ApiAnswer> {
  const content = JSON.stringify({ type: "card", data: { card_id: card.cardId } });
  return postMessage(api, app, {
    to,
    body: { msg_type: "interactive", content, uuid: liveUuid(card.cardId) },
    signal,
  });
}

/** Into a chat, or as an answer to a message. */
export function postMessage(
  api: FeishuApi,
  app: FeishuApp,
  {
    to: { scope, vendorId },
    body,
    signal,
  }: {
    readonly to: { readonly scope: string; readonly vendorId?: string | undefined };
    readonly body: { readonly msg_type: string; readonly content: string; readonly uuid: string };
    readonly signal?: AbortSignal | undefined;
  },
): Promise<ApiAnswer> {
  const target = targetOf(scope);
  const answered = messageIdOf(vendorId);
  if (target === undefined) return Promise.resolve({ kind: "error", status: 400, code: "230002" });
  if ("chatId" in target && answered !== undefined)
    return api.call(app, {
      method: "POST",
      path: `/im/v1/messages/${answered}/reply`,
      json: body,
      signal,
    });
  const [kind, id] = "chatId" in target ? ["chat_id", target.chatId] : ["open_id", target.userId];
  return api.call(app, {
    method: "POST",
    path: `/im/v1/messages?receive_id_type=${kind}`,
    json: { receive_id: id, ...body },
    signal,
  });
}

/** Feishu does not show typing. A reaction under the person's message says that it was read. */
async function markAsRead(
  { api, findApp }: LiveDeps,
  { channelAccount, vendorId }: AwaitedAnswer,
): Promise<(() => Promise<unknown>) | undefined> {
  const app = findApp(channelAccount);
  const message = messageIdOf(vendorId);
  if (app === undefined || message === undefined) return undefined;
  const path = `/im/v1/messages/${message}/reactions`;
  const json = { reaction_type: { emoji_type: "Typing" } };
  const said = await api.call(app, { method: "POST", path, json });
  const id = said.kind === "ok" ? textOf(said.result["reaction_id"]) : undefined;
  if (id === undefined) return undefined;
  return () => api.call(app, { method: "DELETE", path: `${path}/${encodeURIComponent(id)}` });
}
