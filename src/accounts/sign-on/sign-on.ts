import { createHash, timingSafeEqual } from "node:crypto";
import { Refusal } from "../../domain/errors.ts";
import type { Log } from "../../domain/ports/log.ts";
import { OutboundFailure } from "../../domain/ports/http.ts";
import { engine } from "../../domain/principal.ts";
import type { Keys } from "../../store/secrets.ts";
import type { Issued } from "../access-grants.ts";
import type { Access } from "../access.ts";
import { type Claims, TokenRefused } from "./jwt.ts";
import { type AdmissionDeps, admit } from "./admit.ts";
import { hashOf, isLinked, unlinkPeople } from "./linked-people.ts";
import type { Provider } from "./provider.ts";

interface SignOnSettings {
  readonly issuer: string;
  /** The button's words. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly groupsClaim: string;
}

export interface SignOnDeps extends AdmissionDeps {
  readonly provider: Provider;
  readonly access: Pick<Access, "revoke">;
  readonly keys: Keys;
  readonly settings: SignOnSettings;
  readonly log: Log;
}

/** Sign-in by an OpenID provider: authorization code with PKCE, bound to the browser that began. */
export interface SignOn {
  readonly name: string;
  /** Where the browser goes, and what it has to bring back in a cookie. */
  begin(from: Beginning): Promise<{ readonly url: string; readonly kept: string }>;
  /** A one-time code for the page. */
  finish(back: Returned): Promise<Issued>;
  /** The provider says that a person signed out there. Ends the sessions that it opened. */
  signedOutThere(token: string): Promise<number>;
  /** Whether a person at the provider signs in to this account. */
  isLinked(accountId: string): Promise<boolean>;
  /** Ends the sign-in by the provider to this account, and the sessions that it opened. */
  unlink(accountId: string): Promise<void>;
}

interface Beginning {
  readonly redirectUri: string;
  /** The account that wants to be linked; undefined for a sign-in. */
  readonly linkTo?: string | undefined;
}

interface Returned {
  readonly query: URLSearchParams;
  readonly kept: string | undefined;
  readonly redirectUri: string;
}

interface Kept {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly until: number;
  readonly linkTo?: string | undefined;
}

const purpose = "single sign-on";
/** People type passwords and look for their second factor. */
const journeyMs = 10 * 60_000;

export function openSignOn(on: SignOnDeps): SignOn {
  const random = (): string => Buffer.from(on.chance.bytes(32)).toString("base64url");
  return {
    name: on.settings.name,
    begin: ({ redirectUri, linkTo }) =>
      explainFailure(on, async () => {
        const until = on.clock.now() + journeyMs;
        const kept: Kept = { state: random(), nonce: random(), verifier: random(), until, linkTo };
        const url = await on.provider.authorizationUrl({
          redirect_uri: redirectUri,
          scope: on.settings.scopes.join(" "),
          state: kept.state,
          nonce: kept.nonce,
          code_challenge: createHash("sha256").update(kept.verifier).digest("base64url"),
          code_challenge_method: "S256",
        });
        const sealed = on.keys().seal(JSON.stringify(kept), purpose);
        return { url, kept: Buffer.from(sealed).toString("base64url") };
      }),
    finish: ({ query, kept, redirectUri }) =>
      explainFailure(on, async () => {
        const journey = openKept(on, kept);
        const code = codeIn(query, { journey, issuer: on.settings.issuer });
        const { verifier } = journey;
        const claims = await on.provider.redeem({ code, verifier, redirectUri });
        if (typeof claims["nonce"] !== "string" || !isSame(claims["nonce"], journey.nonce))
          throw new TokenRefused("made for another sign-in");
        return admit(on, {
          who: { issuer: on.settings.issuer, subject: subjectOf(claims) },
          sid: typeof claims["sid"] === "string" ? claims["sid"] : undefined,
          groups: groupsOf(claims[on.settings.groupsClaim]),
          name: claims["name"] ?? claims["preferred_username"],
          zone: claims["zoneinfo"],
          linkTo: journey.linkTo,
        });
      }),
    signedOutThere: (token) =>
      explainFailure(on, async () => {
        const claims = await on.provider.verify(token);
        return endSessions(on, assertLogout(claims));
      }),
    isLinked: (accountId) => isLinked(on.db, { accountId, issuer: on.settings.issuer }),
    async unlink(accountId) {
      const subjects = await on.db.transaction(engine, (sql) =>
        unlinkPeople(sql, on, { accountId, issuer: on.settings.issuer }),
      );
      for (const sub of subjects) await endSessions(on, { sub, sid: undefined });
    },
  };
}

function openKept({ keys, clock }: SignOnDeps, kept: string | undefined): Kept {
  if (kept === undefined) throw new TokenRefused("begun in another browser");
  const found = tryOpen(() => keys().open(Buffer.from(kept, "base64url").toString(), purpose));
  if (found === undefined || found.until <= clock.now()) throw new TokenRefused("took too long");
  return found;
}

function tryOpen(open: () => string): Kept | undefined {
  try {
    return JSON.parse(open()) as Kept;
  } catch {
    return undefined;
  }
}

function codeIn(
  query: URLSearchParams,
  { journey, issuer }: { readonly journey: Kept; readonly issuer: string },
): string {
  if (!isSame(query.get("state") ?? "", journey.state)) throw new TokenRefused("another state");
  if (query.has("iss") && query.get("iss") !== issuer)
    throw new TokenRefused("the answer of another provider");
  const code = query.get("code");
  if (query.has("error") || code === null || code === "")
    throw new TokenRefused(`the provider refused: ${(query.get("error") ?? "").slice(0, 80)}`);
  return code;
}

const isSame = (a: string, b: string): boolean => {
  const [one, other] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
};

function subjectOf({ sub }: Claims): string {
  if (typeof sub !== "string" || sub === "" || sub.length > 255)
    throw new TokenRefused("does not name a person");
  return sub;
}

/** Most providers send a list, some one text. */
const groupsOf = (said: unknown): readonly string[] =>
  [said].flat().filter((group) => typeof group === "string");

interface Ended {
  readonly sub: string | undefined;
  readonly sid: string | undefined;
}

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/** OpenID Connect Back-Channel Logout 1.0, section 2.6. */
function assertLogout(claims: Claims): Ended {
  const { events, nonce } = claims;
  const isLogout = typeof events === "object" && events !== null && logoutEvent in events;
  if (!isLogout || nonce !== undefined) throw new TokenRefused("no word of a sign-out");
  const text = (value: unknown): string | undefined =>
    typeof value === "string" && value !== "" ? value : undefined;
  const ended = { sub: text(claims["sub"]), sid: text(claims["sid"]) };
  if (ended.sub === undefined && ended.sid === undefined)
    throw new TokenRefused("does not name a person");
  return ended;
}

/** With a session's name only what that session opened, otherwise everything of the person. */
async function endSessions(on: SignOnDeps, { sub, sid }: Ended): Promise<number> {
  const rows = await on.db.rows<{ id: string }>(
    `select id from access_token where kind = 'link' and label like 'sign\\_on:%'
       and ($1::text is null or split_part(label, ':', 2) = $1) and ($2::text is null or split_part(label, ':', 3) = $2)`,
    [
      sub === undefined ? null : hashOf(on.settings.issuer, sub),
      sid === undefined ? null : hashOf(sid),
    ],
  );
  for (const { id } of rows) await on.access.revoke(id);
  return rows.length;
}

/** People learn that it failed and what to do; the log has the reason. */
async function explainFailure<T>({ log }: SignOnDeps, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TokenRefused) {
      log.warn({ reason: error.message }, "a sign-in by the OpenID provider was refused");
      throw new Refusal("sign_on_refused");
    }
    if (error instanceof OutboundFailure) {
      log.warn({ reason: error.message }, "the OpenID provider can't be reached");
      throw new Refusal("sign_on_unavailable");
    }
    throw error;
  }
}
