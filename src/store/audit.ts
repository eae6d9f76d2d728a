import { createHash } from "node:crypto";
import type { AuditEntry, AuditNote, ChainReport } from "../domain/audit.ts";
import { type Clock, iso } from "../domain/clock.ts";
import type { Sql } from "./database.ts";

/** In the caller's transaction: what was done and that it was done stand or fall together. The database makes number and hashes. */
export async function noteAudit(sql: Sql, clock: Pick<Clock, "now">, note: AuditNote): Promise<void> {
  const { by } = note;
  await sql.rows(
    `insert into audit_entry (at, action, outcome, actor, actor_account_id, role, account_id, subject, network, details)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
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
}

export interface AuditQuery {
  readonly before?: number | undefined;
  readonly action?: string | undefined;
  readonly accountId?: string | undefined;
  readonly outcome?: string | undefined;
  readonly limit: number;
}

/** The newest first. */
export function listAudit(sql: Sql, query: AuditQuery): Promise<AuditEntry[]> {
  return sql.rows<AuditEntry>(
    `select id, at, action, outcome, actor, actor_account_id, role, account_id, subject, network, details, hash from audit_entry
     where id < coalesce($1::bigint, 9223372036854775807) and ($2::text is null or action = $2) and ($3::text is null or outcome = $3)
       and ($4::text is null or account_id = $4 or actor_account_id = $4)
     order by id desc limit $5`,
    [query.before ?? null, query.action ?? null, query.outcome ?? null, query.accountId ?? null, query.limit],
  );
}

interface Link {
  readonly id: number;
  readonly body: string;
  readonly previous_hash: string;
  readonly hash: string;
}

const origin = "0".repeat(64);
const atOnce = 5_000;

/**
 * Reads the chain from its first row to its end. The hashes are made anew here and not by the database: whoever can change
 * rows can change its functions, too.
 */
export async function verifyChain(sql: Sql): Promise<ChainReport> {
  // Before the rows: entries that come meanwhile are behind this end.
  const [head = { id: 0, hash: origin }] = await sql.rows<{ id: number; hash: string }>("select id, hash from audit_head");
  let last = { id: 0, hash: origin };
  const broken = (id: number, problem: NonNullable<ChainReport["problem"]>): ChainReport => ({
    ok: false,
    entries: last.id,
    last_hash: last.hash,
    broken_at: id,
    problem,
  });
  for (;;) {
    const links = await readLinks(sql, last.id, head.id);
    for (const link of links) {
      if (link.id !== last.id + 1) return broken(last.id + 1, "missing");
      const hash = createHash("sha256").update(`${last.hash}\n${link.body}`).digest("hex");
      if (link.previous_hash !== last.hash || link.hash !== hash) return broken(link.id, "changed");
      last = { id: link.id, hash };
    }
    if (links.length < atOnce) break;
  }
  if (last.id !== head.id || last.hash !== head.hash) return broken(last.id + 1, "cut_off");
  const [stray] = await sql.rows<{ id: number }>(
    "select e.id from audit_entry e, audit_head h where e.id > h.id or e.id < 1 order by 1 limit 1",
  );
  if (stray !== undefined) return broken(stray.id, "put_in");
  return { ok: true, entries: last.id, last_hash: last.hash, broken_at: null, problem: null };
}

function readLinks(sql: Sql, after: number, through: number): Promise<Link[]> {
  return sql.rows<Link>(
    `select id, previous_hash, hash, jsonb_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), action, outcome,
       actor, actor_account_id, role, account_id, subject, network, details)::text as body
     from audit_entry where id > $1 and id <= $2 order by id limit $3`,
    [after, through, atOnce],
  );
}
