import type { Actor, AuditEntry, AuditNote } from "../../domain/views/audit.ts";
import { type Clock, iso } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import { engine } from "../../domain/principal.ts";
import type { Database, Sql } from "../database/database.ts";

/**
 * Writes an audit entry in the caller's transaction, so that an action and its entry are committed
 * together. The database assigns number and hashes, the product the seal.
 */
export async function noteAudit(
  sql: Sql | Database,
  clock: Pick<Clock, "now">,
  note: AuditNote,
): Promise<void> {
  if ("transaction" in sql)
    return sql.transaction(engine, (inside) => noteAudit(inside, clock, note));
  const { by } = note;
  const [entry] = await sql.rows<{ id: number; hash: string }>(
    `insert into audit_entry (at, action, outcome, actor, actor_account_id, role, account_id, subject, network, details)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id, hash`,
    [
      iso(clock.now()),
      note.action,
      note.outcome ?? "done",
      by.credential,
      by.accountId,
      by.role,
      note.accountId ?? null,
      note.subject ?? null,
      by.network,
      JSON.stringify(note.details ?? {}),
    ],
  );
  if (entry === undefined || sql.auditSeals === undefined) return;
  const { keyId, seal } = sql.auditSeals.seal(entry);
  await sql.rows("insert into audit_seal (id, key_id, seal) values ($1, $2, $3)", [
    entry.id,
    keyId,
    seal,
  ]);
}

/**
 * Seals an audit that predates seals; its first seal covers every hash before it. If anchors of a
 * sealed chain exist but the seals are gone, nothing is sealed over: `verifyChain` reports the
 * problem.
 */
export async function beginSeals(
  on: { readonly db: Database; readonly clock: Pick<Clock, "now">; readonly log: Log },
  by: Actor,
): Promise<void> {
  const seals = on.db.auditSeals;
  if (seals === undefined) return;
  const anchors = await seals.anchors();
  await on.db.transaction(engine, async (sql) => {
    const [last] = await sql.rows<{ id: number; hash: string; keyId: string; seal: string }>(
      `select e.id, e.hash, s.key_id as "keyId", s.seal from audit_seal s join audit_entry e using (id) order by id desc limit 1`,
    );
    if (last !== undefined && seals.holds(last) === undefined)
      on.log.warn(
        { key: last.keyId },
        "the audit was sealed with a key that is missing here; give every process of a database the same key",
      );
    const [end] = await sql.rows<{ id: number }>("select id from audit_head where id > 0");
    if (end === undefined || last !== undefined || anchors.length > 0) return;
    await noteAudit(sql, on.clock, { action: "audit_sealed", by, details: { through: end.id } });
  });
}

export interface AuditQuery {
  readonly before?: number | undefined;
  readonly action?: string | undefined;
  readonly accountId?: string | undefined;
  readonly outcome?: string | undefined;
  readonly limit: number;
}

/** Newest first. */
export function listAudit(sql: Sql, query: AuditQuery): Promise<AuditEntry[]> {
  return sql.rows<AuditEntry>(
    `select id, at, action, outcome, actor, actor_account_id, role, account_id, subject, network, details, hash from audit_entry
     where id < coalesce($1::bigint, 9223372036854775807) and ($2::text is null or action = $2) and ($3::text is null or outcome = $3)
       and ($4::text is null or account_id = $4 or actor_account_id = $4)
     order by id desc limit $5`,
    [
      query.before ?? null,
      query.action ?? null,
      query.outcome ?? null,
      query.accountId ?? null,
      query.limit,
    ],
  );
}
