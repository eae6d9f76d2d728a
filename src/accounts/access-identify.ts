import { type Chance, type Clock, iso } from "../domain/ports/clock.ts";
import type { Database } from "../store/database/database.ts";
import type { Projector } from "../store/log/projector.ts";
import { findBySecret } from "./access-grants.ts";
import { operatorCaller } from "./access-operator.ts";
import { callerOf, type Caller, isLive } from "./access-rows.ts";
import { hashSecret, idInSecret, isSameHash, plainAppPassword } from "./access-secret.ts";

export interface AccessOptions {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  /** From the settings. Each is valid. */
  readonly operatorTokens?: readonly string[] | undefined;
  /** How long a session that another system opened lasts: as long as another one when not set. */
  readonly signOnSessionMs?: number | undefined;
}

/** Known credentials: the operator's token and recently seen ones. */
export interface IdentifyContext extends AccessOptions {
  /** Changed in place when the settings are read again. */
  readonly operatorHashes: string[];
  readonly memory: Map<string, { readonly caller: Caller; readonly until: number }>;
  readonly listeners: Set<(ids: readonly string[]) => void>;
}

export type Identified =
  | { readonly kind: "known"; readonly caller: Caller }
  /** A credential that was valid once is not a guess and costs no attempt. */
  | { readonly kind: "ended" }
  | { readonly kind: "unknown" };

/** A token revoked by another process is refused here after this. */
const memoryLife = 2_000;
const memorySize = 5_000;
const lastUseStep = 60 * 60_000;

/** The owner of a secret. */
export async function identify(on: IdentifyContext, secret: string): Promise<Identified> {
  const now = on.clock.now();
  const secretHash = hashSecret(secret);
  const known = on.memory.get(secretHash);
  if (known !== undefined && known.until > now && (known.caller.expiresAt ?? Infinity) > now)
    return { kind: "known", caller: known.caller };
  const found = await lookUp(on, secret);
  on.memory.delete(secretHash);
  if (found.kind === "known") {
    const oldest = on.memory.keys().next();
    if (on.memory.size >= memorySize && oldest.done === false) on.memory.delete(oldest.value);
    on.memory.set(secretHash, { caller: found.caller, until: now + memoryLife });
  }
  return found;
}

async function lookUp(on: IdentifyContext, secret: string): Promise<Identified> {
  const shown = hashSecret(secret);
  if (on.operatorHashes.filter((known) => isSameHash(known, shown)).length > 0) {
    const caller = await operatorCaller(on.db);
    return caller === undefined ? { kind: "unknown" } : { kind: "known", caller };
  }
  if (idInSecret(secret) === undefined && plainAppPassword(secret) === undefined)
    return { kind: "unknown" };
  const row = await findBySecret(on.db, secret);
  // A link opens what it was made for and is good for nothing else.
  if (row === undefined || row.kind === "link" || row.kind === "export") return { kind: "unknown" };
  const now = on.clock.now();
  if (!isLive(row, now)) return { kind: "ended" };
  if (row.last_used_at === null || Date.parse(row.last_used_at) < now - lastUseStep) {
    await on.db.rows("update access_token set last_used_at = $2 where id = $1", [row.id, iso(now)]);
  }
  return { kind: "known", caller: callerOf(row) };
}

/** Credentials that have ended open nothing any more, here and where they opened something. */
export function forget(on: IdentifyContext, ids: readonly string[]): void {
  if (ids.length === 0) return;
  for (const [secretHash, known] of on.memory)
    if (ids.includes(known.caller.tokenId)) on.memory.delete(secretHash);
  for (const listener of on.listeners) listener(ids);
}
