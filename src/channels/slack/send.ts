import type { Delivery } from "../../domain/delivery.ts";
import type { BotPart } from "../kit/bot.ts";
import { buttonsFor } from "../kit/buttons.ts";
import { type Judgement, toRefusal } from "../kit/judge.ts";
import type { ApiAnswer } from "../kit/json-api.ts";
import { findQuotedId, mediaOf, type OutgoingFiles } from "../kit/outgoing.ts";
import { createBody, escapeText } from "./blocks.ts";
import { isShared, uploadFile } from "./files.ts";
import { type LiveDeps, type LiveMessage, removeMessage, threadFor } from "./live.ts";
import { findMessage, keyOf, postMessage } from "./post.ts";
import { type SlackApp, vendorIdOf } from "./settings.ts";
import { isFormRefused, isUnsure, judgeSlack } from "./verdict.ts";

export interface SendDeps extends LiveDeps {
  readonly files?: OutgoingFiles | undefined;
}

interface Sending extends BotPart<LiveMessage> {
  readonly on: SendDeps;
  readonly app: SlackApp;
  readonly chatId: string;
  readonly thread: string | undefined;
}

/** One part. Slack has no window: it takes a message to a person at any time. */
export async function sendBySlack(
  on: SendDeps,
  app: SlackApp,
  part: BotPart<LiveMessage>,
): Promise<Judgement> {
  const { delivery, signal } = part;
  const chatId = await on.chats.find(app, delivery.scope, signal);
  if (typeof chatId !== "string") return judgeSlack(chatId);
  const thread = threadFor(chatId, findAnswered(part));
  const sending: Sending = { ...part, on, app, chatId, thread };
  if (delivery.payload.media !== undefined) return sendFile(sending);
  return (await finishLive(sending)) ?? judgeSlack(await postText(sending));
}

function findAnswered({ delivery, answeredIn }: BotPart<LiveMessage>): string | undefined {
  const isReply = delivery.source === "reply";
  return findQuotedId(delivery) ?? (isReply ? answeredIn(delivery.scope) : undefined);
}

const bodyOf = (delivery: Delivery) => createBody(delivery.text, buttonsFor(delivery));

async function postText({ on, app, chatId, thread, delivery, signal }: Sending) {
  const at = { chatId, thread, key: keyOf(delivery.idempotencyKey) };
  const said = await postMessage(on, app, { at, body: bodyOf(delivery), signal });
  if (!isFormRefused(said)) return said;
  return postMessage(on, app, { at, body: { text: escapeText(delivery.text) }, signal });
}

/** The unfinished answer becomes the answer. Undefined where there is none, or it is gone. */
async function finishLive(sending: Sending): Promise<Judgement | undefined> {
  const { on, app, delivery, live, signal } = sending;
  const message = await live.takeOver(delivery);
  if (message === undefined) return undefined;
  const ts = message.ts ?? (await findMessage(on, app, { at: message, signal }));
  if (ts === undefined) {
    await live.drop(delivery);
    return undefined;
  }
  const { chatId } = message;
  const json = { channel: chatId, ts, ...bodyOf(delivery) };
  const said = await on.api.call(app, "chat.update", { json, signal });
  if (said.kind === "ok")
    return { verdict: { kind: "sent", providerMessageId: vendorIdOf({ chatId, ts }) } };
  // The same change twice is one change, so it is made again later, whatever became of this one.
  const judged = judgeSlack(isUnsure(said) ? laterAgain : said);
  if (judged.verdict.kind === "not_sent") {
    await live.giveBack(delivery, { ...message, ts });
    return judged;
  }
  // No half of an answer stays beside the whole one.
  await removeMessage(on, { ...message, ts });
  await live.drop(delivery);
  return undefined;
}

const laterAgain: ApiAnswer = { kind: "error", status: 429, code: "", retryAfterMs: 2_000 };

async function sendFile(sending: Sending): Promise<Judgement> {
  const { on, app, chatId, thread, delivery, signal } = sending;
  const media = await mediaOf(delivery, on.files);
  if (media === undefined || media === "missing" || !("file" in media))
    return toRefusal("media_gone");
  const file = await uploadFile(on.api, app, { file: media.file, signal });
  if (typeof file !== "string")
    return "refused" in file ? toRefusal(file.refused) : judgeSlack(file.said);
  const said: ApiAnswer = await on.api.call(app, "files.completeUploadExternal", {
    json: {
      files: [{ id: file, title: media.file.name ?? "file" }],
      channel_id: chatId,
      ...(thread === undefined ? {} : { thread_ts: thread }),
    },
    signal,
  });
  const isThere =
    said.kind === "ok" || (isUnsure(said) && (await isShared(on.api, app, { file, chatId })));
  // Slack does not say at once which message holds the file.
  if (isThere) return { verdict: { kind: "sent", providerMessageId: `${chatId}:${file}` } };
  return judgeSlack(said);
}
