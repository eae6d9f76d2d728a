import type { StreamNotice } from "../../domain/turn.ts";
import { type EndedText, sse } from "./stream-frames.ts";

type TextNotice = Exclude<StreamNotice, { readonly kind: "log" }>;

interface ShownText {
  readonly turnId: string;
  readonly attempt: number;
  /** Offset at which `text` begins. Above 0 the beginning is not known here yet. */
  start: number;
  text: string;
}

/**
 * The text that the running turn of one conversation has shown. Deltas carry their offset, so a
 * missed beginning can be filled in later from the stored text, however old that is.
 */
export class StreamText {
  #shown: ShownText | undefined;
  #over: string | undefined;

  /**
   * Applies a notice. Returns the frame for live clients, or undefined if the beginning is missing.
   */
  take(notice: TextNotice): Buffer | undefined {
    const { turnId, attempt, text } = notice;
    if (turnId === this.#over) return undefined;
    const now = this.#shown;
    if (now !== undefined && now.turnId === turnId && now.attempt > attempt) return undefined;
    const follows =
      now?.turnId === turnId &&
      now.attempt === attempt &&
      notice.at === now.start + now.text.length;
    if (notice.kind === "text") this.#shown = { turnId, attempt, start: 0, text };
    else if (follows) now.text += text;
    else this.#shown = { turnId, attempt, start: notice.at, text };
    if (this.missesBeginning) return undefined;
    return notice.kind === "text" || !follows
      ? this.snapshot()
      : sse("delta", { turn_id: turnId, attempt, at: notice.at, text });
  }

  get missesBeginning(): boolean {
    return this.#shown !== undefined && this.#shown.start > 0;
  }

  /**
   * Puts stored text before, or in place of, the known text. Returns the frame for live clients if
   * that completed it.
   */
  fill(stored: {
    readonly turnId: string;
    readonly attempt: number;
    readonly text: string;
  }): Buffer | undefined {
    const now = this.#shown;
    if (stored.turnId === this.#over) return undefined;
    if (now === undefined || now.turnId !== stored.turnId || now.attempt < stored.attempt) {
      this.#shown = { ...stored, start: 0 };
      return this.snapshot();
    }
    if (now.start === 0 || now.attempt !== stored.attempt || stored.text.length < now.start)
      return undefined;
    this.#shown = { ...stored, start: 0, text: stored.text.slice(0, now.start) + now.text };
    return this.snapshot();
  }

  /** The turn has ended or started over: the shown text is no longer valid. */
  end({ turnId, beforeAttempt }: EndedText): void {
    if (beforeAttempt === Infinity) this.#over = turnId;
    if (this.#shown?.turnId === turnId && this.#shown.attempt < beforeAttempt)
      this.#shown = undefined;
  }

  snapshot(): Buffer | undefined {
    const now = this.#shown;
    if (now === undefined || now.start > 0) return undefined;
    return sse("text", { turn_id: now.turnId, attempt: now.attempt, at: 0, text: now.text });
  }
}
