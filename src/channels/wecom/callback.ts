import type { AnswerView } from "../../domain/ports/answer-streams.ts";
import { Refusal } from "../../domain/errors.ts";
import type { SeenCallbacks } from "../../domain/ports/channel-storage.ts";
import type {
  ChannelWebhook,
  ChannelWebhookAnswer,
  ChannelWebhookRequest,
} from "../../domain/webhook.ts";
import { answerEcho, isXml, openCallback, type Opened, sealAnswer } from "./envelope.ts";
import { type Fields, fieldsOf, idOf, textOf } from "./fields.ts";
import { standingFrame } from "./frames.ts";
import { frameReply } from "./pictures.ts";
import { answerRefresh, type LastShown } from "./refresh.ts";
import { type ReceiveDeps, type Reply, streamIdOf } from "./incoming.ts";
import { receive } from "./receive.ts";
import { type WecomBot, wecomChannel } from "./settings.ts";

const maxBytes = 256 * 1024;
/** Our own doctor plays WeCom by this name. */
const doctorsId = "meanwhile-doctor";

export interface CallbackDeps extends ReceiveDeps {
  readonly seen: SeenCallbacks;
  /** WeCom itself has called a bot. */
  readonly heard?: ((bot: string) => void) | undefined;
}

/** One address for each bot: the bot is never guessed from the key that fits. */
export function wecomWebhooks(deps: CallbackDeps): readonly ChannelWebhook[] {
  const on: CallbackContext = { ...deps, shown: new Map() };
  return on.settings.bots
    .filter(({ connection }) => connection === undefined)
    .flatMap(({ name, path }): ChannelWebhook[] => [
      {
        method: "get",
        path,
        handle: async ({ query }) => answerCheck(on, botNow(on, name), query),
      },
      {
        method: "post",
        path,
        maxBytes,
        handle: (request) => answerCallback(on, botNow(on, name), request),
      },
    ]);
}

interface CallbackContext extends CallbackDeps {
  readonly shown: LastShown;
}

/** As the settings have it now: they may have been read again. */
function botNow({ settings }: ReceiveDeps, name: string): WecomBot {
  const bot = settings.bots.find((one) => one.name === name);
  if (bot === undefined || bot.connection !== undefined)
    throw new Refusal("not_found", undefined, "This bot no longer accepts callbacks.");
  return bot;
}

function answerCheck(
  on: CallbackDeps,
  bot: WecomBot,
  query: URLSearchParams,
): ChannelWebhookAnswer {
  const { text, timestamp } = answerEcho(bot.keys, query);
  if (!isFresh(on, timestamp)) throw tooOld(on, timestamp);
  return { status: 200, body: text, contentType: "text/plain; charset=utf-8" };
}

async function answerCallback(
  on: CallbackContext,
  bot: WecomBot,
  request: ChannelWebhookRequest,
): Promise<ChannelWebhookAnswer> {
  if (isXml(request.body)) {
    const hint =
      "an XML callback came to a bot's address: it is of a self-built app; give that app another address in WeCom's console";
    on.log.warn({ channel: wecomChannel, bot: bot.name }, hint);
    throw new Refusal(
      "invalid_provider_payload",
      undefined,
      "This address accepts callbacks of an AI bot, which are JSON.",
    );
  }
  const opened = openCallback(bot.keys, request);
  const botId = idOf(opened.message["aibotid"]);
  if (bot.botId !== undefined && botId !== bot.botId) {
    on.log.warn(
      { channel: wecomChannel, bot: bot.name },
      "a callback for another bot arrived at this bot's address",
    );
    throw new Refusal("forbidden", undefined, "This callback is for another bot.");
  }
  if (idOf(fieldsOf(opened.message["from"])?.["userid"]) !== doctorsId) on.heard?.(bot.name);
  const refreshed = findRefreshedStream(opened.message);
  const reply = await (refreshed === undefined
    ? receiveOrRetry(on, bot, opened)
    : answerRefresh(on, refreshed, () => answerWith(on, bot, opened)));
  const by = { now: on.clock.now(), random: on.chance.bytes(16) };
  return {
    status: 200,
    body: reply === undefined ? "" : sealAnswer(opened, reply, by),
    contentType: "text/plain; charset=utf-8",
  };
}

