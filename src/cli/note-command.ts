import { existsSync } from "node:fs";
import type { Config } from "../config.ts";
import type { AuditNote } from "../domain/views/audit.ts";
import { keySource } from "../main/keys.ts";
import { auditSeals } from "../store/audit/audit-seals.ts";
import { noteAudit } from "../store/audit/audit.ts";
import type { Database, Sql } from "../store/database/database.ts";
import { quietLog } from "./attach.ts";
import { createSystemChance, systemClock } from "./system.ts";
import { commandLine } from "./token.ts";
import { keyFile } from "../store/secrets.ts";

type Done = Omit<AuditNote, "by">;

/** What a command did or showed of other people's belongs in the audit, beside what operators do on the page. */
export const noteCommand = ({ db }: { readonly db: Database | Sql }, done: Done): Promise<void> =>
  noteAudit(db, systemClock, { ...done, by: commandLine });

/**
 * The same in a transaction of the owner's. A database from before there was an audit, and a copy that takes no writes, have no place for it. An
 * audit that is sealed needs its key; one that has no seal yet gets its first here where there is a key.
 */
export async function noteAsOwner(sql: Sql, config: Config, done: Done): Promise<void> {
  const [place] = await sql.rows<{ writable: boolean }>(
    "select to_regclass('audit_seal') is not null and not pg_is_in_recovery() as writable",
  );
  if (place?.writable !== true) return;
  const isSealed = (await sql.rows("select from audit_seal limit 1")).length > 0;
  const chance = createSystemChance(() => systemClock.now());
  const { existing } = keySource({ config, chance, log: quietLog });
  const hasKey = config.secret_key !== undefined || existsSync(keyFile(config.data_dir));
  const sealed: Sql = isSealed || hasKey ? { ...sql, auditSeals: auditSeals(existing) } : sql;
  await noteAudit(sealed, systemClock, { ...done, by: commandLine });
}
