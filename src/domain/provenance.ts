import { mayMakeAct } from "./passed-on.ts";

/**
 * Whose words a piece of a prompt is. `own_now`: typed by the person in this turn. `own_before`:
 * typed by them earlier. `app`: the product's fixed texts, and replies made of nothing foreign. All
 * others were, or may have been, written by other people.
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
  /** An earlier reply of the product's that was made from such words, not the words themselves. */
  readonly isEcho?: boolean;
}

const own: ReadonlySet<Provenance> = new Set(["own_now", "own_before", "app"]);

export const isForeign = (from: Provenance): boolean => !own.has(from);

/** The provenance stored on a message. `undefined`: it predates the mark and may hold anything. */
export const parseProvenances = (value: unknown): readonly Provenance[] | undefined =>
  Array.isArray(value) ? provenances.filter((from) => value.includes(from)) : undefined;

/**
 * The texts that the model of a turn has read so far, by provenance. Every tool that writes checks
 * it first.
 */
export interface TurnWords {
  /** Text that the person typed in this turn, without the passages that they quote. */
  readonly own: readonly string[];
  /**
   * Kinds of foreign text that the model has read. The set grows, because a tool's result may add
   * one.
   */
  readonly foreign: ReadonlySet<Provenance>;
  read(from: Provenance): void;
  /**
   * Foreign text that a reply is made of, to be stored with it. An earlier reply counts only for
   * what this one repeats, so that the mark ends at some point.
   */
  traceReply(reply: string): readonly Provenance[];
}

export function createTurnWords(pieces: readonly PromptPiece[]): TurnWords {
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
    traceReply(reply) {
      const echoed = pieces.filter(
        ({ from, text, isEcho }) => isForeign(from) && isEcho === true && hasCommonRun(reply, text),
      );
      return [...new Set([...read, ...echoed.map(({ from }) => from)])];
    },
  };
}

/** A run of this many words or Chinese characters in two texts is not a coincidence. */
const run = 6;

function hasCommonRun(reply: string, text: string): boolean {
  const runs = (of: string): string[] => {
    const words = of.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [];
    return Array.from({ length: Math.max(words.length - run + 1, 0) }, (_, at) =>
      words.slice(at, at + run).join(" "),
    );
  };
  const known = new Set(runs(text));
  return runs(reply).some((each) => known.has(each));
}

/**
 * Text in quotation marks was said by others, unless it is a short title: cancel “take insulin”.
 */
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

/** Longer than people type into a chat app: most of it was copied. */
const longestTyped = 1_000;

/** True if a message is its sender's own text: not forwarded and too short for a paste. */
export const isTyped = (message: {
  readonly text: string;
  readonly payload: { readonly forwarded?: boolean };
}): boolean => message.payload.forwarded !== true && message.text.length <= longestTyped;
