/** Turns text into speech. */
export interface Speaker {
  /** A voice message (Opus in OGG); undefined where the server gave none. Never rejects for a network error. */
  speak(text: string, signal: AbortSignal): Promise<Uint8Array | undefined>;
}
