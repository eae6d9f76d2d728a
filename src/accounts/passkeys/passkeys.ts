import type { EventBody } from "../../domain/events/catalogue.ts";
import { Refusal } from "../../domain/errors.ts";
import { type Chance, iso } from "../../domain/ports/clock.ts";
import { asAccount, engine } from "../../domain/principal.ts";
import type { Role } from "../../domain/role.ts";
import type { Database, Sql } from "../../store/database/database.ts";
import type { Projector } from "../../store/log/projector.ts";
import { record } from "../../store/log/record.ts";
import { grantAccess, type Issued, operatorCredential } from "../access-grants.ts";
import { proofLifeMs } from "../fresh-proof.ts";
import type { Access } from "../access.ts";
import { passkeyLabel } from "../access-sessions.ts";
import {
  isSignedBy,
  PasskeyRefused,
  readAuthenticatorData,
  readClientData,
  readPublicKey,
  relyingParty,
} from "./authenticator.ts";
import { type ChallengeDeps, makeChallenge, openChallenge } from "./challenge.ts";

export interface PasskeyDeps extends ChallengeDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly chance: Chance;
  readonly access: Pick<Access, "revoke">;
}

export interface PasskeyView {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** Who adds a passkey, and from where. */
export interface Owner {
  readonly accountId: string;
  readonly role: Role;
  readonly session: string;
  readonly host: string;
}

/** What a device answers when it makes a passkey. */
export interface NewPasskey {
  readonly id: string;
  readonly name: string;
  readonly clientData: Buffer;
  readonly authenticatorData: Buffer;
  readonly publicKey: Buffer;
}

/** What a device answers when its person signs in. */
export interface Assertion {
  readonly id: string;
  readonly clientData: Buffer;
  readonly authenticatorData: Buffer;
  readonly signature: Buffer;
  readonly userHandle: string | undefined;
}

/** Sign-in by keys in people's devices (WebAuthn). */
export interface Passkeys {
  list(accountId: string): Promise<PasskeyView[]>;
  /** Whether anyone signs in by one under this address. */
  isUsed(host: string): Promise<boolean>;
  /**
   * Whether a session was opened a moment ago, by a link, a token or a passkey. A pairing code is
   * not enough: a session can make one.
   */
  isFresh(sessionId: string): Promise<boolean>;
  challengeToAdd(owner: Owner): string;
  add(owner: Owner, made: NewPasskey): Promise<PasskeyView>;
  rename(of: { readonly accountId: string; readonly id: string }, name: string): Promise<void>;
  /** Ends the sessions that it opened. */
  remove(of: { readonly accountId: string; readonly id: string }): Promise<void>;
  challengeToSignIn(host: string): string;
  /** A one-time code for the page. Refused with `code_not_valid`, whatever was wrong. */
  redeem(shown: Assertion, host: string): Promise<Issued>;
}

export const mostPasskeys = 20;
/** Time for the page to redeem its code. */
const codeMs = 60_000;

interface Row {
  readonly account_id: string;
  readonly role: Role;
  readonly host: string;
  readonly public_key: string;
  readonly sign_count: number;
  readonly lifecycle: string;
}

export function openPasskeys(on: PasskeyDeps): Passkeys {
  const list = (accountId: string): Promise<PasskeyView[]> =>
    on.db.transaction(asAccount(accountId), (sql) => listOwn(sql, accountId));
  return {
    list,
    async isUsed(host) {
      const rows = await on.db.rows("select from passkey where host = $1 limit 1", [
        relyingParty(host),
      ]);
      return rows.length > 0;
    },
    async isFresh(sessionId) {
      const rows = await on.db.rows(
        `select from access_token s left join access_token k on k.id = s.label
         where s.id = $1 and s.created_at > $2 and (k.kind in ('link', 'account') or s.label like $3)`,
        [sessionId, iso(on.clock.now() - proofLifeMs), `${operatorCredential}:%`],
      );
      return rows.length > 0;
    },
    challengeToAdd: ({ session, host }) => makeChallenge(on, { use: "add", host, session }),
    add: (owner, made) => refusing(() => add(on, owner, made)),
    rename: ({ accountId, id }, name) =>
      change(on, accountId, {
        kind: "passkey_renamed",
        payload: { account_id: accountId, id, name },
      }),
    async remove({ accountId, id }) {
      await change(on, accountId, {
        kind: "passkey_removed",
        payload: { account_id: accountId, id },
      });
      const opened = await on.db.rows<{ id: string }>(
        "select id from access_token where kind = 'link' and label = $1 and revoked_at is null",
        [`${passkeyLabel}${id}`],
      );
      for (const link of opened) await on.access.revoke(link.id);
    },
    challengeToSignIn: (host) => makeChallenge(on, { use: "sign_in", host }),
    redeem: (shown, host) => refusing(() => redeem(on, shown, host)),
  };
}

/** A caller does not learn what is wrong with an answer. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PasskeyRefused) throw new Refusal("code_not_valid");
    throw error;
  }
}

const listOwn = (sql: Sql, accountId: string): Promise<PasskeyView[]> =>
  sql.rows<PasskeyView>(
    "select id, name, host, created_at, last_used_at from passkey where account_id = $1 order by created_at, id",
    [accountId],
  );

async function add(on: PasskeyDeps, owner: Owner, made: NewPasskey): Promise<PasskeyView> {
  const { accountId, session, host } = owner;
  const { challenge } = readClientData(made.clientData, { type: "webauthn.create", host });
  openChallenge(on, challenge, { use: "add", host, session });
  const { credentialId } = readAuthenticatorData(made.authenticatorData, host);
  if (credentialId !== made.id) throw new PasskeyRefused("the id of another passkey");
  readPublicKey(made.publicKey);
  return on.db.transaction(engine, async (sql) => {
    const own = await listOwn(sql, accountId);
    if (own.length >= mostPasskeys) throw new Refusal("daily_limit", { limit: mostPasskeys });
    // Its device makes ids by chance: a known one comes from a copied answer.
    if ((await sql.rows("select from passkey where id = $1", [made.id])).length > 0)
      throw new PasskeyRefused("known already");
    await write(sql, on, {
      kind: "passkey_added",
      payload: {
        account_id: accountId,
        id: made.id,
        role: owner.role,
        host: relyingParty(host),
        name: made.name,
        public_key: made.publicKey.toString("base64url"),
      },
    });
    const [added] = (await listOwn(sql, accountId)).filter(({ id }) => id === made.id);
    if (added === undefined) throw new Error("a passkey was recorded and is not there");
    return added;
  });
}

async function redeem(on: PasskeyDeps, shown: Assertion, host: string): Promise<Issued> {
  const { challenge } = readClientData(shown.clientData, { type: "webauthn.get", host });
  const askedAt = openChallenge(on, challenge, { use: "sign_in", host });
  const { signCount } = readAuthenticatorData(shown.authenticatorData, host);
  return on.db.transaction(engine, async (sql) => {
    const [row] = await sql.rows<Row>(
      `select p.account_id, p.role, p.host, p.public_key, p.sign_count::float8 as sign_count, a.lifecycle
       from passkey p join account a on a.id = p.account_id where p.id = $1 for update of p`,
      [shown.id],
    );
    if (row === undefined || row.host !== relyingParty(host))
      throw new PasskeyRefused("an unknown passkey");
    const key = readPublicKey(Buffer.from(row.public_key, "base64url"));
    if (!isSignedBy(key, shown)) throw new PasskeyRefused("signed by another key");
    if (shown.userHandle !== undefined && shown.userHandle !== row.account_id)
      throw new PasskeyRefused("of another account");
    if (row.lifecycle !== "active") throw new Refusal("account_disabled");
    await mark(sql, on, { id: shown.id, askedAt, signCount });
    return grantAccess(sql, on, {
      kind: "link",
      role: row.role,
      accountId: row.account_id,
      label: `${passkeyLabel}${shown.id}`,
      scopes: ["*"],
      expiresAt: on.clock.now() + codeMs,
    });
  });
}

/**
 * An answer counts once: the next one has to answer a later challenge. Devices that count their
 * signatures have to count on, else there are two of them.
 */
async function mark(
  sql: Sql,
  on: PasskeyDeps,
  used: { readonly id: string; readonly askedAt: number; readonly signCount: number },
): Promise<void> {
  const rows = await sql.rows(
    `update passkey set last_used_at = $2, last_challenge_at = $3, sign_count = $4
     where id = $1 and (last_challenge_at is null or last_challenge_at < $3)
       and ((sign_count = 0 and $4::bigint = 0) or sign_count < $4::bigint) returning id`,
    [used.id, iso(on.clock.now()), iso(used.askedAt), used.signCount],
  );
  if (rows.length === 0) throw new PasskeyRefused("used before, or copied");
}

type Change = EventBody<"passkey_added" | "passkey_renamed" | "passkey_removed">;

async function change(on: PasskeyDeps, accountId: string, body: Change): Promise<void> {
  await on.db.transaction(engine, async (sql) => {
    const own = await listOwn(sql, accountId);
    if (!own.some(({ id }) => id === body.payload.id)) throw new Refusal("not_found");
    await write(sql, on, body);
  });
}

const write = (sql: Sql, on: PasskeyDeps, body: Change): Promise<unknown> =>
  record(sql, on.projector, [
    {
      stream: `account:${body.payload.account_id}`,
      at: iso(on.clock.now()),
      accountId: body.payload.account_id,
      ...body,
    },
  ]);
