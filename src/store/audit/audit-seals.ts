import type { Keys } from "../channel-secrets.ts";
import type { Anchor } from "./audit-anchors.ts";

/** What makes and knows the seals of audit entries, beside a connection to the database. */
export interface AuditSeals {
  seal(entry: SealedText): { readonly keyId: string; readonly seal: string };
  /** Undefined: the key that it names is not here. */
  holds(entry: SealedText & { readonly keyId: string; readonly seal: string }): boolean | undefined;
  /** Ends of the chain that were noted outside of the database. */
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
