import { mkdirSync } from "node:fs";
import { keyFile } from "../cli/doctor/machine.ts";
import { assertKeyFits, type Keys } from "../store/channel-secrets.ts";
import { type Keyring, openKeyring } from "../store/secrets.ts";
import type { Base } from "./base.ts";

/** A wrong key is told at the start, before it seals anything. The key file is made when the first secret is. */
export async function openKeys({ config, store, chance, log }: Base): Promise<Keys> {
  let keyring: Keyring | undefined;
  const keys = (): Keyring => {
    if (keyring !== undefined) return keyring;
    mkdirSync(config.data_dir, { recursive: true, mode: 0o700 });
    const file = keyFile(config.data_dir);
    keyring = openKeyring({ key: config.secret_key, file, randomBytes: (count) => chance.bytes(count) });
    if (keyring.readableByOthers) log.warn({ file }, "other users of this machine can read the key");
    return keyring;
  };
  await assertKeyFits(store.db, keys);
  return keys;
}
