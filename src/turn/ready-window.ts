import {
  type Attachment,
  attachmentsOf,
  insertTranscripts,
  listKeptFiles,
  listMedia,
  quoteOf,
} from "../domain/attachment.ts";
import type { Channel, FetchedFile, SentFile } from "../domain/channel.ts";
import { iso, noLongerNeeded } from "../domain/ports/clock.ts";
import type { Media, MessagePayload } from "../domain/events/conversation.ts";
import { isJsonObject } from "../domain/json.ts";
import { fileName } from "../domain/file-name.ts";
import { MediaRefused, type KeptMedia } from "../domain/ports/media.ts";
import { cleanFile } from "../domain/pictures/clean-picture.ts";
import { engine } from "../domain/principal.ts";
import type { WindowMessage } from "../domain/skill.ts";
import { assertFence } from "../store/work/claim.ts";
import { record } from "../store/log/record.ts";
import { type TurnEngine, TurnEnded } from "./engine.ts";
import type { StartedTurn } from "./start.ts";

const together = 4;
const tries = 3;
const pauseMs = 1_000;
/**
 * The person waits for an answer, and a file that is so slow may never come. Half of a turn's time
 * is for the answer.
 */
const patienceMs = 60_000;

/**
 * Files are fetched when their turn comes, so that no poll and no webhook waits for them. The
 * messages are safe meanwhile; the outcome of each file is recorded on its message before the turn
 * reads it.
 */
export async function readyWindow(
  on: TurnEngine,
  turn: StartedTurn,
  signal: AbortSignal,
): Promise<StartedTurn> {
  const slow = new AbortController();
  const done = new AbortController();
  const isWaiting = turn.window.some(({ payload }) =>
    attachmentsOf(payload).some(({ state }) => state === "waiting"),
  );
  const patience = Math.min(patienceMs, on.settings.timeoutMs / 2);
  if (isWaiting)
    void on.clock.wait(patience, done.signal).then(() => done.signal.aborted || slow.abort());
  const at: Fetching = { on, turn, signal, slow: slow.signal };
  const window: WindowMessage[] = [];
  try {
    for (let from = 0; from < turn.window.length; from += together) {
      window.push(
        ...(await Promise.all(
          turn.window.slice(from, from + together).map((message) => readyMessage(at, message)),
        )),
      );
    }
  } finally {
    done.abort(noLongerNeeded);
  }
  return { ...turn, window };
}

interface Fetching {
  readonly on: TurnEngine;
  readonly turn: StartedTurn;
  readonly signal: AbortSignal;
  /** The time for files is used up. */
  readonly slow: AbortSignal;
}

async function readyMessage(at: Fetching, message: WindowMessage): Promise<WindowMessage> {
  const payload = await withQuote(at, await withFiles(at, message));
  const attachments = attachmentsOf(payload);
  return {
    ...message,
    payload,
    text: insertTranscripts(message.text, attachments),
    attachments: attachments.map(toHeard),
    quote: quoteOf(payload),
  };
}

/** Of a voice message with a transcript, the words are the message. */
const toHeard = (file: Attachment): Attachment =>
  file.transcript === null ? file : { ...file, state: "said" };

/** A quote that has only the vendor's id is looked up among this conversation's messages. */
async function withQuote({ on, turn }: Fetching, payload: MessagePayload): Promise<MessagePayload> {
  const { quote } = payload;
  if (!isJsonObject(quote)) return payload;
  const { vendor_id: vendorId, text } = quote;
  if (typeof vendorId !== "string" || typeof text === "string") return payload;
  const { channel, channelAccount, scope } = turn.to;
  const found = await on.quotes.find({ channel, channelAccount, scope, vendorId });
  if (found === undefined) return payload;
  return {
    ...payload,
    quote: {
      vendor_id: vendorId,
      text: found.text,
      from: found.from,
      media: found.payload.media,
    },
  };
}

async function withFiles(at: Fetching, message: WindowMessage): Promise<MessagePayload> {
  const waiting = attachmentsOf(message.payload).map(({ state }) => state === "waiting");
  if (!waiting.includes(true)) return message.payload;
  const before = listMedia(message.payload.media);
  const media = await Promise.all(
    before.map((one, index) =>
      waiting[index] === true ? settleFile(at, message, one) : Promise.resolve(one),
    ),
  );
  const kept = listKeptFiles(media.filter((_, index) => waiting[index] === true));
  try {
    await write(at, { message, media, kept });
  } catch (error) {
    // Nothing refers to them: the next attempt fetches them again.
    for (const { id } of kept) await at.on.files.store?.drop(id);
    throw error;
  }
  return { ...message.payload, media };
}

