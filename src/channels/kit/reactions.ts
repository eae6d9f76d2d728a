import type { QuotedMessage } from "../../domain/ports/quotes.ts";
import { pickLanguage } from "../../domain/language.ts";
import type { JsonObject } from "../../domain/json.ts";
import { wordsOfButton } from "./buttons.ts";

/** Without skin tones and the mark that asks for a coloured picture. */
const plainEmoji = (emoji: string): string =>
  emoji.replaceAll(/[\u{1F3FB}-\u{1F3FF}]|\uFE0E|\uFE0F/gu, "");

const doneMarks: ReadonlySet<string> = new Set(["👍", "✅", "✔", "☑", "👌", "🆗", "💯", "🎉"]);

/**
 * The words of a reaction: a thumb or a tick on a message with one reminder counts as a click on its
 * button for done. All others, and those on other messages, say nothing to us.
 */
export function wordsOfReaction(
  emoji: string,
  quoted: QuotedMessage | undefined,
): string | undefined {
  if (quoted?.from !== "us" || !doneMarks.has(plainEmoji(emoji))) return undefined;
  const { pieces = [], ending = [] } = quoted.payload;
  const due = [...pieces, ...ending].flatMap((piece) =>
    piece.kind === "reminders" ? [piece] : [],
  );
  const [first] = due;
  if (first === undefined || due.flatMap(({ items }) => items).length !== 1) return undefined;
  return wordsOfButton("done", pickLanguage(first.language, quoted.text));
}

/** A message of ours or theirs, as the payload of the one that answers it. */
export const toQuote = (vendorId: string, { text, from, payload }: QuotedMessage): JsonObject => ({
  vendor_id: vendorId,
  text,
  from,
  ...(payload.media === undefined ? {} : { media: payload.media }),
});
