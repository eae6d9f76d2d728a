import type { Chance, Clock } from "../domain/ports/clock.ts";
import type { Log } from "../domain/ports/log.ts";
import type { SignInGrant } from "../domain/views/tool-sign-in.ts";
import type { ToolServer } from "../domain/views/tool-servers.ts";
import { ToolServerFailure } from "../mcp/client/connect.ts";
import { renewGrant } from "../mcp/client/sign-in.ts";
import type { SignedInDeps } from "../mcp/client/signed-in.ts";
import type { KeptToolServers } from "../store/tool-servers.ts";

export interface TokenDeps {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Pick<Log, "info"> & { addSecret(value: string): void };
  /** Where this server is kept: the installation's, or its owner's. */
  storeOf(server: ToolServer): Pick<KeptToolServers, "change">;
  /** A guarded `fetch` to the places where people sign in to this server. */
  signInFetch(server: ToolServer): typeof fetch;
}

/** A token is renewed so long before its end. */
const aheadMs = 30_000;
/** However often a server refuses or a place lets tokens end: no more renewals than this. */
const pauseMs = 30_000;
/** One process renews; others look again after this, for so long. */
const lookAgainMs = 250;
const renewalMs = 25_000;

/** Tokens of servers that people signed in to, renewed by one process at a time. */
export function openToolTokens(on: TokenDeps): SignedInDeps["tokenFor"] {
  return async (server, refused) => {
    const id = on.chance.id();
    const giveUpAt = on.clock.now() + renewalMs;
    for (;;) {
      const claimed = await claim(on, { server, refused, id });
      if (claimed.token !== undefined) return claimed.token;
      if (claimed.grant !== undefined) return renew(on, { server, grant: claimed.grant, id });
      if (on.clock.now() >= giveUpAt) throw new ToolServerFailure("too_slow");
      await on.clock.wait(lookAgainMs);
    }
  };
}

interface Claim {
  readonly server: ToolServer;
  readonly refused: string | undefined;
  readonly id: string;
}

interface Claimed {
  /** To be used as it is. */
  readonly token?: string;
  /** To be renewed by this process. Neither: another process does so now. */
  readonly grant?: SignInGrant;
}

async function claim(
  { storeOf, clock }: TokenDeps,
  { server, refused, id }: Claim,
): Promise<Claimed> {
  const now = clock.now();
  let result: Claimed = {};
  const decide = (found: ToolServer | undefined): ToolServer | undefined => {
    const grant = found?.signIn?.grant;
    if (found?.signIn === undefined || grant === undefined)
      throw new ToolServerFailure("sign_in_needed");
    if (grant.renewal !== undefined && grant.renewal.until > now) return found;
    if (!needsRenewal(grant, { refused, now })) {
      result = { token: grant.accessToken };
      return found;
    }
    // Renewed just now, and refused again: that would never end.
    if (grant.refreshToken === undefined || now - grant.since < pauseMs)
      throw new ToolServerFailure("sign_in_needed");
    result = { grant };
    const renewal = { id, until: now + renewalMs };
    return { ...found, signIn: { ...found.signIn, grant: { ...grant, renewal } } };
  };
  // Most uses need no lock: the token is good.
  const grant = server.signIn?.grant;
  if (grant?.renewal === undefined && grant && !needsRenewal(grant, { refused, now }))
    return { token: grant.accessToken };
  await storeOf(server).change(server, (found) => ({ server: decide(found) }));
  return result;
}

function needsRenewal(
  { accessToken, expiresAt, since }: SignInGrant,
  { refused, now }: { readonly refused: string | undefined; readonly now: number },
): boolean {
  if (accessToken === refused) return true;
  return expiresAt !== undefined && expiresAt - aheadMs <= now && now - since >= pauseMs;
}

async function renew(
  on: TokenDeps,
  of: { readonly server: ToolServer; readonly grant: SignInGrant; readonly id: string },
): Promise<string> {
  const { server, grant, id } = of;
  const settle = (next: SignInGrant | undefined): Promise<unknown> =>
    on.storeOf(server).change(server, (found) => {
      const now = found?.signIn?.grant;
      // Signed out or signed in again meanwhile: that stands.
      if (found?.signIn === undefined || now?.renewal?.id !== id) return { server: found };
      return { server: { ...found, signIn: { ...found.signIn, grant: next } } };
    });
  try {
    const next = await renewGrant({ clock: on.clock, fetch: on.signInFetch(server) }, grant);
    on.log.addSecret(next.accessToken);
    await settle(next);
    return next.accessToken;
  } catch (error) {
    const isOver = error instanceof ToolServerFailure && error.problem === "sign_in_refused";
    // A place that can't be reached now may be reached later; what it refuses stays refused.
    await settle(isOver ? undefined : { ...grant, renewal: undefined });
    if (!isOver) throw error;
    on.log.info({ server: server.name }, "a sign-in to a server of tools has ended");
    throw new ToolServerFailure("sign_in_needed", { cause: error });
  }
}
