import type { AwaitedAnswer } from "../../domain/channel.ts";
import { type LiveVendor, restAfter } from "../kit/live-answer.ts";
import { createBody } from "./blocks.ts";
import type { Chats } from "./chats.ts";
import { findMessage, keyOf, type PostDeps, type Posted, postMessage } from "./post.ts";
import { isGroupChat, refOf, type SlackApp, slackChannel, timeOf } from "./settings.ts";
import { isUnsure, judgeSlack } from "./verdict.ts";

/** A message that shows an unfinished answer. */
export interface LiveMessage extends Posted {
  readonly app: string;
  /** Absent until Slack has said it. */
  readonly ts?: string | undefined;
  /** Slack did not take it, so it may be sent again. */
  readonly isRefused?: boolean | undefined;
}

export interface LiveDeps extends PostDeps {
  readonly chats: Pick<Chats, "find">;
  findApp(id: string): SlackApp | undefined;
}

/** Slack takes about fifty changes a minute from an app; some are for what is sent. */
const pace = { changeEveryMs: 1_200, perSecond: 40 / 60 };

/** What is to be found again is stored before it is sent, so that whichever process answers finds it. */
export const createLiveMessages = (on: LiveDeps): LiveVendor<LiveMessage> => ({
  channel: slackChannel,
  ...pace,
  longest: 3_500,
  async create({ to, text, keep }) {
    const app = on.findApp(to.channelAccount);
    const chatId = app === undefined ? undefined : await on.chats.find(app, to.scope);
    if (app === undefined || typeof chatId !== "string") return { waitMs: 5_000 };
    const message: LiveMessage = {
      app: app.id,
      chatId,
      thread: threadFor(chatId, to.vendorId),
      key: keyOf(`live:${to.turnId}`),
    };
    await keep(message);
    const shown = await show(on, message, text);
    if (shown.message?.ts !== undefined) await keep(shown.message);
    return shown;
  },
  async change(message, text) {
    const app = on.findApp(message.app);
    if (app === undefined) return {};
    if (message.ts === undefined) return message.isRefused === true ? show(on, message, text) : {};
    const said = await on.api.call(app, "chat.update", {
      json: { channel: message.chatId, ts: message.ts, ...createBody(text) },
    });
    return { message, restMs: restAfter(judgeSlack(said)) };
  },
  remove: (message) => removeMessage(on, message),
  type: (to) => markAsRead(on, to),
});

async function show(on: LiveDeps, message: LiveMessage, text: string) {
  const app = on.findApp(message.app);
  if (app === undefined) return {};
  const said = await postMessage(on, app, { at: message, body: createBody(text) });
  const ts = said.kind === "ok" ? timeOf(said.result["ts"]) : undefined;
  const isRefused = said.kind === "error" && !isUnsure(said);
  return { message: { ...message, ts, isRefused }, restMs: restAfter(judgeSlack(said)) };
}

/** Also one of which only the key is known. */
export async function removeMessage(on: LiveDeps, message: LiveMessage): Promise<void> {
  const app = on.findApp(message.app);
  if (app === undefined) return;
  const ts = message.ts ?? (await findMessage(on, app, { at: message }));
  if (ts !== undefined)
    await on.api.call(app, "chat.delete", { json: { channel: message.chatId, ts } });
}

/** In a channel an answer begins a thread; in private it goes into one only if the person did. */
export function threadFor(chatId: string, answered: string | undefined): string | undefined {
  const ref = refOf(answered);
  if (ref === undefined || ref.chatId !== chatId) return undefined;
  return ref.thread ?? (isGroupChat(chatId) ? ref.ts : undefined);
}

/** Slack shows no typing of apps. A reaction under the person's message says that it was read. */
async function markAsRead(
  { api, findApp }: LiveDeps,
  { channelAccount, vendorId }: AwaitedAnswer,
): Promise<(() => Promise<unknown>) | undefined> {
  const app = findApp(channelAccount);
  const ref = refOf(vendorId);
  if (app === undefined || ref === undefined) return undefined;
  const json = { channel: ref.chatId, timestamp: ref.ts, name: "eyes" };
  const said = await api.call(app, "reactions.add", { json });
  return said.kind === "ok" ? () => api.call(app, "reactions.remove", { json }) : undefined;
}
