import { pieces } from "./links.ts";

/** Text stays text: React escapes it, and only web addresses become links. */
export function MessageText({ text }: { text: string }) {
  return pieces(text).map((piece, index) =>
    piece.href === undefined ? (
      piece.text
    ) : (
      // The pieces of a text never change places, so their number is a good key.
      <a key={index} href={piece.href} target="_blank" rel="noopener noreferrer">
        {piece.text}
      </a>
    ),
  );
}
