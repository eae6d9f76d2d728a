import type { Config } from "../config.ts";
import { keySource } from "../main/keys.ts";
import { rehearsalBySettings } from "../main/upgrade.ts";
import type { ConnectionSettings } from "../store/database/postgres-database.ts";
import { type DoneUpgrade, upgradeDatabase } from "../store/upgrade/upgrade.ts";
import { type Attached, type AttachOptions, quietLog, schemaVersions } from "./attach.ts";
import { CommandFailure } from "./command.ts";
import { chance } from "./keyring.ts";
import { systemClock } from "./system.ts";

/** Brings the database to this program's schema, as a start does. */
export function upgradeNow(connection: ConnectionSettings, config: Config): Promise<DoneUpgrade> {
  const { keys } = keySource({ config, chance, log: quietLog });
  const parts = { config, keys, clock: systemClock, chance, log: quietLog };
  return upgradeDatabase(connection, rehearsalBySettings(parts));
}

/** For commands that write: the tables must be those that this program knows. */
export async function assertSchema(
  on: Attached,
  { config, language }: Pick<AttachOptions, "config" | "language">,
): Promise<void> {
  if (on.how === "started") await upgradeNow(on.connection, config);
  const { found, ours } = await schemaVersions(on.connection);
  if (found !== ours) throw new CommandFailure(words.otherSchema(found, ours)[language]);
}

const words = {
  otherSchema: (found: number, ours: number) => ({
    en: `The database has schema ${found}, this program has ${ours}. Use the same version of Meanwhile for both.`,
    zh: `数据库的结构版本是 ${found}，本程序是 ${ours}。请使用同一版本的 Meanwhile。`,
  }),
};
