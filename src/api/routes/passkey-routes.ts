import { z } from "@hono/zod-openapi";
import type { Caller } from "../../accounts/access-rows.ts";
import {
  type Assertion,
  mostPasskeys,
  type Owner,
  type Passkeys,
} from "../../accounts/passkeys/passkeys.ts";
import { relyingParty } from "../../accounts/passkeys/authenticator.ts";
import { Refusal } from "../../domain/errors.ts";
import { engine as asEngine } from "../../domain/principal.ts";
import { roles } from "../../domain/role.ts";
import { cleanText } from "../../domain/text.ts";
import { noteAudit } from "../../store/audit/audit.ts";
import { assertProof, type ProvenDeps } from "../http/assert-proof.ts";
import { actorOf } from "../http/audit-trail.ts";
import { countFailure } from "../http/failed-attempts.ts";
import type { Peer } from "../http/peer.ts";
import { type Route, route } from "../http/route.ts";

export interface PasskeyRouteDeps extends ProvenDeps {
  readonly passkeys: Passkeys;
}

const passkeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    /** The name of this server that it works under. */
    host: z.string(),
    created_at: z.string(),
    last_used_at: z.string().nullable(),
  })
  .openapi("Passkey");

export type PasskeyRow = z.output<typeof passkeySchema>;

const toAddSchema = z
  .object({
    challenge: z.string(),
    rp_id: z.string(),
    user_id: z.string(),
    user_name: z.string(),
    /** Passkeys that the device may have already. */
    known: z.array(z.string()),
  })
  .openapi("PasskeyToAdd");
const toAnswerSchema = z
  .object({ challenge: z.string(), rp_id: z.string() })
  .openapi("PasskeyChallenge");
const codeSchema = z.object({ code: z.string() }).openapi("PasskeyCode");

export type PasskeyToAdd = z.output<typeof toAddSchema>;
export type PasskeyChallenge = z.output<typeof toAnswerSchema>;
export type PasskeyCode = z.output<typeof codeSchema>;

const coded = z
  .string()
  .regex(/^[\w-]+$/)
  .max(8_192);
const id = coded.max(1_400);
const bytes = coded.transform((text) => Buffer.from(text, "base64url")).openapi({ type: "string" });
const name = z.string().trim().min(1).max(80);
const scope = "account:sessions";
const missing = { 404: { description: "You have no such passkey." } };

/** Passkeys: how a person adds, names and removes them, and signs in by one. */
export const passkeyRoutes = (on: PasskeyRouteDeps): Route[] => [
  ...addRoutes(on),
  ...ownRoutes(on),
  ...signInRoutes(on),
];

const beginPath = "/api/account/passkeys/begin";

function addRoutes(on: PasskeyRouteDeps): Route[] {
  return [
    route({
      method: "post",
      path: beginPath,
      auth: "account",
      roles,
      scope,
      summary: "What a device needs to make a passkey for your account. For a session of the page.",
      body: z.object({}),
      answers: {
        200: { description: "The challenge, for five minutes.", schema: toAddSchema },
        403: {
          description:
            "The session is older than ten minutes and has not proven its identity again: `proof_required`.",
        },
      },
      handle: async ({ accountId, caller, peer }) => {
        const owner = ownerOf(accountId, caller, peer);
        // A page that was left open would get a lasting way in.
        if (!(await on.passkeys.isFresh(owner.session)))
          await assertProof(on, { caller, peer, path: beginPath, proof: undefined });
        return {
          status: 200,
          json: {
            challenge: on.passkeys.challengeToAdd(owner),
            rp_id: relyingParty(peer.host),
            user_id: Buffer.from(accountId).toString("base64url"),
            user_name: await readName(on, accountId),
            known: (await on.passkeys.list(accountId)).map((each) => each.id),
          },
        };
      },
    }),
    route({
      method: "post",
      path: "/api/account/passkeys",
      auth: "account",
      roles,
      scope,
      summary: "Add the passkey that a device made. Binary values are base64url.",
      body: z.object({
        id,
        name,
        client_data: bytes,
        authenticator_data: bytes,
        public_key: bytes,
      }),
      answers: {
        201: { description: "The passkey.", schema: passkeySchema },
        400: { description: "The answer is not one to this session: `code_not_valid`." },
        429: { description: `There are ${mostPasskeys} already: \`daily_limit\`.` },
      },
      handle: async ({ accountId, body, caller, peer }) => {
        const added = await on.passkeys.add(ownerOf(accountId, caller, peer), {
          id: body.id,
          name: cleanText(body.name, 80),
          clientData: body.client_data,
          authenticatorData: body.authenticator_data,
          publicKey: body.public_key,
        });
        await note(on, { action: "passkey_added", accountId, caller, peer });
        return { status: 201, json: added };
      },
    }),
  ];
}

