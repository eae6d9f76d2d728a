import { createHash } from "node:crypto";
import type { LinkCodes } from "../domain/ports/link-codes.ts";
import type { Keys } from "./secrets.ts";

const hash = (code: string): string => createHash("sha256").update(code).digest("hex");

export function openLinkCodes(keys: Keys): LinkCodes {
  return {
    make(purpose, keyId) {
      const keyring = keys();
      const code = keyring.derive(purpose, keyId ?? keyring.keyId);
      return code === undefined
        ? undefined
        : { code, hash: hash(code), keyId: keyId ?? keyring.keyId };
    },
    hash,
  };
}
