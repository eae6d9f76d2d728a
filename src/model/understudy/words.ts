import type { LineKind } from "./line-kind.ts";

export type Mood = "warm" | "even" | "cool";

/**
 * What an understudy can say and do in one language. `{…}` are filled in; a text is only used where
 * all of its fields are known.
 */
export interface UnderstudyWords {
  /** `{name}` does it; `{who}` is the person who is answered. */
  readonly gestures: readonly string[];
  /** Gestures that fit what was just said. */
  readonly gesturesFor: Partial<Readonly<Record<LineKind, readonly string[]>>>;
  /** By kind of line, and by kind and mood where that matters. */
  readonly replies: Readonly<Partial<Record<LineKind | `${LineKind}/${Mood}`, readonly string[]>>>;
  /** For any line, when nothing else is left. */
  readonly anything: readonly string[];
  /** Answers that quote: `{quote}` is what was said, `{x}` who said it. */
  readonly quoting: {
    readonly asker: readonly string[];
    readonly other: readonly string[];
    readonly self: readonly string[];
  };
  /** A second sentence that comes back to something said earlier. */
  readonly comingBack: {
    readonly asker: readonly string[];
    readonly other: readonly string[];
  };
  readonly questions: readonly string[];
  readonly remarks: readonly string[];
}
