import type { JsonObject } from "../json.ts";
import type { Role } from "../role.ts";

/** The actor of an audit entry. */
export interface Actor {
  /** A token's id, or where a command came from: `command_line`, `start`. */
  readonly credential: string;
  readonly accountId: string | null;
  readonly role: Role | null;
  /** Where the call came from. Not the address of one machine where a network stands for it. */
  readonly network: string | null;
}

/** An operator's action, or a refused one. Ids and codes only, never a person's words. */
export interface AuditNote {
  readonly action: string;
  readonly by: Actor;
  readonly outcome?: "done" | "refused" | undefined;
  /** The account that it was done to. */
  readonly accountId?: string | null | undefined;
  readonly subject?: string | null | undefined;
  readonly details?: JsonObject | undefined;
}

export interface AuditEntry {
  readonly id: number;
  readonly at: string;
  readonly action: string;
  readonly outcome: "done" | "refused";
  readonly actor: string;
  readonly actor_account_id: string | null;
  readonly role: Role | null;
  readonly account_id: string | null;
  readonly subject: string | null;
  readonly network: string | null;
  readonly details: JsonObject;
  readonly hash: string;
}

/**
 * The result of checking the whole chain. Comparing the last hash with a copy kept elsewhere shows
 * that the chain was not replaced.
 */
export interface ChainReport {
  readonly ok: boolean;
  readonly entries: number;
  readonly last_hash: string;
  /** The first row that is not as it was written, or whose predecessor is gone. */
  readonly broken_at: number | null;
  readonly problem: ChainProblem | null;
  /** The first entry that was sealed with the key. Those before stand by the chain's hashes alone. */
  readonly sealed_from: number | null;
  /** How many ends of the chain, noted outside of the database, were found in it. */
  readonly anchors: number;
}

/**
 * What is wrong with an entry: not as it was written, gone, put in behind the end, gone from the end, sealed by another key's owner, not sealed
 * at all, or sealed with a key that is not here.
 */
export type ChainProblem = (typeof chainProblems)[number];

export const chainProblems = [
  "changed",
  "missing",
  "put_in",
  "cut_off",
  "forged",
  "unsealed",
  "unknown_key",
] as const;
