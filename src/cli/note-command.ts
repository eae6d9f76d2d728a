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

/**
 * Commands that change or show other people's data are recorded in the audit, as operators' actions
 * on the page are.
 */
export const noteCommand = ({ db }: { readonly db: Database | Sql }, done: Done): Promise<void> =>
  noteAudit(db, systemClock, { ...done, by: commandLine });

/**
 * The same in a transaction of the owner's. A database older than the audit and a read-only copy
 * can't hold the entry. A sealed audit needs its key; one without a seal gets its first one here if
 * there is a key.
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
