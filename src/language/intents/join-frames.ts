import type { Prepared } from "../text/prepare.ts";
import type { Span } from "../text/titles.ts";
import * as en from "../lexicon/en/join.ts";
import { wordsOf } from "../lexicon/words.ts";
import * as zh from "../lexicon/zh/join.ts";
import { isPerson } from "../lexicon/zh/invitations.ts";
import { nameMask } from "../text/characters.ts";

const lexicon = wordsOf(zh, en);

/** Words that add a person to something. */
export interface Joining extends Span {
  /**
   * It speaks of what exists, whatever that is. Otherwise it might as well be about something new.
   */
  readonly isSure: boolean;
}

/** The frame around these names, within their clause. */
export function joiningIn(
  { text, language }: Prepared,
  names: Span,
  clause: Span,
): Joining | undefined {
  // One character stands for each name, so that a frame keeps its length.
  const masked = `${text.slice(clause.at, names.at)}${nameMask}${text.slice(names.end, clause.end)}`;
  const longer = names.end - names.at - 1;
  for (const isSure of [true, false])
    for (const frame of lexicon[language][isSure ? "sure" : "unsure"]) {
      const found = frame.exec(masked);
      const at = clause.at + (found?.index ?? 0);
      if (found !== null) return { at, end: at + found[0].length + longer, isSure };
    }
  return undefined;
}

/** A person of whom only the name is known. */
export function strangerIn({
  text,
  raw,
  language,
}: Prepared): (Joining & { readonly who: Span }) | undefined {
  const found = lexicon[language].stranger.exec(language === "zh" ? text : raw);
  const name = found?.[1];
  if (found === null || name === undefined || (language === "zh" && !isPerson(name)))
    return undefined;
  const at = found.index + found[0].indexOf(name, 1);
  return {
    at: found.index,
    end: found.index + found[0].length,
    isSure: true,
    who: { at, end: at + name.length },
  };
}
