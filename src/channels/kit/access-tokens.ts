import type { Clock } from "../../domain/ports/clock.ts";
import type { ApiTrouble } from "./json-api.ts";

/** A token for a while, as vendors give it for an app's id and secret. */
export interface GivenToken {
  readonly token: string;
  readonly livesMs: number;
}

export interface AccessTokens {
  get(): Promise<string | ApiTrouble>;
  /** The vendor refuses it. The next call asks for another. */
  forget(token: string): void;
}

/** Before its end, so that it does not end on its way. */
const marginMs = 120_000;

/** Asks once, however many calls wait for it. */
export function createAccessTokens(
  clock: Pick<Clock, "now">,
  ask: () => Promise<GivenToken | ApiTrouble>,
): AccessTokens {
  let held: { readonly token: string; readonly until: number } | undefined;
  let asking: Promise<string | ApiTrouble> | undefined;
  const renew = async (): Promise<string | ApiTrouble> => {
    const given = await ask();
    if (!("token" in given)) return given;
    held = { token: given.token, until: clock.now() + Math.max(0, given.livesMs - marginMs) };
    return given.token;
  };
  return {
    get() {
      if (held !== undefined && held.until > clock.now()) return Promise.resolve(held.token);
      asking ??= renew().finally(() => (asking = undefined));
      return asking;
    },
    forget(token) {
      if (held?.token === token) held = undefined;
    },
  };
}