/**
 * The final entry: where the file is stored, or why it is not. Fields that were only needed to
 * fetch it are removed.
 */
async function settleFile(at: Fetching, message: WindowMessage, file: Media): Promise<Media> {
  const { source: _source, ...media } = file;
  const got = await fetchFile(at, message, file);
  at.signal.throwIfAborted();
  if ("failed" in got)
    return {
      ...media,
      error: got.failed,
      ...(got.failed === "too_large" ? limitOf(got.limitBytes) : {}),
    };
  const named = typeof media.name === "string" ? media.name : got.name;
  const name = named === undefined ? undefined : fileName(named);
  const clean = cleanFile(got.bytes);
  if ("refused" in clean) return { ...media, error: clean.refused, type: clean.type };
  const { bytes, type } = clean;
  try {
    const id = await at.on.files.store?.put(bytes, {
      type,
      name,
      channel: at.turn.to.channel,
      accountId: at.turn.account.id,
    });
    if (id === undefined) return { ...media, error: "not_kept" };
    const transcript = await hearVoice(at, media, { bytes, type });
    return {
      ...media,
      ...(name === undefined ? {} : { name }),
      id,
      type,
      bytes: bytes.length,
      ...(transcript === undefined ? {} : { transcript }),
    };
  } catch (error) {
    at.on.log.warn({ error, channel: at.turn.to.channel }, "a received file could not be stored");
    if (!(error instanceof MediaRefused)) return { ...media, error: "not_kept" };
    return { ...media, error: error.code, ...limitOf(error.limitBytes) };
  }
}

/** The words of a voice message, while there is time. Without them the turn goes on. */
async function hearVoice(
  { on, signal, slow }: Fetching,
  { kind }: Media,
  speech: Pick<KeptMedia, "bytes" | "type">,
): Promise<string | undefined> {
  if (kind !== "voice" || on.files.transcriber === undefined) return undefined;
  return on.files.transcriber.transcribe(speech, AbortSignal.any([signal, slow]));
}

const limitOf = (limitBytes: number | undefined): Pick<Media, "limit_mb"> =>
  limitBytes === undefined ? {} : { limit_mb: megabytes(limitBytes) };
const megabytes = (bytes: number): number => Math.round((bytes / 1024 ** 2) * 100) / 100;

async function fetchFile(
  { on, turn, signal, slow }: Fetching,
  message: WindowMessage,
  media: Media,
): Promise<FetchedFile> {
  const { channel, channelAccount } = turn.to;
  const enough = AbortSignal.any([signal, slow]);
  const tooSlow = new Promise<FetchedFile>((resolve) => {
    slow.addEventListener("abort", () => resolve({ failed: "too_slow", again: false }), {
      once: true,
    });
  });
  for (let nth = 1; !slow.aborted; nth += 1) {
    const file = { channelAccount, vendorId: message.vendorId ?? "", media };
    const answer = fetchFrom(on.channels.get(channel), file, enough).catch(
      (error: unknown): FetchedFile => {
        on.log.error({ error, channel }, "a channel failed in an unexpected way");
        return { failed: "channel_error", again: false };
      },
    );
    const got = await Promise.race([answer, tooSlow]);
    if ("bytes" in got || !got.again || nth === tries || signal.aborted) return got;
    await on.clock.wait(pauseMs * nth, enough);
  }
  return tooSlow;
}

const fetchFrom = async (
  channel: Channel | undefined,
  file: SentFile,
  signal: AbortSignal,
): Promise<FetchedFile> =>
  (await channel?.fetchFile?.(file, signal)) ?? { failed: "not_possible", again: false };

interface SettledFile {
  readonly message: WindowMessage;
  readonly media: readonly Media[];
  readonly kept: ReturnType<typeof listKeptFiles>;
}

async function write({ on, turn }: Fetching, { message, media, kept }: SettledFile): Promise<void> {
  await on.db.transaction(engine, async (sql) => {
    if (!(await assertFence(sql, turn.held))) throw new TurnEnded("lost");
    await record(sql, on.projector, [
      {
        stream: `conversation:${turn.lane.id}`,
        kind: "media_settled",
        at: iso(on.clock.now()),
        accountId: turn.account.id,
        conversationId: turn.lane.id,
        turnId: turn.id,
        payload: { message_id: message.id, media, files: kept },
      },
    ]);
  });
}
