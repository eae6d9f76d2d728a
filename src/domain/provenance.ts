import { mayMakeAct } from "./passed-on.ts";

/**
 * Whose words a piece of a prompt is. `own_now`: typed by the person in this turn. `own_before`: typed by them earlier. `app`: our
 * own fixed words and replies made of nothing foreign. The others were written by somebody else, or may have been.
 */
export const provenances = [
  "own_now",
  "own_before",
  "app",
  "file",
  "quote",
  "friend",
  "member",
  "tool",
  "card",
] as const;

export type Provenance = (typeof provenances)[number];

export interface PromptPiece {
  readonly from: Provenance;
  readonly text: string;
  /** A reply of ours from before that was made of such words, and not these words themselves. */
  readonly isEcho?: boolean;
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
  /** What a reply of this turn carries on: all foreign words that it was made of. Of an echo only what it repeats, so that the marks end some time. */
  carriedBy(reply: string): readonly Provenance[];
}

export function wordsOf(pieces: readonly PromptPiece[]): TurnWords {
  const foreign = new Set(pieces.map(({ from }) => from).filter(isForeign));
  const read = new Set(
    pieces.flatMap(({ from, isEcho }) => (isForeign(from) && isEcho !== true ? [from] : [])),
  );
  return {
    own: pieces.filter(({ from }) => from === "own_now").map(({ text }) => withoutQuotes(text)),
    foreign,
    read(from) {
      if (!isForeign(from)) return;
      foreign.add(from);
      read.add(from);
    },
    carriedBy(reply) {
      const echoed = pieces.filter(
        ({ from, text, isEcho }) => isForeign(from) && isEcho === true && repeats(reply, text),
      );
      return [...new Set([...read, ...echoed.map(({ from }) => from)])];
    },
  };
}

/** So many words, or Chinese characters, in a row that two texts have in common are no accident. */
const run = 6;

function repeats(reply: string, text: string): boolean {
  const runs = (of: string): string[] => {
    const words = of.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [];
    return Array.from({ length: Math.max(words.length - run + 1, 0) }, (_, at) =>
      words.slice(at, at + run).join(" "),
    );
  };
  const known = new Set(runs(text));
  return runs(reply).some((each) => known.has(each));
}

/** What stands in quotation marks was said by others, unless it is a short name for something: cancel “take insulin”. */
const quotedParts = /“[^”]*”|「[^」]*」|『[^』]*』|《[^》]*》|"[^"]*"/gu;

export const withoutQuotes = (text: string): string =>
  text.replaceAll(quotedParts, (quoted, at: number) =>
    isTitle(quoted, text.slice(0, at)) ? ` ${quoted.slice(1, -1)} ` : " ",
  );

const isTitle = (quoted: string, before: string): boolean =>
  quoted.length <= longestTitle && !mayMakeAct(quoted) && !spokenBefore.test(before);

const longestTitle = 32;
const spokenBefore =
  /(?:[:：,，]|\b(?:said|says|wrote|writes|texted|texts|asked|asks|replied|replies|messaged|(?:told|tells) (?:me|us)|goes|like|text|message)|[说写问回讲道])\s*$/iu;

/** Longer than people write to a chat app: most of it was copied from elsewhere. */
const longestTyped = 1_000;

/** Whether a message holds its sender's own words: nothing that was forwarded, nothing that only fits a paste. */
export const isTyped = (message: {
  readonly text: string;
  readonly payload: { readonly [key: string]: unknown };
}): boolean => message.payload["forwarded"] !== true && message.text.length <= longestTyped;
