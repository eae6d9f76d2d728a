import type { Caller } from "../../accounts/access-rows.ts";
import { type ProofDeps, provenAgain } from "../../accounts/fresh-proof.ts";
import type { RateLimit } from "../../accounts/rate-limit.ts";
import type { AuditTrail } from "./audit-trail.ts";
import { countFailure } from "./failed-attempts.ts";
import { refuse } from "./failure.ts";
import type { Peer } from "./peer.ts";

export interface ProvenDeps extends ProofDeps {
  readonly limits: { readonly signIn: RateLimit };
  readonly audit: AuditTrail;
}

interface Asked {
  readonly caller: Caller;
  readonly peer: Peer;
  readonly path: string;
  readonly proof: unknown;
}

/** Lets a call go on whose person is present now. Wrong proofs are counted as wrong sign-ins are. */
export async function assertProven(
  on: ProvenDeps,
  { caller, peer, path, proof }: Asked,
): Promise<void> {
  const shown = proof === undefined ? undefined : typeof proof === "string" ? proof.trim() : "";
  const result = await provenAgain(on, { caller, proof: shown });
  if (result === "proven") return;
  if (result === "missing") throw refuse("proof_required");
  await on.audit.refused({ action: "access_refused", path, code: "code_not_valid", peer, caller });
  countFailure(on.limits.signIn, { peer, secret: shown ?? "" });
  throw refuse("code_not_valid");
}