/** Which stream WeCom asks for. */
const findRefreshedStream = (message: Fields): string | undefined =>
  textOf(message["msgtype"]) === "stream"
    ? (idOf(fieldsOf(message["stream"])?.["id"]) ?? "")
    : undefined;

const answerWith = (on: CallbackDeps, bot: WecomBot, opened: Opened): Promise<Reply> =>
  isFresh(on, opened.timestamp) ? acceptOnce(on, bot, opened) : late(on, bot, opened);

/**
 * A failure on our own side is a 503: WeCom sends the callback again, and a message that was stored
 * is recognised by its id.
 */
async function receiveOrRetry(on: CallbackDeps, bot: WecomBot, opened: Opened): Promise<Reply> {
  try {
    return await answerWith(on, bot, opened);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    on.log.error(
      { error, channel: wecomChannel },
      "a callback could not be stored; WeCom will send it again",
    );
    throw new Refusal(
      "unavailable",
      undefined,
      "This can't be accepted right now. Please send it again.",
    );
  }
}

/**
 * Each callback counts once within its time, in whichever process it comes. A copy gets the current
 * answer and changes nothing, unless its message was never stored because a process died: then it
 * is accepted.
 */
async function acceptOnce(
  on: CallbackDeps,
  bot: WecomBot,
  { message, timestamp, proof }: Opened,
): Promise<Reply> {
  const mark = `${bot.name} ${proof}`;
  if (!(await on.seen.first(mark, timestamp * 1000 + on.settings.replayWindowMs)))
    return answerCopy(on, bot, message);
  try {
    return await receive(on, bot, message);
  } catch (error) {
    await on.seen.forget(mark);
    throw error;
  }
}

async function answerCopy(on: CallbackDeps, bot: WecomBot, message: Fields): Promise<Reply> {
  const view = await findKnownAnswer(on, bot, message);
  const isKept = view !== undefined && (view.ended !== undefined || view.question !== "");
  return isKept ? asItStands(on, view) : receive({ ...on, isCopy: true }, bot, message);
}

async function findKnownAnswer(
  on: CallbackDeps,
  bot: WecomBot,
  message: Fields,
): Promise<AnswerView | undefined> {
  const vendorId = findRefreshedStream(message) === undefined ? idOf(message["msgid"]) : undefined;
  return vendorId === undefined ? undefined : on.streams.look(streamIdOf(bot, vendorId));
}

const asItStands = ({ media }: CallbackDeps, view: AnswerView): Promise<Reply> =>
  frameReply(media, {
    id: view.id,
    frame: standingFrame(view),
    more: { feedback: { id: view.id } },
  });

const isFresh = ({ clock, settings }: CallbackDeps, timestamp: number): boolean =>
  Math.abs(clock.now() - timestamp * 1000) <= settings.replayWindowMs;

/** An old copy changes nothing: a known one gets its current answer, any other is refused. */
async function late(
  on: CallbackDeps,
  bot: WecomBot,
  { message, timestamp }: Opened,
): Promise<Reply> {
  const view = await findKnownAnswer(on, bot, message);
  if (view === undefined) throw tooOld(on, timestamp);
  return asItStands(on, view);
}

function tooOld({ log, clock }: CallbackDeps, timestamp: number): Refusal {
  const skewSeconds = Math.round(clock.now() / 1000 - timestamp);
  log.warn(
    { channel: wecomChannel, skewSeconds },
    "a callback is too old, or this machine's clock is wrong",
  );
  return new Refusal("webhook_unauthorized", undefined, "This callback is too old.");
}
