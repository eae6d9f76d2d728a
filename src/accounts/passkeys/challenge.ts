import type { Clock } from "../../domain/ports/clock.ts";
import type { Keys } from "../../store/secrets.ts";
import { PasskeyRefused } from "./authenticator.ts";

/** What a challenge may be answered for. */
export interface ChallengeScope {
  readonly use: "add" | "sign_in";
  readonly host: string;
  /** The session that adds a passkey. */
  readonly session?: string | undefined;
}

export interface ChallengeDeps {
  readonly keys: Keys;
  readonly clock: Clock;
}

const purpose = "passkey";
/** People look for their phone. */
const lifeMs = 5 * 60_000;

/**
 * Sealed, so that nothing is stored for visitors who never come back, and any process can read what
 * another one gave out.
 */
export function makeChallenge({ keys, clock }: ChallengeDeps, scope: ChallengeScope): string {
  const sealed = keys().seal(JSON.stringify({ ...scope, at: clock.now() }), purpose);
  return Buffer.from(sealed).toString("base64url");
}

/** When it was given out, if it was given out for this. */
export function openChallenge(
  { keys, clock }: ChallengeDeps,
  challenge: string,
  scope: ChallengeScope,
): number {
  const found = tryOpen(() => keys().open(Buffer.from(challenge, "base64url").toString(), purpose));
  const isMeant =
    found?.use === scope.use && found.host === scope.host && found.session === scope.session;
  if (!isMeant) throw new PasskeyRefused("a challenge for something else");
  if (found.at + lifeMs <= clock.now()) throw new PasskeyRefused("took too long");
  return found.at;
}

function tryOpen(open: () => string): (ChallengeScope & { readonly at: number }) | undefined {
  try {
    return JSON.parse(open()) as ChallengeScope & { readonly at: number };
  } catch {
    return undefined;
  }
}
