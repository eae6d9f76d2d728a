/**
 * Addresses that are secrets: derived from the server's key and a purpose, so that they can be shown again, while the
 * database has only their hash.
 */
export interface LinkCodes {
  /** With the key that made an earlier one; without it, with the newest key. Undefined when that key is gone. */
  make(purpose: string, keyId?: string): LinkCode | undefined;
  hash(code: string): string;
}

export interface LinkCode {
  readonly code: string;
  readonly hash: string;
  readonly keyId: string;
}
