import { createHash } from "node:crypto";
import type { ChainProblem, ChainReport } from "../../domain/views/audit.ts";
import type { AuditSeals } from "./audit-seals.ts";
import type { Sql } from "../database/database.ts";

interface Link {
  readonly id: number;
  readonly body: string;
  readonly previous_hash: string;
  readonly hash: string;
  readonly key_id: string | null;
  readonly seal: string | null;
}

const origin = "0".repeat(64);
const atOnce = 5_000;

/**
 * Reads the chain from its first row to its end. The hashes are made anew here and not by the database: whoever can change
 * rows can change its functions, too. Where the key is at hand, seals are looked at as well, and ends that were noted elsewhere.
 */
export async function verifyChain(sql: Sql): Promise<ChainReport> {
  const seals = sql.auditSeals;
  const anchors = new Map(((await seals?.anchors()) ?? []).map(({ id, hash }) => [id, hash]));
  // Before the rows: entries that come meanwhile are behind this end.
  const [head = { id: 0, hash: origin }] = await sql.rows<{ id: number; hash: string }>(
    "select id, hash from audit_head",
  );
  let last = { id: 0, hash: origin };
  let sealedFrom: number | null = null;
  let found = 0;
  const report = (broken?: { at: number; problem: ChainProblem }): ChainReport => ({
    ok: broken === undefined,
    entries: last.id,
    last_hash: last.hash,
    broken_at: broken?.at ?? null,
    problem: broken?.problem ?? null,
    sealed_from: sealedFrom,
    anchors: found,
  });
  for (;;) {
    const links = await readLinks(sql, last.id, head.id);
    for (const link of links) {
      const problem = wrongWith(link, {
        last,
        isSealed: sealedFrom !== null,
        seals,
        anchor: anchors.get(link.id),
      });
      if (problem !== undefined)
        return report({ at: problem === "missing" ? last.id + 1 : link.id, problem });
      last = { id: link.id, hash: link.hash };
      if (link.seal !== null) sealedFrom ??= link.id;
      if (anchors.has(link.id)) found += 1;
    }
    if (links.length < atOnce) break;
  }
  if (last.id !== head.id || last.hash !== head.hash)
    return report({ at: last.id + 1, problem: "cut_off" });
  if (Math.max(0, ...anchors.keys()) > last.id)
    return report({ at: last.id + 1, problem: "cut_off" });
  // Ends are noted of a sealed chain only: somebody took the seals away.
  if (anchors.size > 0 && sealedFrom === null) return report({ at: 1, problem: "unsealed" });
  const [stray] = await sql.rows<{ id: number }>(
    "select e.id from audit_entry e, audit_head h where e.id > h.id or e.id < 1 order by 1 limit 1",
  );
  return stray === undefined ? report() : report({ at: stray.id, problem: "put_in" });
}

interface Before {
  readonly last: { readonly id: number; readonly hash: string };
  readonly isSealed: boolean;
  readonly seals: AuditSeals | undefined;
  readonly anchor: string | undefined;
}

function wrongWith(
  link: Link,
  { last, isSealed, seals, anchor }: Before,
): ChainProblem | undefined {
  if (link.id !== last.id + 1) return "missing";
  const hash = createHash("sha256").update(`${last.hash}\n${link.body}`).digest("hex");
  if (link.previous_hash !== last.hash || link.hash !== hash) return "changed";
  if (seals === undefined) return undefined;
  if (anchor !== undefined && anchor !== hash) return "forged";
  if (link.seal === null || link.key_id === null) return isSealed ? "unsealed" : undefined;
  const holds = seals.holds({ id: link.id, hash, keyId: link.key_id, seal: link.seal });
  if (holds === undefined) return "unknown_key";
  return holds ? undefined : "forged";
}

function readLinks(sql: Sql, after: number, through: number): Promise<Link[]> {
  return sql.rows<Link>(
    `select e.id, e.previous_hash, e.hash, s.key_id, s.seal,
       jsonb_build_array(e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.action, e.outcome,
         e.actor, e.actor_account_id, e.role, e.account_id, e.subject, e.network, e.details)::text as body
     from audit_entry e left join audit_seal s on s.id = e.id where e.id > $1 and e.id <= $2 order by e.id limit $3`,
    [after, through, atOnce],
  );
}
