import { type Chance, type Clock, iso } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import type { Database, Sql } from "../store/database/database.ts";
import type { Projector } from "../store/log/projector.ts";
import { findBySecret, useUp } from "./access-grants.ts";
import { isRepeat } from "./access-operator.ts";
import { type Caller, isLive } from "./access-rows.ts";
import type { Access } from "./access.ts";

export interface ProofDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly access: Pick<Access, "identify">;
}

/**
 * `missing`: the session is too old to prove presence. `wrong`: the proof is invalid or of another
 * account.
 */
export type Proof = "proven" | "missing" | "wrong";

interface ProofRequest {
  readonly caller: Caller;
  readonly proof: string | undefined;
}

/** How long a proof counts, and how old a token has to be that a session made before it counts as one. */
export const proofLifeMs = 10 * 60_000;

/**
 * Whether the person behind the call is present now, and not only a browser that was left open. A token in the call itself is
 * proof enough, unless a session made it a moment ago. A session's holder shows again what people sign in with: a token, or the
 * code of a one-time link, which is used up. That counts for ten minutes. Neither a pairing code nor a token
 * that is younger than the session is a proof: a session can make both.
 */
export async function checkProof(on: ProofDeps, asked: ProofRequest): Promise<Proof> {
  const { caller, proof } = asked;
  if (caller.kind === "operator") return "proven";
  if (caller.kind === "service") return "wrong";
  if (caller.kind === "account")
    return (await isSeasoned(on, caller.tokenId)) ? "proven" : "missing";
  if (proof === undefined) return (await wasProven(on, caller.tokenId)) ? "proven" : "missing";
  const found = await on.access.identify(proof);
  const isGood =
    found.kind === "known"
      ? await isOlderToken(on.db, asked, found.caller)
      : await usesLink(on, asked, proof);
  if (!isGood) return "wrong";
  await on.db.rows("update access_token set proven_at = $2 where id = $1", [
    caller.tokenId,
    iso(on.clock.now()),
  ]);
  return "proven";
}

const since = ({ clock }: ProofDeps): string => iso(clock.now() - proofLifeMs);

async function isSeasoned(on: ProofDeps, tokenId: string): Promise<boolean> {
  const rows = await on.db.rows(
    "select 1 from access_token where id = $1 and (made_in is null or created_at <= $2)",
    [tokenId, since(on)],
  );
  return rows.length > 0;
}

async function wasProven(on: ProofDeps, sessionId: string): Promise<boolean> {
  const rows = await on.db.rows("select 1 from access_token where id = $1 and proven_at > $2", [
    sessionId,
    since(on),
  ]);
  return rows.length > 0;
}

/** The same person, with at least the rights that the session has. */
const isSamePerson = (
  { caller }: ProofRequest,
  shown: Pick<Caller, "accountId" | "role">,
): boolean =>
  shown.accountId === caller.accountId && (shown.role === caller.role || shown.role === "operator");

async function isOlderToken(sql: Sql, asked: ProofRequest, token: Caller): Promise<boolean> {
  if (!isSamePerson(asked, token) || !token.scopes.includes("*")) return false;
  // The operator's own token is in no table: no session made it.
  if (token.kind !== "account") return token.kind === "operator";
  const older = await sql.rows(
    "select 1 from access_token token join access_token session on session.id = $2 where token.id = $1 and token.created_at <= session.created_at",
    [token.tokenId, asked.caller.tokenId],
  );
  return older.length > 0;
}

async function usesLink(on: ProofDeps, asked: ProofRequest, code: string): Promise<boolean> {
  try {
    return await on.db.transaction(engine, async (sql) => {
      const row = await findBySecret(sql, code);
      if (row === undefined || row.kind !== "link" || !isLive(row, on.clock.now())) return false;
      if (!isSamePerson(asked, { accountId: row.account_id, role: row.role })) return false;
      await useUp(sql, on, row);
      return true;
    });
  } catch (error) {
    if (isRepeat(error)) return false;
    throw error;
  }
}
