import { type Chance, iso } from "./ports/clock.ts";
import type { DeliverySource } from "./delivery.ts";
import { attachmentLabel } from "./attachment.ts";
import type { EventDraft, Payload } from "./events.ts";
import type { Provenance } from "./provenance.ts";
import type { Piece } from "./timed-words.ts";

/** Where words go. Taken from the row when it was made; never looked up again at sending time. */
export interface Listener {
  readonly conversationId: string;
  readonly accountId: string;
  readonly channel: string;
  readonly channelAccount: string;
  readonly scope: string;
  readonly peer: string;
}

export interface Utterance {
  readonly to: Listener;
  readonly turnId?: string | undefined;
  readonly source: DeliverySource;
  readonly segments: readonly string[];
  /** The messages' ids, where another fact of the same transaction names them. */
  readonly messageIds?: readonly string[] | undefined;
  /** Files, as they are noted on a message: each travels with a part of the last one. */
  readonly media?: readonly Payload[] | undefined;
  /** Whose words it holds besides our own. Kept on the message: a prompt takes it for data then. */
  readonly carries?: readonly Provenance[] | undefined;
  /** What a text of one segment is made of, where its words are made again when they are sent. */
  readonly pieces?: readonly Piece[] | undefined;
  readonly now: number;
  /** Undefined: it is kept until it has gone. */
  readonly expiresMs: number | undefined;
  /** Of what a timer says: it may expire unsaid. */
  readonly isFleeting?: boolean | undefined;
}

/** Outgoing messages and their deliveries as facts: one message for each segment, one delivery for each part of it. */
export function say(
  on: { chance: Chance; partsOf(channel: string, text: string): readonly string[] },
  utterance: Utterance,
): EventDraft[] {
  return utterance.segments.flatMap((text, index) => {
    const messageId = utterance.messageIds?.[index] ?? on.chance.id();
    const parts = withPieces(on.partsOf(utterance.to.channel, text), utterance.pieces ?? []);
    const carried =
      index === utterance.segments.length - 1 ? withFiles(parts, utterance.media ?? []) : parts;
    return [
      sent(utterance, { messageId, index, text }),
      ...carried.map((part, at) => queued({ on, utterance, messageId }, part, at)),
    ];
  });
}

interface Part {
  readonly text: string;
  readonly media?: Payload | undefined;
  readonly extra?: Payload | undefined;
}

/** Words that fill several parts stay as they are; what they speak of has arrived with the last. */
function withPieces(texts: readonly string[], pieces: readonly Piece[]): readonly Part[] {
  if (pieces.length === 0) return texts.map((text) => ({ text }));
  if (texts.length === 1) return texts.map((text) => ({ text, extra: { pieces } }));
  return texts.map((text, index) =>
    index === texts.length - 1 ? { text, extra: { ending: pieces } } : { text },
  );
}

/** The first file goes with the last words; every further one with its own label. */
function withFiles(parts: readonly Part[], [first, ...more]: readonly Payload[]): readonly Part[] {
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return parts;
  return [
    ...parts.slice(0, -1),
    { ...last, media: first },
    ...more.map((media) => ({ text: labelOf(media), media })),
  ];
}

const labelOf = ({ kind, name }: Payload): string =>
  attachmentLabel({
    kind: typeof kind === "string" ? kind : "file",
    name: typeof name === "string" ? name : null,
  });

function envelope(
  utterance: Utterance,
): Pick<EventDraft, "stream" | "at" | "accountId" | "conversationId" | "turnId"> {
  return {
    stream: `conversation:${utterance.to.conversationId}`,
    at: iso(utterance.now),
    accountId: utterance.to.accountId,
    conversationId: utterance.to.conversationId,
    turnId: utterance.turnId,
  };
}

function sent(
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
      payload: { carries: [...(utterance.carries ?? [])] },
    },
  };
}

function queued(
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
      ...payloadOf(part, utterance.isFleeting === true ? { fleeting: true } : {}),
      key: `${messageId}:${at}`,
      expires_at:
        utterance.expiresMs === undefined ? null : iso(utterance.now + utterance.expiresMs),
    },
  };
}

function payloadOf({ media, extra }: Part, marks: Payload): { readonly payload?: Payload } {
  const payload = { ...marks, ...extra, ...(media === undefined ? {} : { media }) };
  return Object.keys(payload).length === 0 ? {} : { payload };
}
