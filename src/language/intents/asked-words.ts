import type { Language } from "../../domain/language.ts";
import type { Wall } from "../calendar/wall.ts";
import type { PlacedPiece, Side } from "../lexicon/asked-period.ts";
import { hasAny, type Phrase } from "../times/phrase.ts";

/** Wall times: from (inclusive) and to (exclusive). */
export interface AskedPeriod {
  readonly start: Wall;
  readonly end: Wall;
}

/** What is asked lies ahead ("what do I have this week") or behind ("what did I do this week"). */
export type Direction = "ahead" | "back";

/** The words of a question that say when. */
export interface AskedWords {
  readonly pieces: readonly PlacedPiece[];
  readonly phrases: readonly Phrase[];
  readonly now: Wall;
  readonly zone: string;
  readonly wake: boolean;
  readonly language: Language;
  readonly direction: Direction;
}

/** The word beside a time: in front of it, or in Chinese behind it. 三天后 has its own within. */
export function sideOf(phrase: Phrase, { pieces }: AskedWords): Side | undefined {
  const { at, end, deadline } = phrase;
  const beside = pieces.find(
    (piece) =>
      piece.is === "side" &&
      piece.at <= end + 1 &&
      piece.end >= at - wordsBetween &&
      (piece.at < at || piece.end > end || hasAny(phrase, ["deadline", "vague", "unread"])),
  );
  const side = beside?.is === "side" ? beside.side : undefined;
  return side ?? (deadline === true ? "before" : undefined);
}
/** "after the 3rd": characters of the words between. */
const wordsBetween = 12;
