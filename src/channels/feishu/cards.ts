import type { Button } from "../kit/buttons.ts";

/** The element of a card that holds the words. */
export const wordsElement = "words";

export interface CardPlan {
  readonly text: string;
  readonly buttons?: readonly Button[] | undefined;
  /** The words are still being written. */
  readonly isLive?: boolean | undefined;
  /** In a group, a click says only who clicked. */
  readonly isGroup?: boolean | undefined;
}

/** A card in Feishu's second form, with one text and its buttons. */
export function createCard({ text, buttons = [], isLive = false, isGroup = false }: CardPlan) {
  return {
    schema: "2.0",
    config: {
      streaming_mode: isLive,
      update_multi: true,
      enable_forward: true,
      summary: { content: text.slice(0, 60) },
    },
    body: {
      elements: [
        { tag: "markdown", element_id: wordsElement, content: toMarkdown(text) },
        ...buttons.map(({ data, label }, nth) => ({
          tag: "button",
          element_id: `button${nth}`,
          text: { tag: "plain_text", content: label },
          behaviors: [{ type: "callback", value: { mw: data, in: isGroup ? "group" : "p2p" } }],
        })),
      ],
    },
  };
}

/**
 * Feishu's markdown knows tags that notify people or show pictures by keys of its own. Of an answer's
 * words they stay words.
 */
export const toMarkdown = (text: string): string =>
  text
    .replaceAll(
      /<(?=\/?(?:at|person|font|text_tag|number_tag|link|a|img|audio|record|local_datetime)\b)/gi,
      "&#60;",
    )
    .replaceAll(/!\[([^\]\n]*)\]\(/g, "[$1](");

/** The same for a plain text, where only mentions are tags. */
export const toPlainText = (text: string): string => text.replaceAll(/<(?=\/?at\b)/gi, "＜");
