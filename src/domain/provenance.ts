/**
 * Whose words a piece of a prompt is. `own_now`: typed by the person in this turn. `own_before`: typed by them earlier. `app`: our
 * own fixed words and replies made of nothing foreign. The others were written by somebody else, or may have been.
 */
const provenances = ["own_now", "own_before", "app", "file", "quote", "friend", "member", "tool", "card"] as const;

export type Provenance = (typeof provenances)[number];

export interface PromptPiece {
  readonly from: Provenance;
  readonly text: string;
}

const own: ReadonlySet<Provenance> = new Set(["own_now", "own_before", "app"]);

export const isForeign = (from: Provenance): boolean => !own.has(from);

/** The mark of a stored message. `undefined`: it was kept before marks were made and may hold anything. */
export const carriedIn = (value: unknown): readonly Provenance[] | undefined =>
  Array.isArray(value) ? provenances.filter((from) => value.includes(from)) : undefined;

/** What a turn's model has read so far, by whose words it is. Every tool that writes asks this first. */
export interface TurnWords {
  /** What the person typed in this turn; parts that they quote are left out. */
  readonly own: readonly string[];
  /** Kinds of foreign words that the model has read. They grow: a tool's answer may hold some. */
  readonly foreign: ReadonlySet<Provenance>;
  read(from: Provenance): void;
}

export function wordsOf(pieces: readonly PromptPiece[]): TurnWords {
  const foreign = new Set(pieces.map(({ from }) => from).filter(isForeign));
  return {
    own: pieces.filter(({ from }) => from === "own_now").map(({ text }) => withoutQuotes(text)),
    foreign,
    read: (from) => void (isForeign(from) && foreign.add(from)),
  };
}

/** What somebody quotes or passes on was said by others. */
const quotedParts = /```[\s\S]*?(?:```|$)|^\s*>.*$|“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》|"[^"]*"/gmu;

export const withoutQuotes = (text: string): string => text.replaceAll(quotedParts, " ");

/** Longer than people write to a chat app: most of it was copied from elsewhere. */
const longestTyped = 1_000;

/** Whether a message holds its sender's own words: nothing that was forwarded, nothing that only fits a paste. */
export const isTyped = (message: { readonly text: string; readonly payload: { readonly [key: string]: unknown } }): boolean =>
  message.payload["forwarded"] !== true && message.text.length <= longestTyped;
