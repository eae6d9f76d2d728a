import type { Language } from "../../domain/language.ts";
import { mayMatch } from "../text/may-match.ts";
import type { PeriodPattern, PlacedPiece } from "./asked-period.ts";
import { askedPeriods as en } from "./en/asked-periods.ts";
import { askedPeriods as zh } from "./zh/asked-periods.ts";

const patterns: Readonly<Record<Language, readonly PeriodPattern[]>> = { zh, en };

/** The pieces of a text from left to right; of two that overlap, the one that its list has first. */
export function periodPieces(text: string, language: Language): readonly PlacedPiece[] {
  const isPossible = mayMatch(text);
  const found: PlacedPiece[] = [];
  for (const { regex, read } of patterns[language].filter((each) => isPossible(each.regex)))
    for (const { index: at, 0: words, groups = {} } of text.matchAll(regex)) {
      const end = at + words.length;
      if (found.every((other) => at >= other.end || end <= other.at))
        found.push({ ...read(groups), at, end });
    }
  return found.toSorted((a, b) => a.at - b.at);
}
