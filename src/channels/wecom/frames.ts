import type { AnswerStreams, AnswerView, StreamEnd } from "../../domain/ports/answer-streams.ts";
import type { ChannelReceipts } from "../../domain/ports/channel-ports.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import { clip, openFence } from "./clip.ts";
import { wecomChannel } from "./settings.ts";
import { gone, languageIn, say, working } from "./bot-replies.ts";

/** The most that one stream may hold, in bytes. */
export const streamBytes = 20_480;
/**
 * WeCom stops asking six minutes after the message. What is not finished half a minute before
 * follows in another way.
 */
export const handOverMs = 330_000;
const noticeRoom = 400;

/** A frame for WeCom: always the whole text. */
export interface Frame {
  readonly content: string;
  readonly finish: boolean;
  /** Kept pictures that come with the last one. */
  readonly pictures?: readonly string[] | undefined;
  /** Beside the text. WeCom takes one for a message. */
  readonly card?: object | undefined;
}

export interface FrameDeps {
  readonly streams: AnswerStreams;
  readonly receipts: ChannelReceipts;
  readonly clock: Clock;
}

/**
 * The answer as it stands now, from any process. Ending it is one conditional write: of two that
 * end it at the same moment one looks again, and a part that is put in meanwhile is never lost.
 */
export async function currentFrame(
  on: FrameDeps,
  id: string,
  channelAccount: string,
): Promise<Frame> {
  for (let looks = 0; looks < 5; looks += 1) {
    const view = await on.streams.look(id);
    if (view?.channelAccount !== channelAccount) return { content: gone, finish: true };
    if (view.ended !== undefined) return standingFrame(view);
    const end = endOf(view, on.clock.now());
    if (end === undefined) return writeUnfinished(on, view);
    if (await on.streams.end(id, { ...end, ifParts: view.parts.length })) {
      await settleLost(on, view);
      return standingFrame({ ...view, ended: end });
    }
  }
  return { content: working, finish: false };
}

async function writeUnfinished({ streams }: FrameDeps, view: AnswerView): Promise<Frame> {
  if (view.parts.length > view.fetched) await streams.handedOut(view.id, view.parts.length);
  return { content: textNow(view), finish: false };
}

/** The current answer, read without changing it. */
export function standingFrame(view: AnswerView): Frame {
  if (view.ended === undefined) return { content: textNow(view), finish: false };
  const pictures = view.ended.as === "answered" ? picturesIn(view.parts) : [];
  return { content: view.ended.text, finish: true, ...(pictures.length === 0 ? {} : { pictures }) };
}

export const picturesIn = (parts: AnswerView["parts"]): readonly string[] =>
  parts.map(({ picture }) => picture).filter((picture) => picture !== undefined);

export const streamReply = (
  id: string,
  { content, finish, card }: Frame,
  more: object = {},
): object => ({
  ...(card === undefined
    ? { msgtype: "stream" }
    : { msgtype: "stream_with_template_card", template_card: card }),
  stream: { id, finish, content, ...more },
});

/** The visible text of an answer that is not finished. */
export function textSoFar(view: AnswerView): string {
  const text = view.parts.length > 0 ? joinParts(view) : clip(view.shown, streamBytes - noticeRoom);
  return text.trim() === "" ? working : text;
}

/**
 * The same, with a note while another attempt has to catch up first, so that it does not look
 * stuck.
 */
export function textNow(view: AnswerView): string {
  const text = textSoFar(view);
  return view.isRepeated && view.parts.length === 0 && text !== working
    ? withNotice(text, say("again", languageIn(view.question)))
    : text;
}

export const joinParts = ({ parts }: Pick<AnswerView, "parts">): string =>
  parts.map(({ text }) => text).join("\n\n");

/** The last frame, if the answer ends now. */
export function endOf(view: AnswerView, now: number): StreamEnd | undefined {
  const language = languageIn(view.question);
  const isLate = now - view.openedAt >= handOverMs;
  if (view.parts.length > 0) {
    if (view.isComplete) return { as: "answered", text: joinParts(view) };
    return isLate
      ? { as: "deadline", text: withNotice(joinParts(view), say("deadline", language)) }
      : undefined;
  }
  if (view.state === "stopped")
    return { as: "stopped", text: withNotice(view.shown, say("stopped", language)) };
  if (view.state === "merged")
    return { as: "merged", text: withNotice(view.shown, say("merged", language)) };
  if (view.state === "silent") return { as: "silent", text: say("silent", language) };
  if (!isLate) return undefined;
  const shown = clip(view.shown, streamBytes - noticeRoom);
  return { as: "deadline", text: withNotice(shown, say("deadline", language)), shown };
}

export function withNotice(text: string, notice: string): string {
  // A notice is not a thought, even where a thought was cut off.
  const bare = text.replace(/<think>(?:(?!<\/think>)[^])*$/, "");
  const room = streamBytes - Buffer.byteLength(notice) - 2;
  const longest = openFence(clip(bare, room))?.closer.length ?? -1;
  const kept = clip(bare, room - longest - 1);
  // Nor is it code.
  const fence = openFence(kept);
  return kept.trim() === ""
    ? notice
    : `${kept}${fence === undefined ? "" : `\n${fence.closer}`}\n\n${notice}`;
}

/** A process ended between putting a part in and hearing that it was fetched. Now it was. */
export async function settleLost(
  { receipts }: Pick<FrameDeps, "receipts">,
  { lost, parts, channelAccount }: AnswerView,
): Promise<void> {
  for (const deliveryId of lost) {
    if (parts.some((part) => part.deliveryId === deliveryId))
      await receipts.report({
        channel: wecomChannel,
        channelAccount,
        deliveryId,
        status: "delivered",
      });
  }
}
