import { type Chance, iso } from "./ports/clock.ts";
import { attachmentLabel } from "./attachment.ts";
import type { EventDraft } from "./events/catalogue.ts";
import type { Media } from "./events/conversation.ts";
import type { Envelope } from "./events/event.ts";
import type { Provenance } from "./provenance.ts";
import type { DeliveryPayload, DeliverySource, Piece } from "./events/delivery.ts";

/**
 * Where a message goes. Copied from the row when the message is created; never looked up when it is
 * sent.
 */
export interface Recipient {
  readonly conversationId: string;
  readonly accountId: string;
  readonly channel: string;
  readonly channelAccount: string;
  readonly scope: string;
  readonly peer: string;
}

export interface Utterance {
  readonly to: Recipient;
  readonly turnId?: string | undefined;
  readonly source: DeliverySource;
  readonly segments: readonly string[];
  /** The messages' ids, where another event of the same transaction refers to them. */
  readonly messageIds?: readonly string[] | undefined;
  /** Files in the form a message stores them; each goes with a part of the last segment. */
  readonly media?: readonly Media[] | undefined;
  /**
   * Whose text it holds apart from the product's own. Stored on the message, so that a later prompt
   * treats it as data.
   */
  readonly carries?: readonly Provenance[] | undefined;
  /** The character that says it. */
  readonly spokenAs?: string | undefined;
  /** The pieces of a one-segment text that is worded again when it is sent. */
  readonly pieces?: readonly Piece[] | undefined;
  readonly now: number;
  /** Undefined: it is kept until it is sent. */
  readonly expiresMs: number | undefined;
  /** Said by a timer: it may expire without being sent. */
  readonly isFleeting?: boolean | undefined;
  /** It confirms a change that "undo" reverses, in an app that shows buttons. */
  readonly isUndoable?: boolean | undefined;
  /** Fields of every part. */
  readonly marks?: DeliveryPayload | undefined;
  /** Longest words that its channel carries with a file. */
  readonly captionLength?: number | undefined;
}

/**
 * Drafts the events for outgoing messages: one message per segment, one delivery per part of it.
 */
export function say(
  on: { chance: Chance; partsOf(channel: string, text: string): readonly string[] },
  utterance: Utterance,
): EventDraft[] {
  return utterance.segments.flatMap((text, index) => {
    const messageId = utterance.messageIds?.[index] ?? on.chance.id();
    const parts = withPieces(on.partsOf(utterance.to.channel, text), utterance.pieces ?? []);
    const isLast = index === utterance.segments.length - 1;
    const carried = isLast ? withFiles(parts, utterance) : parts;
    return [
      draftMessageSent(utterance, { messageId, index, text }),
      ...carried.map((part, at) =>
        draftDeliveryQueued(
          { on, utterance, messageId },
          isLast && at === parts.length - 1 && utterance.isUndoable === true
            ? { ...part, extra: { ...part.extra, undoable: true } }
            : part,
          at,
        ),
      ),
    ];
  });
}

interface Part {
  readonly text: string;
  readonly media?: Media | undefined;
  readonly extra?: DeliveryPayload | undefined;
}

/**
 * A text that fills several parts keeps its wording; its pieces count as arrived with the last
 * part.
 */
function withPieces(texts: readonly string[], pieces: readonly Piece[]): readonly Part[] {
  if (pieces.length === 0) return texts.map((text) => ({ text }));
  if (texts.length === 1) return texts.map((text) => ({ text, extra: { pieces } }));
  return texts.map((text, index) =>
    index === texts.length - 1 ? { text, extra: { ending: pieces } } : { text },
  );
}

/** The first file goes with the last part of the text, where it can; each other one is a part of its own. */
function withFiles(
  parts: readonly Part[],
  { media = [], captionLength = 0 }: Pick<Utterance, "media" | "captionLength">,
): readonly Part[] {
  const [first, ...more] = media;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return parts;
  // Some apps show no words with a recording.
  const isTogether = last.text.length <= captionLength && first.type?.startsWith("audio/") !== true;
  if (!isTogether) return [...parts, ...media.map(toPart)];
  return [...parts.slice(0, -1), { ...last, media: first }, ...more.map(toPart)];
}

const toPart = (media: Media): Part => ({ text: labelOf(media), media: { ...media, alone: true } });

const labelOf = ({ kind = "file", name }: Media): string =>
  attachmentLabel({ kind, name: name ?? null });

function envelope(utterance: Utterance): Envelope {
  return {
    stream: `conversation:${utterance.to.conversationId}`,
    at: iso(utterance.now),
    accountId: utterance.to.accountId,
    conversationId: utterance.to.conversationId,
    turnId: utterance.turnId,
  };
}

function draftMessageSent(
  utterance: Utterance,
  message: { messageId: string; index: number; text: string },
): EventDraft {
  return {
    ...envelope(utterance),
    kind: "message_sent",
    payload: {
      id: message.messageId,
      conversation_id: utterance.to.conversationId,
      account_id: utterance.to.accountId,
      turn_id: utterance.turnId ?? null,
      segment_index: utterance.turnId === undefined ? null : message.index + 1,
      provider_type: utterance.to.channel,
      channel_account: utterance.to.channelAccount,
      text: message.text,
      payload: {
        carries: [...(utterance.carries ?? [])],
        ...(utterance.spokenAs === undefined ? {} : { spoken_as: utterance.spokenAs }),
      },
    },
  };
}

function draftDeliveryQueued(
  of: { on: { chance: Chance }; utterance: Utterance; messageId: string },
  part: Part,
  at: number,
): EventDraft {
  const { utterance, messageId } = of;
  return {
    ...envelope(utterance),
    kind: "delivery_queued",
    payload: {
      delivery_id: of.on.chance.id(),
      message_id: messageId,
      turn_id: utterance.turnId ?? null,
      account_id: utterance.to.accountId,
      conversation_id: utterance.to.conversationId,
      provider_type: utterance.to.channel,
      channel_account: utterance.to.channelAccount,
      scope: utterance.to.scope,
      peer: utterance.to.peer,
      source: utterance.source,
      text: part.text,
      ...payloadOf(part, {
        ...utterance.marks,
        ...(utterance.isFleeting === true ? { fleeting: true } : {}),
      }),
      key: `${messageId}:${at}`,
      expires_at:
        utterance.expiresMs === undefined ? null : iso(utterance.now + utterance.expiresMs),
    },
  };
}

function payloadOf(
  { media, extra }: Part,
  marks: DeliveryPayload,
): { readonly payload?: DeliveryPayload } {
  const payload = { ...marks, ...extra, ...(media === undefined ? {} : { media }) };
  return Object.keys(payload).length === 0 ? {} : { payload };
}
