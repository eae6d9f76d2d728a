import type { Chance } from "../../domain/ports/clock.ts";
import type { BotPart } from "../kit/bot.ts";
import { buttonsFor } from "../kit/buttons.ts";
import { type Judgement, toRefusal } from "../kit/judge.ts";
import { type ApiAnswer, isUnclear } from "../kit/json-api.ts";
import { mediaOf, type OutgoingFiles } from "../kit/outgoing.ts";
import { targetOf } from "../kit/places.ts";
import type { DingtalkApi } from "./api.ts";
import { uploadFile } from "./files.ts";
import { type LiveCard, writeCard } from "./live.ts";
import { createMessage, postMessage } from "./post.ts";
import type { DingtalkApp } from "./settings.ts";
import { judgeDingtalk } from "./verdict.ts";

export interface SendDeps {
  readonly api: DingtalkApi;
  readonly chance: Chance;
  readonly files?: OutgoingFiles | undefined;
}

/** One part. DingTalk has no window: a robot may write to a member of its company at any time. */
export async function sendByDingtalk(
  on: SendDeps,
  app: DingtalkApp,
  part: BotPart<LiveCard>,
): Promise<Judgement> {
  const { delivery, signal } = part;
  const { scope } = delivery;
  if (targetOf(scope) === undefined) return toRefusal("unknown_chat");
  if (delivery.payload.media !== undefined) return sendFile(on, app, part);
  const finished = await finishLive(on, app, part);
  if (finished !== undefined) return finished;
  const message = createMessage(delivery.text, buttonsFor(delivery));
  return judgeDingtalk(await postMessage(on.api, app, { scope, message, signal }));
}

/** The card becomes the answer. A card's template has no buttons, so its undo is said in words. */
async function finishLive(
  { api }: SendDeps,
  app: DingtalkApp,
  { delivery, live, signal }: BotPart<LiveCard>,
): Promise<Judgement | undefined> {
  const card = await live.takeOver(delivery);
  if (card === undefined) return undefined;
  const { text } = delivery;
  const said = await writeCard(api, app, { card, text, isLast: true, signal });
  const judged = judgeDingtalk(isUnclear(said) ? again : said);
  if (said.kind !== "ok" && judged.verdict.kind === "not_sent") {
    await live.giveBack(delivery, card);
    return judged;
  }
  if (said.kind === "ok") return { verdict: { kind: "sent", providerMessageId: card.track } };
  await live.drop(delivery);
  // A card can't be deleted: half of an answer must not stand beside the whole one.
  await writeCard(api, app, { card, text: "⬇", isLast: true, signal });
  return undefined;
}

/** The same change twice is one change, so it is made again later. */
const again: ApiAnswer = { kind: "error", status: 429, code: "", retryAfterMs: 2_000 };

async function sendFile(
  { api, chance, files }: SendDeps,
  app: DingtalkApp,
  { delivery, signal }: BotPart<LiveCard>,
): Promise<Judgement> {
  const media = await mediaOf(delivery, files);
  if (media === undefined || media === "missing" || !("file" in media))
    return toRefusal("media_gone");
  const boundary = Buffer.from(chance.bytes(18)).toString("hex");
  const message = await uploadFile(api, app, { file: media.file, boundary, signal });
  if ("refused" in message) return toRefusal(message.refused);
  if ("said" in message) return judgeDingtalk(message.said);
  const { scope } = delivery;
  return judgeDingtalk(await postMessage(api, app, { scope, message, signal }));
}
