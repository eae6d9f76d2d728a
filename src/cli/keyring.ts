import type { Language } from "../domain/language.ts";
import { existsSync } from "node:fs";
import type { Config } from "../config.ts";
import { keyFile, type Keyring, openKeyring } from "../store/secrets.ts";
import { type Both, CommandFailure } from "./command.ts";
import { createSystemChance, systemClock } from "./system.ts";

export const chance = createSystemChance(() => systemClock.now());

/**
 * The keys of this installation. Where a key must exist already, none is created: a new key can't
 * decrypt old data.
 */
export function keyringOf(
  config: Config,
  of: { readonly make: boolean; readonly language: Language },
): Keyring {
  const file = keyFile(config.data_dir);
  if (!of.make && config.secret_key === undefined && !existsSync(file))
    throw new CommandFailure(words(file)[of.language]);
  return openKeyring({ key: config.secret_key, file, randomBytes: (count) => chance.bytes(count) });
}

const words = (file: string): Both => ({
  en: `There is no key here. Put the backup's key into ${file} or MEANWHILE_SECRET_KEY; nothing was changed.`,
  zh: `这里没有密钥。请把制作备份时的密钥放到 ${file} 或 MEANWHILE_SECRET_KEY；没有改动任何内容。`,
});
