/** Bytes that facts name by their hash and never hold: the log is kept for ever, and they need not be. */
export interface Blob {
  /** SHA-256, as hex. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}
