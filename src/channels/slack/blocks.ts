import type { Button } from "../kit/buttons.ts";
import { type Entity, format } from "../kit/markdown.ts";

export interface SlackBody {
  /** For notifications, and where blocks are not shown. */
  readonly text: string;
  readonly blocks: readonly object[];
}

/** In a text these would be commands of Slack's, such as one that notifies everyone. */
export const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * Rich text, in which words are nothing but words. Slack's own markup would notify people by what is
 * in an answer, and shows no bold between Chinese characters.
 */
export function createBody(markdown: string, buttons: readonly Button[] = []): SlackBody {
  const { text, entities } = format(markdown);
  return {
    text: escapeText(text),
    blocks: [
      { type: "rich_text", elements: createElements(text, entities) },
      ...(buttons.length === 0 ? [] : [{ type: "actions", elements: buttons.map(toElement) }]),
    ],
  };
}

const toElement = ({ data, label }: Button, nth: number): object => ({
  type: "button",
  action_id: `mw${nth}`,
  text: { type: "plain_text", text: label, emoji: true },
  value: data,
});

const styles = { bold: "bold", italic: "italic", strikethrough: "strike", code: "code" } as const;

/** Paragraphs, and code between them. */
function createElements(text: string, entities: readonly Entity[]): readonly object[] {
  const elements: object[] = [];
  const addText = (from: number, to: number): void => {
    const pieces = createPieces(text, { from, to, entities });
    if (pieces.length > 0) elements.push({ type: "rich_text_section", elements: pieces });
  };
  let at = 0;
  for (const { type, offset, length } of entities) {
    if (type !== "pre") continue;
    addText(at, offset);
    const code = text.slice(offset, offset + length);
    elements.push({ type: "rich_text_preformatted", elements: [{ type: "text", text: code }] });
    at = offset + length;
  }
  addText(at, text.length);
  return elements;
}

/** Stretches of one style each. */
function createPieces(
  text: string,
  { from, to, entities }: { from: number; to: number; entities: readonly Entity[] },
): readonly object[] {
  const inside = entities.filter(
    ({ type, offset, length }) => type !== "pre" && offset >= from && offset + length <= to,
  );
  const cuts = new Set([from, to, ...inside.flatMap((each) => [each.offset, endOf(each)])]);
  const bounds = [...cuts].toSorted((a, b) => a - b);
  return bounds.slice(0, -1).flatMap((start, nth) => {
    const end = bounds[nth + 1] ?? to;
    const style = Object.fromEntries(
      inside
        .filter((each) => each.offset <= start && endOf(each) >= end)
        .flatMap(({ type }) => (type === "pre" ? [] : [[styles[type], true] as const])),
    );
    return createWords(text.slice(start, end), style);
  });
}

const endOf = ({ offset, length }: Entity): number => offset + length;

/** Addresses can be clicked on. */
function createWords(words: string, style: object): readonly object[] {
  const styled = Object.keys(style).length === 0 ? {} : { style };
  return words
    .split(/(https?:\/\/[^\s<>"'）」】，。；！？]+[^\s<>"'）」】，。；！？.,;:!?)\]])/u)
    .map((piece, nth) =>
      nth % 2 === 1
        ? { type: "link", url: piece, ...styled }
        : { type: "text", text: piece, ...styled },
    )
    .filter((piece) => !("text" in piece) || piece.text !== "");
}
