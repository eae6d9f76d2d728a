import { Refusal } from "../../domain/errors.ts";
import type { ChannelWebhook, ChannelWebhookAnswer, ChannelWebhookRequest } from "../../domain/webhook.ts";
import { answerEcho, isXml, openCallback, type Opened, sealAnswer } from "./envelope.ts";
import { idOf, textOf } from "./fields.ts";
import { receive, type ReceiveDeps, type Reply, streamIdOf, streamReply } from "./receive.ts";
import { currentFrame } from "./frames.ts";
import { type WecomBot, wecomChannel } from "./settings.ts";

const maxBytes = 256 * 1024;

/** One address for each bot: which one is meant is never guessed from what fits. */
export function wecomWebhooks(on: ReceiveDeps): readonly ChannelWebhook[] {
  return on.settings.bots
    .filter(({ connection }) => connection === undefined)
    .flatMap(({ name, path }): ChannelWebhook[] => [
      {
        method: "get",
        path,
        handle: async ({ query }) => ({
          status: 200,
          body: answerEcho(botNow(on, name).keys, query),
          contentType: "text/plain; charset=utf-8",
        }),
      },
      { method: "post", path, maxBytes, handle: (request) => answerCallback(on, botNow(on, name), request) },
    ]);
}

/** As the settings have it now: they may have been read again. */
function botNow({ settings }: ReceiveDeps, name: string): WecomBot {
  const bot = settings.bots.find((one) => one.name === name);
  if (bot === undefined || bot.connection !== undefined) throw new Refusal("not_found", "This bot takes no callbacks any more.");
  return bot;
}

async function answerCallback(on: ReceiveDeps, bot: WecomBot, request: ChannelWebhookRequest): Promise<ChannelWebhookAnswer> {
  if (isXml(request.body)) {
    const hint = "an XML callback came to a bot's address: it is of a self-built app; give that app another address in WeCom's console";
    on.log.warn({ channel: wecomChannel, bot: bot.name }, hint);
    throw new Refusal("invalid_provider_payload", "This address takes callbacks of an AI bot, which are JSON.");
  }
  const opened = openCallback(bot.keys, request);
  const botId = idOf(opened.message["aibotid"]);
  if (bot.botId !== undefined && botId !== bot.botId) {
    on.log.warn({ channel: wecomChannel, bot: bot.name }, "a callback of another bot came to this one's address");
    throw new Refusal("forbidden", "This is another bot's callback.");
  }
  const reply = await kept(on, bot, opened);
  const by = { now: on.clock.now(), random: on.chance.bytes(16) };
  return { status: 200, body: reply === undefined ? "" : sealAnswer(opened, reply, by), contentType: "text/plain; charset=utf-8" };
}

/** Whatever our own side can't do now is a 503: WeCom brings it again, and what was kept is known by its id. */
async function kept(on: ReceiveDeps, bot: WecomBot, opened: Opened): Promise<Reply> {
  try {
    return isFresh(on, opened) ? await receive(on, bot, opened.message) : await replayed(on, bot, opened);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    on.log.error({ error, channel: wecomChannel }, "a callback could not be kept; WeCom will send it again");
    throw new Refusal("unavailable", "This can't be taken right now. Please send it again.");
  }
}

const isFresh = ({ clock, settings }: ReceiveDeps, { timestamp }: Opened): boolean =>
  Math.abs(clock.now() - timestamp * 1000) <= settings.replayWindowMs;

/** An old copy changes nothing: one that is known gets its answer as it stands, any other is turned away. */
async function replayed(on: ReceiveDeps, bot: WecomBot, { message, timestamp }: Opened): Promise<Reply> {
  const vendorId = textOf(message["msgtype"]) === "stream" ? undefined : idOf(message["msgid"]);
  const id = vendorId === undefined ? undefined : streamIdOf(bot, vendorId);
  if (id !== undefined && (await on.streams.look(id)) !== undefined)
    return streamReply(id, await currentFrame({ ...on, receipts: on.ports.receipts }, id, bot.name));
  const skewSeconds = Math.round(on.clock.now() / 1000 - timestamp);
  on.log.warn({ channel: wecomChannel, skewSeconds }, "a callback is older than it may be, or the clock of this machine is wrong");
  throw new Refusal("webhook_unauthorized", "This callback is too old.");
}
