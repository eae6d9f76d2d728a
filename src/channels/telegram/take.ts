import type { Both } from "../../domain/both.ts";
import { pickLanguage } from "../../domain/language.ts";
import type { ChannelMark, ChannelPorts } from "../../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../domain/ports/channel-reports.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type { Fields } from "../kit/json-fields.ts";
import { isStranger, type StrangerReplies, type Taken } from "../kit/strangers.ts";
import type { Profile } from "./addressed.ts";
import type { BotApi } from "./api.ts";
import { readDeparture } from "./departures.ts";
import { telegramChannel } from "./settings.ts";
import { type ReadDeps, readUpdate, type ReadUpdate } from "./updates.ts";

export interface TakeDeps extends ReadDeps {
  readonly ports: Pick<ChannelPorts, "inbox">;
  readonly reports?: Pick<ChannelReports, "rejected" | "leftGroup"> | undefined;
  readonly api: BotApi;
  readonly strangers: Pick<StrangerReplies, "answer">;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Says something that is not part of a conversation. Neither waits nor fails. */
  hint(to: HintTo, text: string): void;
  /** Runs a call without waiting for it. */
  background(work: Promise<unknown>): void;
}

interface HintTo {
  readonly token: string;
  readonly scope: string;
  /** The same hint is given once a day. */
  readonly about: string;
}

export interface Batch {
  readonly token: string;
  readonly me: Profile;
  readonly updates: readonly Fields[];
  readonly marks?: readonly ChannelMark[] | undefined;
}

const editHint: Both = {
  en: "I go by what you sent first. If the change matters, please send it again.",
  zh: "我以第一次发送的内容为准。如果改动重要，请重新发一条。",
};

/** Takes in what concerns us, in one transaction with the marks; then reacts to the outcome. */
export async function takeUpdates(on: TakeDeps, batch: Batch): Promise<void> {
  const { token, me, updates, marks } = batch;
  const read: ReadUpdate[] = [];
  for (const update of updates) {
    const left = readDeparture(update, me);
    if (left !== undefined) await on.reports?.leftGroup(left);
    const one = await readSafely(on, update, me);
    if (one !== undefined) read.push(one);
  }
  const messages = read.map(({ message }) => message);
  if (messages.length === 0 && marks === undefined) return;
  const outcomes = await on.ports.inbox.take({
    messages,
    ...(marks === undefined ? {} : { marks }),
  });
  const taken: Taken[] = messages.map((message, at) => ({ message, outcome: outcomes[at] }));
  on.strangers.answer(taken);
  for (const [at, one] of taken.entries()) {
    on.metrics.count("meanwhile_webhook_items_total", {
      channel: telegramChannel,
      kind: one.outcome?.kind ?? "rejected",
    });
    await reject(on, one);
    const update = read[at];
    if (update !== undefined) react(on, token, { update, outcome: one.outcome });
  }
}

/** An update that can't be read must not hold up those after it. */
async function readSafely(
  on: TakeDeps,
  update: Fields,
  me: Profile,
): Promise<ReadUpdate | undefined> {
  const read = await readUpdate(on, update, me);
  if (read === undefined)
    on.log.debug({ channel: telegramChannel, kinds: Object.keys(update) }, "an update was ignored");
  return read;
}

async function reject(on: TakeDeps, taken: Taken): Promise<void> {
  const { message, outcome } = taken;
  if (outcome?.kind !== "refused" || isStranger(taken)) return;
  const { channel, channelAccount } = message.route;
  await on.reports?.rejected({
    channel,
    channelAccount,
    vendorId: message.vendorId,
    code: outcome.code,
  });
}

function react(
  on: TakeDeps,
  token: string,
  { update, outcome }: { readonly update: ReadUpdate; readonly outcome: Taken["outcome"] },
): void {
  const { message, isEdit, click } = update;
  if (click !== undefined) on.background(answerClick(on, token, click));
  const isText = message.payload?.["location"] === undefined;
  if (isEdit && isText && outcome?.kind === "duplicate")
    on.hint(
      { token, scope: message.route.scope, about: `edit:${message.subject}` },
      editHint[pickLanguage(null, message.text)],
    );
}

/** Telegram shows a click as running until it is answered; the buttons have done their work. */
async function answerClick(
  { api }: TakeDeps,
  token: string,
  click: { readonly id: string; readonly on: string },
): Promise<void> {
  const [chatId, messageId] = click.on.split(":").map(Number);
  await api.call(token, { method: "answerCallbackQuery", json: { callback_query_id: click.id } });
  await api.call(token, {
    method: "editMessageReplyMarkup",
    json: { chat_id: chatId, message_id: messageId, reply_markup: { inline_keyboard: [] } },
  });
}
