import type { Keys } from "../secrets.ts";

/** The end of the audit chain, recorded where the database's owner cannot change it. */
export interface Anchor {
  readonly at: string;
  readonly id: number;
  readonly hash: string;
  /**
   * A backup was restored at this point: later ends that were recorded before it can no longer be
   * found.
   */
  readonly restored?: boolean | undefined;
}

/** Seals and verifies audit entries, apart from the database connection. */
export interface AuditSeals {
  seal(entry: SealedText): { readonly keyId: string; readonly seal: string };
  /** Undefined if the key it names is missing. */
  holds(entry: SealedText & { readonly keyId: string; readonly seal: string }): boolean | undefined;
  /** Ends of the chain that were recorded outside the database. */
  anchors(): Promise<readonly Anchor[]>;
}

interface SealedText {
  readonly id: number;
  readonly hash: string;
}

const textOf = ({ id, hash }: SealedText): string => `${id}\n${hash}`;

export function auditSeals(
  keys: Keys,
  anchors: () => Promise<readonly Anchor[]> = async () => [],
): AuditSeals {
  return {
    seal(entry) {
      const keyring = keys();
      return {
        keyId: keyring.keyId,
        seal: keyring.mac("audit", textOf(entry), keyring.keyId) as string,
      };
    },
    holds(entry) {
      const ours = keys().mac("audit", textOf(entry), entry.keyId);
      return ours === undefined ? undefined : ours === entry.seal;
    },
    anchors,
  };
}
