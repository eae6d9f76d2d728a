import type { Clock } from "../../domain/ports/clock.ts";
import { type ApiAnswer, type ApiTrouble, asNotSent } from "./json-api.ts";
import { numberOf, textOf } from "./json-fields.ts";
import { perAccount } from "./per-account.ts";

/** A token for a while, as vendors give it for an app's id and secret. */
export interface GivenToken {
  readonly token: string;
  readonly livesMs: number;
}

interface AccessTokens {
  get(): Promise<string | ApiTrouble>;
  /** The vendor refuses it. The next call asks for another. */
  forget(token: string): void;
}

/** Before its end, so that it does not end on its way. */
const marginMs = 120_000;

/** Asks once, however many calls wait for it. */
function createAccessTokens(
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

/** Calls that carry a token of the app. */
export interface TokenCalls<App> {
  tokenOf(app: App): Promise<string | ApiTrouble>;
  /** Calls with the app's token, and once more with a fresh one where the vendor says that it has ended. */
  call(app: App, ask: (token: string) => Promise<ApiAnswer>): Promise<ApiAnswer>;
}

export function createTokenCalls<App extends { readonly id: string }>(
  clock: Pick<Clock, "now">,
  how: {
    askToken(app: App): Promise<GivenToken | ApiTrouble>;
    /** Codes that say that the token has ended, or never was one. */
    readonly stale: readonly string[];
  },
): TokenCalls<App> {
  const tokensOf = perAccount((app: App) => createAccessTokens(clock, () => how.askToken(app)));
  return {
    tokenOf: (app) => tokensOf(app).get(),
    async call(app, ask) {
      const tokens = tokensOf(app);
      const token = await tokens.get();
      if (typeof token !== "string") return asNotSent(token);
      const said = await ask(token);
      if (said.kind !== "error" || !how.stale.includes(said.code)) return said;
      tokens.forget(token);
      const fresh = await tokens.get();
      return typeof fresh === "string" ? ask(fresh) : asNotSent(fresh);
    },
  };
}

/** The token in a vendor's answer, by the names of its fields there. */
export function tokenIn(
  said: ApiAnswer,
  names: { readonly token: string; readonly seconds: string },
): GivenToken | ApiTrouble {
  if (said.kind !== "ok") return said;
  const token = textOf(said.result[names.token]);
  const seconds = numberOf(said.result[names.seconds]) ?? 0;
  return token === undefined
    ? { kind: "error", status: 500, code: "" }
    : { token, livesMs: seconds * 1_000 };
}
