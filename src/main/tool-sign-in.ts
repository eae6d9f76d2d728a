import { createHash, timingSafeEqual } from "node:crypto";
import { Refusal } from "../domain/errors.ts";
import type { Actor, AuditNote } from "../domain/views/audit.ts";
import type { SignInClient, SignInPlace, ToolSignIn } from "../domain/views/tool-sign-in.ts";
import {
  type AskedSignIn,
  signInClientPath,
  signInReturnPath,
  type ToolSignInAdmin,
} from "../domain/views/tool-sign-in-admin.ts";
import type { ToolServer } from "../domain/views/tool-servers.ts";
import { ToolServerFailure } from "../mcp/client/connect.ts";
import { findPlace } from "../mcp/client/sign-in-place.ts";
import {
  redeemCode,
  registerClient,
  revokeGrant,
  type SignInDeps,
  startJourney,
} from "../mcp/client/sign-in.ts";
import { type LookDeps, look, noteOf, tell } from "./look-at-tools.ts";

/** People type passwords and look for their second factor. */
const journeyMs = 10 * 60_000;

/**
 * Sign-in to servers of tools. What a sign-in needs at its end is sealed with the server; the state
 * that the browser brings back counts once, and for the credential that began it.
 */
export function openToolSignIn(on: LookDeps): ToolSignInAdmin {
  const { kept, refresh } = on;
  return {
    async begin(asked, by) {
      const server = await kept.find(asked);
      if (server?.signIn === undefined) throw new Refusal("not_found");
      try {
        return { url: await begin(on, { server, asked, by }), problem: null };
      } catch (error) {
        if (error instanceof ToolServerFailure) return { url: null, problem: error.problem };
        throw error;
      }
    },
    finish: (back, by) =>
      tell(on, async () => {
        const { server, journey } = await takeJourney(on, back.state, by);
        if (back.code === undefined) return { server, problem: "sign_in_refused" as const };
        const { code, issuer } = back;
        const grant = await redeemCode(depsFor(on, server), journey, { code, issuer });
        on.log.addSecret(grant.accessToken);
        const signedIn = await changeSignIn(on, server, {
          to: (signIn) => ({ ...signIn, client: journey.client, grant, isRefused: false }),
          note: noteOf(on, { action: "tool_server_signed_in", by, subject: server.name }),
        });
        const { apply, problem } = await look(on, signedIn);
        const after = await kept.change(server, (found) => ({
          server: found && apply(found),
        }));
        await refresh();
        return { server: after ?? signedIn, problem };
      }),
    async signOut(name, by) {
      const server = await kept.find({ name });
      if (server?.signIn === undefined) throw new Refusal("not_found");
      const { grant } = server.signIn;
      await changeSignIn(on, server, {
        to: ({ challenge, client }) => ({ challenge, client }),
        note: noteOf(on, { action: "tool_server_signed_out", by, subject: name }),
      });
      await refresh();
      if (grant === undefined) return;
      await revokeGrant(depsFor(on, server), grant).catch((error: unknown) =>
        on.log.info({ server: name, error }, "a sign-in could not be revoked at its place"),
      );
    },
  };
}

const depsFor = (on: LookDeps, server: ToolServer): SignInDeps => ({
  clock: on.clock,
  fetch: on.signInFetch(server),
});

interface Begun {
  readonly server: ToolServer;
  readonly asked: AskedSignIn;
  readonly by: Actor;
}

async function begin(on: LookDeps, { server, asked, by }: Begun): Promise<string> {
  const challenge = server.signIn?.challenge ?? "";
  const place = await findPlace(depsFor(on, server), { url: server.url, challenge });
  if (place === undefined) throw new ToolServerFailure("sign_in_unsafe");
  const client = await clientAt(on, { server, asked, place });
  if (client.secret !== undefined) on.log.addSecret(client.secret);
  const state = Buffer.from(on.chance.bytes(32)).toString("base64url");
  const { url, verifier } = await startJourney(place, client, state);
  const until = on.clock.now() + journeyMs;
  const journey = { state, verifier, until, credential: by.credential, place, client };
  await changeSignIn(on, server, { to: (signIn) => ({ ...signIn, challenge, client, journey }) });
  await on.refresh();
  return url;
}

/** Given by a person, known from before, or new. A client is one of one place and one return. */
async function clientAt(
  on: LookDeps,
  of: { readonly server: ToolServer; readonly asked: AskedSignIn; readonly place: SignInPlace },
): Promise<SignInClient> {
  const { server, asked, place } = of;
  const base = asked.publicUrl.replace(/\/+$/, "");
  const redirectUri = `${base}${signInReturnPath}`;
  if (asked.client !== undefined) return { ...asked.client, issuer: place.issuer, redirectUri };
  const known = server.signIn?.client;
  if (known?.issuer === place.issuer && known.redirectUri === redirectUri) return known;
  const documentUrl = `${base}${signInClientPath}`;
  return registerClient(depsFor(on, server), place, { redirectUri, documentUrl });
}

/** The journey is over with this, whatever comes of it: a second answer finds none. */
async function takeJourney({ kept, clock }: LookDeps, state: string, by: Actor) {
  const servers = await kept.servers();
  const server = servers.find(({ signIn }) => isSame(signIn?.journey?.state, state));
  const journey = server?.signIn?.journey;
  const isTheirs = journey?.credential === by.credential && journey.until > clock.now();
  if (server === undefined || journey === undefined || !isTheirs)
    throw new Refusal("code_not_valid");
  const after = await kept.change(server, (found) => {
    if (found?.signIn === undefined || !isSame(found.signIn.journey?.state, state))
      throw new Refusal("code_not_valid");
    return { server: { ...found, signIn: { ...found.signIn, journey: undefined } } };
  });
  return { server: after as ToolServer, journey };
}

const isSame = (kept: string | undefined, said: string): boolean => {
  if (kept === undefined) return false;
  const [one, other] = [kept, said].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
};

/** Of the same server only: one whose address was changed meanwhile is another. */
async function changeSignIn(
  { kept }: LookDeps,
  server: ToolServer,
  of: {
    readonly to: (signIn: ToolSignIn) => ToolSignIn;
    readonly note?: AuditNote | undefined;
  },
): Promise<ToolServer> {
  const after = await kept.change(server, (found) => {
    if (found === undefined || found.url !== server.url) throw new Refusal("not_found");
    return {
      server: { ...found, signIn: of.to(found.signIn ?? { challenge: "" }) },
      note: of.note,
    };
  });
  return after as ToolServer;
}
