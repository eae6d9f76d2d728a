import type { Delivery } from "../../domain/delivery.ts";
import type { Chance } from "../../domain/ports/clock.ts";
import { buttonsFor } from "../kit/buttons.ts";
import type { Judgement } from "../kit/judge.ts";
import { toRefusal } from "../kit/judge.ts";
import { type ApiAnswer, isUnclear } from "../kit/json-api.ts";
import type { LiveAnswers } from "../kit/live-answer.ts";
import { findQuotedId, mediaOf, type OutgoingFiles } from "../kit/outgoing.ts";
import { targetOf } from "../kit/places.ts";
import type { FeishuApi } from "./api.ts";
import { createCard, toPlainText } from "./cards.ts";
import { uploadFile } from "./files.ts";
import { lastSequence, type LiveCard, postCard, postMessage, uuidOf } from "./live.ts";
import { type FeishuApp, messageIdOf } from "./settings.ts";
import { isCardRefused, judgeFeishu } from "./verdict.ts";

export interface SendDeps {
  readonly api: FeishuApi;
  readonly live: Pick<LiveAnswers<LiveCard>, "takeOver" | "giveBack" | "drop">;
  readonly chance: Chance;
  readonly files?: OutgoingFiles | undefined;
  /** The message that the person waits for an answer to, by conversation. */
  answeredIn(scope: string): string | undefined;
}

interface Sending {
  readonly on: SendDeps;
  readonly app: FeishuApp;
  readonly delivery: Delivery;
  readonly signal: AbortSignal;
}

const mostTries = 3;

/** One part. Feishu has no window: it takes a message to a person at any time. */
export async function sendByFeishu(
  on: SendDeps,
  app: FeishuApp,
  { delivery, signal }: { readonly delivery: Delivery; readonly signal: AbortSignal },
): Promise<Judgement> {
  if (targetOf(delivery.scope) === undefined) return toRefusal("unknown_chat");
  const sending: Sending = { on, app, delivery, signal };
  if (delivery.payload.media !== undefined) return sendFile(sending);
  return (await finishLive(sending)) ?? judgeFeishu(await postText(sending));
}

/** The unfinished answer becomes the answer. Undefined where there is none, or it is gone. */
async function finishLive(sending: Sending): Promise<Judgement | undefined> {
  const { on, app, delivery, signal } = sending;
  const card = await on.live.takeOver(delivery);
  if (card === undefined) return undefined;
  const said = await writeLast(sending, card);
  const judged = judgeFeishu(isUnclear(said) ? laterAgain : said);
  // The same change twice is one change, so it is made again later.
  if (said.kind !== "ok" && judged.verdict.kind === "not_sent") {
    await on.live.giveBack(delivery, card);
    return judged;
  }
  if (said.kind === "ok")
    return card.messageId === undefined
      ? judged
      : { verdict: { kind: "sent", providerMessageId: card.messageId } };
  // No half of an answer stays beside the whole one.
  if (card.messageId !== undefined) {
    const path = `/im/v1/messages/${card.messageId}`;
    await ask(sending, () => on.api.call(app, { method: "DELETE", path, signal }));
  }
  await on.live.drop(delivery);
  return undefined;
}

const laterAgain: ApiAnswer = { kind: "error", status: 429, code: "", retryAfterMs: 2_000 };

/** The number of the change was used: by a process that died before it heard the outcome. */
const alreadyWritten = "300317";

/** The whole answer, in a card that people see. */
async function writeLast(sending: Sending, card: LiveCard): Promise<ApiAnswer> {
  const { on, app, delivery, signal } = sending;
  const changed = await ask(sending, () =>
    on.api.call(app, {
      method: "PUT",
      path: `/cardkit/v1/cards/${encodeURIComponent(card.cardId)}`,
      json: {
        card: { type: "card_json", data: JSON.stringify(cardOf(delivery)) },
        sequence: lastSequence + delivery.attempt,
      },
      signal,
    }),
  );
  const isWritten = changed.kind === "error" && changed.code === alreadyWritten;
  const written: ApiAnswer = isWritten ? { kind: "ok", result: {} } : changed;
  if (written.kind !== "ok" || card.messageId !== undefined) return written;
  const to = { scope: delivery.scope, vendorId: findAnswered(sending) };
  return ask(sending, () => postCard(on.api, app, { card, to, signal }));
}

const cardOf = (delivery: Delivery) =>
  createCard({
    text: delivery.text,
    buttons: buttonsFor(delivery),
    isGroup: delivery.scope.startsWith("group:"),
  });

async function postText(sending: Sending): Promise<ApiAnswer> {
  const { delivery } = sending;
  const said = await post(sending, "interactive", cardOf(delivery));
  return isCardRefused(said) ? post(sending, "text", { text: toPlainText(delivery.text) }) : said;
}

const post = (sending: Sending, type: string, content: object): Promise<ApiAnswer> =>
  ask(sending, () =>
    postMessage(sending.on.api, sending.app, {
      to: { scope: sending.delivery.scope, vendorId: findAnswered(sending) },
      body: {
        msg_type: type,
        content: JSON.stringify(content),
        uuid: uuidOf(sending.delivery.idempotencyKey),
      },
      signal: sending.signal,
    }),
  );

function findAnswered({ on, delivery }: Sending): string | undefined {
  const isReply = delivery.scope.startsWith("group:") && delivery.source === "reply";
  return messageIdOf(
    findQuotedId(delivery) ?? (isReply ? on.answeredIn(delivery.scope) : undefined),
  );
}

async function sendFile(sending: Sending): Promise<Judgement> {
  const { on, app, delivery, signal } = sending;
  const media = await mediaOf(delivery, on.files);
  if (media === undefined || media === "missing" || !("file" in media))
    return toRefusal("media_gone");
  const boundary = Buffer.from(on.chance.bytes(18)).toString("hex");
  const file = await uploadFile(on.api, app, { file: media.file, boundary, signal });
  if ("refused" in file) return toRefusal(file.refused);
  if ("said" in file) return judgeFeishu(file.said);
  const said = await post(sending, file.type, file.content);
  return judgeFeishu(said);
}

/**
 * A call whose outcome is unclear is made again at once: with the same id Feishu makes no second
 * message, and says which one is there.
 */
async function ask(
  { signal }: Pick<Sending, "signal">,
  call: () => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  for (let tries = 1; ; tries += 1) {
    const said = await call();
    const isOver = tries === mostTries || signal.aborted;
    if (!(isUnclear(said) || isWithoutId(said)) || isOver) return said;
  }
}

const isWithoutId = (said: ApiAnswer): boolean =>
  said.kind === "ok" && "message_id" in said.result && !messageIdOf(said.result["message_id"]);
