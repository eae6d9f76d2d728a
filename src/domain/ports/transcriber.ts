import type { KeptMedia } from "./media.ts";

/** Turns speech into text. */
export interface Transcriber {
  /** The words; undefined where there are none or the server gave no answer. Never rejects for a network error. */
  transcribe(
    speech: Pick<KeptMedia, "bytes" | "type">,
    signal: AbortSignal,
  ): Promise<string | undefined>;
}
