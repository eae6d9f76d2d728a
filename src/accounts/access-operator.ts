import { Refusal } from "../domain/errors.ts";
import { engine } from "../domain/principal.ts";
import type { Database, Sql } from "../store/database/database.ts";
import {
  createOperatorAccount,
  endAccess,
  type Keeper,
  type NewAccount,
  operatorAccount,
  operatorCredential,
} from "./access-grants.ts";
import type { Caller } from "./access-rows.ts";

/** The operator's own token, which is in the settings and in no table. */
export interface OperatorContext extends Keeper {
  readonly db: Database;
  readonly operatorHashes: readonly string[];
  /** Cuts what these credentials opened. */
  forget(ids: readonly string[]): void;
}

export async function operatorCaller(sql: Sql): Promise<Caller | undefined> {
  const accountId = await operatorAccount(sql);
  if (accountId === undefined) return undefined;
  return {
    tokenId: operatorCredential,
    kind: "operator",
    role: "operator",
    accountId,
    scopes: ["*"],
    expiresAt: null,
    pageHash: null,
  };
}

export async function ensureOperator(
  on: OperatorContext,
  defaults: Omit<NewAccount, "displayName">,
): Promise<string> {
  await endSessionsOfReplacedToken(on);
  const known = await operatorAccount(on.db);
  if (known !== undefined) return known;
  try {
    return await on.db.transaction(engine, (sql) =>
      createOperatorAccount(sql, on, { ...defaults, displayName: null }),
    );
  } catch (error) {
    // Two processes may start for the first time together; the one that lost uses the winner's account.
    const winner = isRepeat(error) ? await operatorAccount(on.db) : undefined;
    if (winner === undefined) throw error;
    return winner;
  }
}

/** A session opened with the operator's token names that token's fingerprint, so that changing the token ends it. */
export const operatorOrigin = (operatorHash: string): string =>
  `${operatorCredential}:${operatorHash.slice(0, 16)}`;

export async function endSessionsOfReplacedToken(on: OperatorContext): Promise<void> {
  const ended = await on.db.transaction(engine, async (sql) => {
    const rows = await sql.rows<{ origin: string }>(
      "select distinct label as origin from access_token where kind = 'session' and revoked_at is null and label like $1",
      [`${operatorCredential}:%`],
    );
    const current = on.operatorHashes.map(operatorOrigin);
    return endAccess(
      sql,
      on,
      rows.map(({ origin }) => origin).filter((origin) => !current.includes(origin)),
    );
  });
  on.forget(ended);
}

export const isRepeat = (error: unknown): boolean =>
  error instanceof Refusal && error.code === "already_recorded";
