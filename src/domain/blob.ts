/** Bytes that events refer to by hash: the log is kept for ever, the bytes need not be. */
export interface Blob {
  /** SHA-256, as hex. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}
