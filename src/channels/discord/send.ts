import type { Delivery } from "../../domain/delivery.ts";
import type { Chance } from "../../domain/ports/clock.ts";
import { buttonsFor } from "../kit/buttons.ts";
import { createForm } from "../kit/form.ts";
import { textOf } from "../kit/json-fields.ts";
import { captionOf, findQuotedId, mediaOf, type OutgoingFiles } from "../kit/outgoing.ts";
import type { ApiAnswer, ApiCall, DiscordApi } from "./api.ts";
import { targetOf } from "./chats.ts";
import type { DirectChannels } from "./direct-channels.ts";
import { largestUpload } from "./files.ts";
import {
  cursor,
  type Live,
  liveNonce,
  type LiveMessage,
  nonceOf,
  referenceTo,
  suppressEmbeds,
} from "./live.ts";
import { type DiscordBot, snowflakeOf } from "./settings.ts";
import { isUnclear, type Judgement, judge } from "./verdict.ts";

export interface SendDeps {
  readonly api: DiscordApi;
  readonly direct: Pick<DirectChannels, "find">;
  readonly live: Pick<Live, "takeOver" | "giveBack" | "drop">;
  readonly chance: Chance;
  readonly files?: OutgoingFiles | undefined;
  readonly streams: boolean;
  /** The message that the person waits for an answer to, by conversation. */
  answeredIn(scope: string): string | undefined;
}

interface Sending {
  readonly on: SendDeps;
  readonly bot: DiscordBot;
  readonly delivery: Delivery;
  readonly channelId: string;
  readonly signal: AbortSignal;
}

const uploadMs = 60_000;
const mostTries = 3;

/** One part. Discord has no window: it takes a message to a person at any time. */
export async function sendByDiscord(
  on: SendDeps,
  bot: DiscordBot,
  { delivery, signal }: { readonly delivery: Delivery; readonly signal: AbortSignal },
): Promise<Judgement> {
  const target = targetOf(delivery.scope);
  if (target === undefined) return toRefusal("unknown_chat");
  const found = await on.direct.find(bot, target, signal);
  if (typeof found !== "string") return judge(found);
  const sending: Sending = { on, bot, delivery, channelId: found, signal };
  if (delivery.payload.media !== undefined) return sendFile(sending);
  const said =
    (await finishLive(sending)) ?? (await post(sending, nonceOf(delivery.idempotencyKey)));
  return judge(said);
}

const toRefusal = (code: string): Judgement => ({ verdict: { kind: "refused", code } });

/** The unfinished answer becomes the answer. Undefined where there is none. */
async function finishLive(sending: Sending): Promise<ApiAnswer | undefined> {
  const { on, delivery } = sending;
  const { turnId, source, text } = delivery;
  if (!on.streams || turnId === null || source !== "reply") return undefined;
  const live = await on.live.takeOver(turnId, delivery.id);
  if (live === "none") return undefined;
  if (live !== "unknown") return takeOver(sending, { turnId, live });
  // Another process may have shown it: Discord knows its nonce for some minutes.
  const said = await post(sending, liveNonce(turnId));
  const id = said.kind === "ok" ? snowflakeOf(said.result["id"]) : undefined;
  if (said.kind !== "ok" || id === undefined) return said;
  const shown = textOf(said.result["content"]) ?? "";
  if (shown === text) return said;
  // Without the cursor it is an earlier part of this answer.
  return shown.endsWith(cursor.trim())
    ? edit(sending, { id, channelId: sending.channelId })
    : undefined;
}

/** No half of an answer stays beside the whole one: what Discord does not take now is changed by the next try. */
async function takeOver(
  sending: Sending,
  { turnId, live }: { readonly turnId: string; readonly live: LiveMessage },
): Promise<ApiAnswer | undefined> {
  const said = await edit(sending, live);
  if (said !== undefined && judge(said).verdict.kind === "not_sent")
    sending.on.live.giveBack(turnId);
  if (said === undefined) await sending.on.live.drop(turnId);
  return said;
}

/** The same edit twice is one edit. Undefined where the message was deleted meanwhile. */
async function edit(
  sending: Sending,
  { id, channelId }: LiveMessage,
): Promise<ApiAnswer | undefined> {
  const { content, components } = bodyOf(sending);
  const said = await ask(sending, {
    method: "PATCH",
    path: `/channels/${channelId}/messages/${id}`,
    json: { content, components, allowed_mentions: noMentions },
  });
  return said.kind === "error" && said.status === 404 ? undefined : said;
}

const post = (sending: Sending, nonce: string): Promise<ApiAnswer> =>
  ask(sending, {
    method: "POST",
    path: `/channels/${sending.channelId}/messages`,
    json: { ...bodyOf(sending), nonce, enforce_nonce: true },
  });

async function sendFile(sending: Sending): Promise<Judgement> {
  const { on, delivery } = sending;
  const media = await mediaOf(delivery, on.files);
  if (media === undefined || media === "missing" || !("file" in media))
    return toRefusal("media_gone");
  if (media.file.bytes.byteLength > largestUpload) return toRefusal("media_too_large");
  const boundary = Buffer.from(on.chance.bytes(18)).toString("hex");
  const nonce = nonceOf(delivery.idempotencyKey);
  const message = { ...bodyOf(sending), nonce, enforce_nonce: true };
  const said = await ask(sending, {
    method: "POST",
    path: `/channels/${sending.channelId}/messages`,
    form: createForm(boundary, { payload_json: message }, { field: "files[0]", media: media.file }),
    timeoutMs: uploadMs,
  });
  return judge(said);
}

/** A name in an answer notifies no person. */
const noMentions = { parse: [] };

interface Body {
  readonly content: string;
  readonly allowed_mentions: object;
  readonly flags: number;
  readonly components: readonly object[];
}

function bodyOf({ on, delivery }: Sending): Body {
  const isGroup = delivery.scope.startsWith("group:");
  const answered =
    findQuotedId(delivery) ??
    (isGroup && delivery.source === "reply" ? on.answeredIn(delivery.scope) : undefined);
  const row = buttonsFor(delivery).map(({ label, data }) => ({
    type: 2,
    style: 2,
    label,
    custom_id: data,
  }));
  return {
    content: delivery.payload.media === undefined ? delivery.text : captionOf(delivery),
    allowed_mentions: noMentions,
    flags: suppressEmbeds,
    components: row.length === 0 ? [] : [{ type: 1, components: row }],
    ...referenceTo(snowflakeOf(answered)),
  };
}

/**
 * A call whose outcome is unclear is made again at once: with the same nonce Discord makes no second
 * message, and says which one is there.
 */
async function ask({ on, bot, signal }: Sending, call: ApiCall): Promise<ApiAnswer> {
  for (let tries = 1; ; tries += 1) {
    const said = await on.api.call(bot.token, { ...call, signal });
    if (!isUnclear(said) || tries === mostTries || signal.aborted) return said;
  }
}
