import { findRelated } from "./related-words.ts";
import { findSpans, readWish, type Span } from "./time-words.ts";
import { isCjkCharacter, listTerms } from "./tokens.ts";

export interface RecallQuery {
  /** The question counts most. */
  readonly text: string;
  /** The lines before it: they say what “it” is, with little weight. */
  readonly context?: string | undefined;
  /** The present, for “last week”. Without it such words say nothing. */
  readonly now?: number | undefined;
  readonly most: number;
}

/** One thing that is asked for, by any of its words. The best of them counts. */
export interface Concept {
  readonly weight: number;
  /** Whether it says something about the lines around, which who is named does not. */
  readonly spreads: boolean;
  readonly members: readonly { readonly term: string; readonly weight: number }[];
}

export interface Query {
  readonly concepts: readonly Concept[];
  /** Those whose words are asked for. */
  readonly speakers: ReadonlySet<string>;
  readonly spans: readonly Span[];
  readonly wish: ReturnType<typeof readWish>;
}

const weights = { related: 0.5, context: 0.15, speaker: 0.25, letter: 0.35, light: 0.7 };
/** Words that fit many things, and are said in other words as often. */
const lightWords = new Set(
  listTerms(
    `go come get take make have give put use start begin keep happen thing kind type sort different
    feel become work way know want like think time plan try new good great see look day find much many`,
  ),
);
/** A long message is searched for by its first words. */
const mostTerms = 64;

export function readQuery(asked: RecallQuery, isSpeaker: (name: string) => boolean): Query {
  const terms = [...new Set(listTerms(asked.text))].slice(0, mostTerms);
  const context = [...new Set(listTerms(asked.context ?? ""))]
    .filter((term) => !terms.includes(term))
    .slice(0, mostTerms);
  return {
    concepts: [
      ...terms.map((term) => toConcept(term, isSpeaker(term))),
      ...context.map((term) => ({
        weight: weights.context,
        spreads: true,
        members: [{ term, weight: 1 }],
      })),
    ],
    // A name in a line is mostly that of the one spoken to: who speaks tells more.
    speakers: new Set(terms.filter(isSpeaker)),
    spans: asked.now === undefined ? [] : findSpans(asked.text, asked.now),
    wish: readWish(asked.text),
  };
}

/** A single Chinese character says less than a word. */
const weighTerm = (term: string): number =>
  term.length === 1 && isCjkCharacter(term)
    ? weights.letter
    : lightWords.has(term)
      ? weights.light
      : 1;

const toConcept = (term: string, isName: boolean): Concept => ({
  weight: isName ? weights.speaker : weighTerm(term),
  spreads: !isName,
  members: [
    { term, weight: 1 },
    ...findRelated(term).map((other) => ({ term: other, weight: weights.related })),
  ],
});
