import { Refusal } from "../../domain/errors.ts";
import type { Caller } from "../../accounts/access-rows.ts";
import { type ProofDeps, checkProof } from "../../accounts/fresh-proof.ts";
import type { RateLimit } from "../../accounts/rate-limit.ts";
import type { AuditTrail } from "./audit-trail.ts";
import { countFailure } from "./failed-attempts.ts";
import type { Peer } from "./peer.ts";

export interface ProvenDeps extends ProofDeps {
  readonly limits: { readonly signIn: RateLimit };
  readonly audit: AuditTrail;
}

interface ProofRequest {
  readonly caller: Caller;
  readonly peer: Peer;
  readonly path: string;
  readonly proof: unknown;
}

/**
 * Lets a call continue if its person has just proven who they are. Wrong proofs count like failed
 * sign-ins.
 */
export async function assertProof(
  on: ProvenDeps,
  { caller, peer, path, proof }: ProofRequest,
): Promise<void> {
  const shown = proof === undefined ? undefined : typeof proof === "string" ? proof.trim() : "";
  const result = await checkProof(on, { caller, proof: shown });
  if (result === "proven") return;
  if (result === "missing") throw new Refusal("proof_required");
  await on.audit.recordRefused({
    action: "access_refused",
    path,
    code: "code_not_valid",
    peer,
    caller,
  });
  countFailure(on.limits.signIn, { peer, secret: shown ?? "" });
  throw new Refusal("code_not_valid");
}