function ownRoutes(on: PasskeyRouteDeps): Route[] {
  const params = z.object({ id });
  return [
    route({
      method: "get",
      path: "/api/account/passkeys",
      auth: "account",
      scope,
      summary: "Your passkeys, with their last use.",
      answers: {
        200: {
          description: "Your passkeys.",
          schema: z.object({ passkeys: z.array(passkeySchema) }),
        },
      },
      handle: async ({ accountId }) => ({
        status: 200,
        json: { passkeys: await on.passkeys.list(accountId) },
      }),
    }),
    route({
      method: "patch",
      path: "/api/account/passkeys/{id}",
      auth: "account",
      roles,
      scope,
      summary: "Rename a passkey.",
      params,
      body: z.object({ name }),
      answers: { 204: { description: "Renamed." }, ...missing },
      handle: async ({ accountId, params: of, body }) => {
        await on.passkeys.rename({ accountId, id: of.id }, cleanText(body.name, 80));
        return { status: 204 };
      },
    }),
    route({
      method: "delete",
      path: "/api/account/passkeys/{id}",
      auth: "account",
      roles,
      scope,
      summary: "Remove a passkey. Sessions that it opened end.",
      params,
      answers: {
        204: { description: "Removed." },
        ...missing,
      },
      handle: async ({ accountId, params: of, caller, peer }) => {
        await on.passkeys.remove({ accountId, id: of.id });
        await note(on, { action: "passkey_removed", accountId, caller, peer });
        return { status: 204 };
      },
    }),
  ];
}

const signInPath = "/api/session/passkey";

function signInRoutes(on: PasskeyRouteDeps): Route[] {
  return [
    route({
      method: "post",
      path: `${signInPath}/begin`,
      auth: "session",
      summary: "A challenge for a device that has a passkey.",
      body: z.object({}),
      answers: { 200: { description: "The challenge, for five minutes.", schema: toAnswerSchema } },
      handle: ({ peer }) => ({
        status: 200,
        json: {
          challenge: on.passkeys.challengeToSignIn(peer.host),
          rp_id: relyingParty(peer.host),
        },
      }),
    }),
    route({
      method: "post",
      path: signInPath,
      auth: "session",
      summary:
        "Show what a passkey signed. The code of the answer signs in (`POST /api/session`) or proves your identity again, once within a minute.",
      body: z.object({
        id,
        client_data: bytes,
        authenticator_data: bytes,
        signature: bytes,
        user_handle: bytes.optional(),
      }),
      answers: {
        200: { description: "A one-time code.", schema: codeSchema },
        400: { description: "It proves nothing here: `code_not_valid`." },
        403: { description: "The account is disabled: `account_disabled`." },
        429: { description: "Too many wrong attempts." },
      },
      handle: async ({ body, peer }) => ({
        status: 200,
        json: { code: await redeem(on, toAssertion(body), peer) },
      }),
    }),
  ];
}

const toAssertion = (body: {
  readonly id: string;
  readonly client_data: Buffer;
  readonly authenticator_data: Buffer;
  readonly signature: Buffer;
  readonly user_handle?: Buffer | undefined;
}): Assertion => ({
  id: body.id,
  clientData: body.client_data,
  authenticatorData: body.authenticator_data,
  signature: body.signature,
  userHandle: body.user_handle?.toString("utf8"),
});

async function redeem(on: PasskeyRouteDeps, shown: Assertion, peer: Peer): Promise<string> {
  try {
    return (await on.passkeys.redeem(shown, peer.host)).secret;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code } = error;
    await on.audit.recordRefused({ action: "sign_in_refused", path: signInPath, code, peer });
    countFailure(on.limits.signIn, { peer, secret: shown.id });
    throw error;
  }
}

/** Only the page has a host and a device; a program has its token. */
function ownerOf(accountId: string, caller: Caller, peer: Peer): Owner {
  if (caller.kind !== "session") throw new Refusal("invalid_request", { field: "session" });
  return { accountId, role: caller.role, session: caller.tokenId, host: peer.host };
}

async function readName({ db }: PasskeyRouteDeps, accountId: string): Promise<string> {
  const [row] = await db.rows<{ display_name: string | null }>(
    "select display_name from account where id = $1",
    [accountId],
  );
  return row?.display_name ?? accountId;
}

const note = (
  on: PasskeyRouteDeps,
  done: { action: string; accountId: string; caller: Caller; peer: Peer },
): Promise<void> =>
  on.db.transaction(asEngine, (sql) =>
    noteAudit(sql, on.clock, {
      action: done.action,
      by: actorOf(done),
      accountId: done.accountId,
    }),
  );
