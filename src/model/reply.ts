import type { ModelChunk } from "../domain/ports/model.ts";
import { thinkFilter } from "./think-filter.ts";

/**
 * The text of the answer while it grows. What `onChunk` got since the last restart is always
 * exactly the answer so far.
 */
export interface Reply {
  /**
   * Adds a piece of the model's raw text. Returns whether the answer is full: then the rest is
   * ignored.
   */
  push(delta: string): boolean;
  /** Adds a piece of the model's reasoning, where its provider sends that apart from the answer. */
  think(delta: string): void;
  /** The model is done: returns the answer. */
  finish(): string;
  /** Drops all text and makes the reader of the stream do the same. */
  startOver(): void;
}

// White space at the end waits for what follows, so that none ends the answer; half a surrogate pair waits for its other half.
const unsettled = /[\s\ud800-\udbff]+$/;

export function startReply(
  onChunk: (chunk: ModelChunk) => void,
  maxChars: number,
  onThought?: (text: string) => void,
): Reply {
  let filter = thinkFilter();
  let shown = "";
  let held = "";
  let full = false;
  let thought = false;

  function show(text: string): void {
    if (text === "") return;
    shown += text;
    onChunk({ kind: "text", text });
  }

  function forget(): void {
    if (shown !== "" || thought) onChunk({ kind: "restart" });
    thought = false;
    shown = "";
    held = "";
  }

  function cut(text: string): void {
    const kept = cutText(text, maxChars - ellipsis.length).trimEnd() + ellipsis;
    if (!kept.startsWith(shown)) forget();
    show(kept.slice(shown.length));
    full = true;
  }

  function take(visible: string): void {
    // PostgreSQL can't store NUL, and no answer needs it.
    const arrived = held + visible.replaceAll("\0", "");
    const waiting = shown === "" ? arrived.trimStart() : arrived;
    if (shown.length + waiting.length > maxChars) {
      cut((shown + waiting).toWellFormed());
      return;
    }
    const settled = waiting.replace(unsettled, "");
    held = waiting.slice(settled.length);
    show(settled.toWellFormed());
  }

  function think(text: string): void {
    // Reasoning is shown only before the answer begins.
    if (text === "" || onThought === undefined || shown !== "") return;
    thought = true;
    onThought(text.replaceAll("\0", "").toWellFormed());
  }

  return {
    think,
    push: (delta) => {
      if (full) return true;
      const visible = filter.push(delta);
      if (visible.forget) forget();
      think(visible.thought);
      take(visible.text);
      return full;
    },
    finish: () => {
      if (!full) take(filter.end());
      return shown;
    },
    startOver: () => {
      forget();
      filter = thinkFilter();
      full = false;
    },
  };
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const ellipsis = "…";

/** At most `max` UTF-16 units of `text`, never half a character: an emoji with its modifiers stays whole or goes. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  // A boundary depends only on what is near it, so a short stretch around the cut is enough to look at.
  const from = Math.max(0, max - 1_000);
  let end = from;
  for (const { index, segment } of graphemes.segment(text.slice(from, max + 200))) {
    if (from + index + segment.length > max) break;
    end = from + index + segment.length;
  }
  return text.slice(0, end);
}
