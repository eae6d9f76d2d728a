import { mkdirSync } from "node:fs";
import type { Config } from "../config.ts";
import type { Chance } from "../domain/ports/clock.ts";
import type { Log } from "../domain/ports/log.ts";
import { readAnchors } from "../store/audit/audit-anchors.ts";
import { type AuditSeals, auditSeals } from "../store/audit/audit-seals.ts";
import { keyFile, type Keyring, type Keys, openKeyring } from "../store/secrets.ts";
import { backupDirectory } from "./chores.ts";

/** The keys of this installation. */
export interface KeySource {
  /** Created when they are first needed and missing. */
  readonly keys: Keys;
  /** Creates none: throws a `SealError` that says so. */
  readonly existing: Keys;
  readonly auditSeals: AuditSeals;
}

export function keySource(on: {
  readonly config: Config;
  readonly chance: Pick<Chance, "bytes">;
  readonly log: Log;
}): KeySource {
  const { config, chance, log } = on;
  const file = keyFile(config.data_dir);
  let keyring: Keyring | undefined;
  const open = (make: boolean): Keyring => {
    if (keyring !== undefined) return keyring;
    if (make) mkdirSync(config.data_dir, { recursive: true, mode: 0o700 });
    keyring = openKeyring({
      key: config.secret_key,
      file,
      make,
      randomBytes: (count) => chance.bytes(count),
    });
    if (keyring.readableByOthers)
      log.warn({ file }, "other users of this machine can read the key");
    return keyring;
  };
  const keys: Keys = () => open(true);
  const places = { dataDir: config.data_dir, backups: backupDirectory(config) };
  return {
    keys,
    existing: () => open(false),
    auditSeals: auditSeals(keys, () => readAnchors(places)),
  };
}
