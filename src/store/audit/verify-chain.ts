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
 * Verifies the chain from its first row to its end. The hashes are computed here and not by the
 * database, because an attacker who can change rows can change its functions too. Seals are
 * verified if the key is available, and anchors that were recorded elsewhere are compared.
 */
export async function verifyChain(sql: Sql): Promise<ChainReport> {
  const seals = sql.auditSeals;
  const anchors = new Map(((await seals?.anchors()) ?? []).map(({ id, hash }) => [id, hash]));
  // Read before the rows, so that entries added meanwhile come after this end.
  const [head = { id: 0, hash: origin }] = await sql.rows<Chain["last"]>(
    "select id, hash from audit_head",
  );
  const chain: Chain = { last: { id: 0, hash: origin }, sealedFrom: null, anchors: 0 };
  for (;;) {
    const links = await readLinks(sql, chain.last.id, head.id);
    for (const link of links) {
      const problem = wrongWith(link, chain, { seals, anchor: anchors.get(link.id) });
      if (problem !== undefined)
        return reportOf(chain, {
          at: problem === "missing" ? chain.last.id + 1 : link.id,
          problem,
        });
      chain.last = { id: link.id, hash: link.hash };
      if (link.seal !== null) chain.sealedFrom ??= link.id;
      if (anchors.has(link.id)) chain.anchors += 1;
    }
    if (links.length < atOnce) break;
  }
  return reportOf(chain, findBrokenEnd(chain, head, anchors) ?? (await findStray(sql)));
}

/** The chain as far as it was read. */
interface Chain {
  last: { readonly id: number; readonly hash: string };
  sealedFrom: number | null;
  /** How many of the recorded ends were found. */
  anchors: number;
}

interface Break {
  readonly at: number;
  readonly problem: ChainProblem;
}

const reportOf = (chain: Chain, broken: Break | undefined): ChainReport => ({
  ok: broken === undefined,
  entries: chain.last.id,
  last_hash: chain.last.hash,
  broken_at: broken?.at ?? null,
  problem: broken?.problem ?? null,
  sealed_from: chain.sealedFrom,
  anchors: chain.anchors,
});

function findBrokenEnd(
  { last, sealedFrom }: Chain,
  head: Chain["last"],
  anchors: ReadonlyMap<number, string>,
): Break | undefined {
  const isCut = last.id !== head.id || last.hash !== head.hash;
  if (isCut || Math.max(0, ...anchors.keys()) > last.id)
    return { at: last.id + 1, problem: "cut_off" };
  // Anchors are recorded for a sealed chain only, so the seals were removed.
  return anchors.size > 0 && sealedFrom === null ? { at: 1, problem: "unsealed" } : undefined;
}

async function findStray(sql: Sql): Promise<Break | undefined> {
  const [stray] = await sql.rows<{ id: number }>(
    "select e.id from audit_entry e, audit_head h where e.id > h.id or e.id < 1 order by 1 limit 1",
  );
  return stray && { at: stray.id, problem: "put_in" };
}

function wrongWith(
  link: Link,
  { last, sealedFrom }: Chain,
  {
    seals,
    anchor,
  }: { readonly seals: AuditSeals | undefined; readonly anchor: string | undefined },
): ChainProblem | undefined {
  if (link.id !== last.id + 1) return "missing";
  const hash = createHash("sha256").update(`${last.hash}\n${link.body}`).digest("hex");
  if (link.previous_hash !== last.hash || link.hash !== hash) return "changed";
  if (seals === undefined) return undefined;
  if (anchor !== undefined && anchor !== hash) return "forged";
  if (link.seal === null || link.key_id === null)
    return sealedFrom === null ? undefined : "unsealed";
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
