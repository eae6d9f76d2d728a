import type { Delivery } from "../../domain/delivery.ts";
import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { PushLedger } from "../../domain/ports/channel-storage.ts";
import { createForm } from "../kit/form.ts";
import { captionOf, findQuotedId, mediaOf, type OutgoingFiles } from "../kit/outgoing.ts";
import type { ApiAnswer, ApiCall, BotApi } from "./api.ts";
import { keyboardFor } from "./buttons.ts";
import { addressOf, type Target, targetOf } from "./chats.ts";
import { captionLength, wayOf } from "./files.ts";
import { format, type Formatted } from "../kit/markdown.ts";
import type { Pace } from "./pace.ts";
import type { TelegramBot, TelegramSettings } from "./settings.ts";
import { type Judgement, judge } from "./verdict.ts";

export interface SendDeps {
  readonly api: BotApi;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly pace: Pace;
  readonly pushes: Pick<PushLedger, "slot">;
  readonly files?: OutgoingFiles | undefined;
  readonly settings: Pick<TelegramSettings, "perMinuteInGroups">;
  /** The message that the person waits for an answer to, by conversation. */
  answeredIn(scope: string): string | undefined;
}

interface Sending {
  readonly deps: SendDeps;
  readonly bot: TelegramBot;
  readonly delivery: Delivery;
  readonly target: Target;
  readonly signal: AbortSignal;
}

const uploadMs = 60_000;

/** One part. Telegram has no window: it takes a message to a person at any time. */
export async function sendByTelegram(
  deps: SendDeps,
  bot: TelegramBot,
  { delivery, signal }: { readonly delivery: Delivery; readonly signal: AbortSignal },
): Promise<Judgement> {
  const target = targetOf(delivery.scope);
  if (target === undefined) return toRefusal("unknown_chat");
  const sending = { deps, bot, delivery, target, signal };
  const busy = await waitForRoom(sending);
  return busy ?? (delivery.payload.media === undefined ? sendText(sending) : sendFile(sending));
}

const toRefusal = (code: string): Judgement => ({ verdict: { kind: "refused", code } });

/** A group takes twenty messages a minute, from whichever process; longer waits are the outbox's. */
async function waitForRoom({
  deps,
  bot,
  delivery,
  target,
  signal,
}: Sending): Promise<Judgement | undefined> {
  await deps.pace.take(signal);
  if (!target.isGroup) return undefined;
  const waitMs = await deps.pushes.slot({
    place: `telegram:${bot.id}:${target.chatId}`,
    who: delivery.id,
    most: deps.settings.perMinuteInGroups,
    ms: 60_000,
  });
  return waitMs === 0
    ? undefined
    : { verdict: { kind: "not_sent", code: "busy", retryAfterMs: waitMs } };
}

async function sendText(sending: Sending): Promise<Judgement> {
  const { text, entities } = format(sending.delivery.text);
  return post(sending, (plain) => ({
    method: "sendMessage",
    json: {
      ...commonFields(sending),
      ...(plain
        ? { text: sending.delivery.text }
        : { text, ...(entities.length === 0 ? {} : { entities }) }),
      link_preview_options: { is_disabled: true },
    },
    isPlain: entities.length === 0,
  }));
}

async function sendFile(sending: Sending): Promise<Judgement> {
  const { deps, delivery } = sending;
  const media = await mediaOf(delivery, deps.files);
  if (media === undefined || media === "missing" || !("file" in media))
    return toRefusal("media_gone");
  const way = wayOf(media.file);
  if (way === undefined) return toRefusal("media_too_large");
  const caption: Formatted = format(captionOf(delivery));
  if (caption.text.length > captionLength) return toRefusal("caption_not_possible");
  const fields = {
    ...commonFields(sending),
    ...(caption.text === "" ? {} : { caption: caption.text, caption_entities: caption.entities }),
  };
  const boundary = Buffer.from(deps.chance.bytes(18)).toString("hex");
  const form = createForm(boundary, fields, { field: way.field, media: media.file });
  return post(sending, () => ({ method: way.method, form, timeoutMs: uploadMs, isPlain: true }));
}

function commonFields({ deps, delivery, target }: Sending): object {
  const answered =
    findQuotedId(delivery) ??
    (target.isGroup && delivery.source === "reply" ? deps.answeredIn(delivery.scope) : undefined);
  const messageId = Number(answered?.split(":").at(-1));
  const keyboard = keyboardFor(delivery);
  return {
    ...addressOf(target),
    ...(Number.isSafeInteger(messageId) && messageId > 0
      ? { reply_parameters: { message_id: messageId, allow_sending_without_reply: true } }
      : {}),
    ...(keyboard === undefined ? {} : { reply_markup: keyboard }),
  };
}

type Attempt = ApiCall & {
  /** There is nothing that could be left away. */
  readonly isPlain: boolean;
};

/**
 * A refused message was not sent, so it can go in another form: without its formatting, or to the
 * id that the group has now.
 */
async function post(sending: Sending, make: (plain: boolean) => Attempt): Promise<Judgement> {
  const { deps, bot, signal } = sending;
  const call = (attempt: ApiCall): Promise<ApiAnswer> =>
    deps.api.call(bot.token, { ...attempt, signal });
  const first = make(false);
  const said = await call(first);
  if (said.kind !== "error" || said.code !== 400) return judge(said);
  if (said.movedTo !== undefined && first.json !== undefined)
    return judge(await call({ ...first, json: { ...first.json, chat_id: said.movedTo } }));
  return first.isPlain ? judge(said) : judge(await call(make(true)));
}
