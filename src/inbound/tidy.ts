import { Refusal } from "../domain/errors.ts";
import type { InboundMessage } from "../domain/message.ts";
import { cleanFields, cleanText } from "../domain/text.ts";

const textLimit = 16_000;
const nameLimit = 200;
const keyLimit = 500;
/** Two keys of this size and a channel's name still fit into one entry of an index. */
const keyBytes = 1_000;

/**
 * No character that can be sent may fail an insert, and no two different values may become equal.
 */
export function tidy(message: InboundMessage): InboundMessage {
  const { route } = message;
  return {
    ...message,
    route: {
      channel: route.channel,
      channelAccount: toStoredKey(route.channelAccount),
      scope: toStoredKey(route.scope),
      peer: toStoredKey(route.peer),
    },
    vendorId: toStoredKey(message.vendorId),
    subject: toStoredKey(message.subject),
    text: cleanText(message.text, textLimit),
    senderName:
      message.senderName === undefined ? undefined : cleanText(message.senderName, nameLimit),
    payload: message.payload === undefined ? undefined : cleanFields(message.payload),
  };
}

// oxlint-disable-next-line no-control-regex -- naming control characters is the purpose
const unfit = /^json:|[\0-\x1f\x7f-\x9f\p{Cs}]/u;

/**
 * Ids are neither cleaned nor shortened: another form of the same letters may be another person's
 * id. The few that can't be stored as they are get an unambiguous escaped form.
 */
export function toStoredKey(text: string): string {
  const stored = unfit.test(text) ? `json:${JSON.stringify(text)}` : text;
  if (stored.length > keyLimit || Buffer.byteLength(stored) > keyBytes)
    throw new Refusal(
      "invalid_provider_payload",
      undefined,
      `An id is longer than ${keyLimit} characters or ${keyBytes} bytes.`,
    );
  return stored;
}
