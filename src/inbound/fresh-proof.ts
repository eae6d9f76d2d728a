import type { Chance, Clock } from "../domain/clock.ts";
import { engine } from "../domain/principal.ts";
import type { Database, Sql } from "../store/database.ts";
import type { Projector } from "../store/projector.ts";
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

/** `missing`: a session shows only that somebody was here once. `wrong`: what was shown is not good, or somebody else's. */
export type Proof = "proven" | "missing" | "wrong";

interface Asked {
  readonly caller: Caller;
  readonly proof: string | undefined;
  /** What the proof must be good for: an account's own matters, or an operator's. */
  readonly as: "self" | "operator";
}

/**
 * Whether whoever calls is here now, and not only a browser that was left open. A token in the call itself is proof enough. A
 * session's holder shows again what people sign in with: a token, or the code of a one-time link, which is used up. A pairing
 * code is no proof, and neither is a token that is younger than the session: a session can make both.
 */
export async function provenAgain(on: ProofDeps, asked: Asked): Promise<Proof> {
  const { caller, proof } = asked;
  if (caller.kind === "account" || caller.kind === "operator") return "proven";
  if (caller.kind === "service") return "wrong";
  if (proof === undefined) return "missing";
  const found = await on.access.identify(proof);
  const isGood = found.kind === "known" ? await isOlderToken(on.db, asked, found.caller) : await usesLink(on, asked, proof);
  return isGood ? "proven" : "wrong";
}

type Shown = Pick<Caller, "accountId" | "role">;

const fits = ({ caller, as }: Asked, shown: Shown): boolean =>
  shown.accountId === caller.accountId && (as === "self" || shown.role === caller.role);

async function isOlderToken(sql: Sql, asked: Asked, token: Caller): Promise<boolean> {
  if (!fits(asked, token) || !token.scopes.includes("*")) return false;
  // The operator's own token is in no table: no session made it.
  if (token.kind !== "account") return token.kind === "operator";
  const older = await sql.rows(
    "select 1 from access_token token join access_token session on session.id = $2 where token.id = $1 and token.created_at <= session.created_at",
    [token.tokenId, asked.caller.tokenId],
  );
  return older.length > 0;
}

async function usesLink(on: ProofDeps, asked: Asked, code: string): Promise<boolean> {
  try {
    return await on.db.transaction(engine, async (sql) => {
      const row = await findBySecret(sql, code);
      if (row === undefined || row.kind !== "link" || !isLive(row, on.clock.now())) return false;
      if (!fits(asked, { accountId: row.account_id, role: row.role })) return false;
      await useUp(sql, on, row);
      return true;
    });
  } catch (error) {
    if (isRepeat(error)) return false;
    throw error;
  }
}
