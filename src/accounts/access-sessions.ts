import type { Actor } from "../domain/views/audit.ts";
import { Refusal } from "../domain/errors.ts";
import { engine } from "../domain/principal.ts";
import type { Role } from "../domain/role.ts";
import { noteAudit } from "../store/audit/audit.ts";
import type { Sql } from "../store/database/database.ts";
import {
  endAccess,
  findBySecret,
  type Grant,
  grantAccess,
  type Issued,
  operatorAccount,
  useUp,
} from "./access-grants.ts";
import { type IdentifyContext, identify } from "./access-identify.ts";
import { isRepeat, operatorOrigin } from "./access-operator.ts";
import { type Caller, isLive } from "./access-rows.ts";
import { hashSecret, makePageKey } from "./access-secret.ts";

export interface Session extends Issued {
  readonly caller: Caller;
  /** The page key, sent with the cookie. Shown once, stored nowhere. */
  readonly pageKey: string;
}

export interface TokenGrant {
  readonly kind: "account" | "service";
  /** Of an account when not set. */
  readonly role?: Role | undefined;
  readonly accountId: string;
  readonly label: string | null;
  readonly scopes: readonly string[];
  readonly expiresAt: number | null;
  /** The session that asks for it. */
  readonly madeIn?: string | undefined;
  /** For a calendar program: short enough to be typed. */
  readonly isAppPassword?: boolean | undefined;
}

/** How long a token is valid by default. */
export const tokenDays = 365;

/** Begins the label of a link that stands for a sign-in by another system. */
export const signOnLabel = "sign_on:";

/** The same for one that stands for a passkey. */
export const passkeyLabel = "passkey:";

const minute = 60_000;
const linkLife = 15 * minute;
/** An invitation waits in a chat or a mailbox until its person looks there. */
const invitationLife = 3 * 24 * 60 * minute;
const sessionLife = 30 * 24 * 60 * minute;

export async function issueToken(
  sql: Sql,
  on: IdentifyContext,
  { asked, by }: { asked: TokenGrant; by: Actor | undefined },
): Promise<Issued> {
  const role = asked.role ?? "account";
  const issued = await grantAccess(sql, on, { ...asked, role });
  const details = {
    role,
    kind: asked.kind,
    scopes: [...asked.scopes],
    expires_at: issued.expiresAt,
  };
  if (by !== undefined)
    await noteAudit(sql, on.clock, {
      action: "token_made",
      by,
      accountId: asked.accountId,
      subject: issued.id,
      details,
    });
  return issued;
}

export async function issueLink(sql: Sql, on: IdentifyContext): Promise<Issued> {
  const accountId = await operatorAccount(sql);
  if (accountId === undefined)
    throw new Error("a link was asked for before the operator's account was made");
  return grantAccess(sql, on, {
    kind: "link",
    role: "operator",
    accountId,
    label: null,
    scopes: ["*"],
    expiresAt: on.clock.now() + linkLife,
  });
}

/** A sign-in link for one person. An earlier one that was not used ends. */
export async function inviteAccount(
  sql: Sql,
  on: IdentifyContext,
  accountId: string,
): Promise<Issued> {
  const [account] = await sql.rows<{ lifecycle: string }>(
    "select lifecycle from account where id = $1",
    [accountId],
  );
  if (account === undefined) throw new Refusal("not_found");
  if (account.lifecycle !== "active") throw new Refusal("account_disabled");
  const unused = await sql.rows<{ id: string }>(
    "select id from access_token where account_id = $1 and kind = 'link' and role = 'account' and label is null and used_at is null",
    [accountId],
  );
  await endAccess(
    sql,
    on,
    unused.map(({ id }) => id),
  );
  return grantAccess(sql, on, {
    kind: "link",
    role: "account",
    accountId,
    label: null,
    scopes: ["*"],
    expiresAt: on.clock.now() + invitationLife,
  });
}

export async function redeemLink(on: IdentifyContext, code: string): Promise<Session | undefined> {
  try {
    return await on.db.transaction(engine, async (sql) => {
      const row = await findBySecret(sql, code);
      if (row === undefined || row.kind !== "link" || !isLive(row, on.clock.now()))
        return undefined;
      await useUp(sql, on, row);
      return grantSession(sql, on, {
        role: row.role,
        accountId: row.account_id,
        scopes: row.scopes,
        expiresAt:
          on.signOnSessionMs !== undefined && row.label?.startsWith(signOnLabel) === true
            ? on.clock.now() + on.signOnSessionMs
            : null,
        label: row.id,
      });
    });
  } catch (error) {
    if (isRepeat(error)) return undefined;
    throw error;
  }
}

export async function openSession(
  on: IdentifyContext,
  token: string,
): Promise<Session | undefined> {
  const found = await identify(on, token);
  if (found.kind !== "known") return undefined;
  const { caller } = found;
  // A cookie does not breed cookies, and a service names its account in each call, which a page cannot.
  if (caller.kind === "session" || caller.kind === "service") return undefined;
  const label = caller.kind === "operator" ? operatorOrigin(hashSecret(token)) : caller.tokenId;
  return on.db.transaction(engine, (sql) => grantSession(sql, on, { ...caller, label }));
}

export async function grantSession(
  sql: Sql,
  on: IdentifyContext,
  from: Omit<Grant, "kind" | "pageHash" | "madeIn">,
): Promise<Session> {
  const { role, accountId, scopes, label } = from;
  const expiresAt = Math.min(on.clock.now() + sessionLife, from.expiresAt ?? Infinity);
  const pageKey = makePageKey(on.chance.bytes(32));
  const pageHash = hashSecret(pageKey);
  const issued = await grantAccess(sql, on, {
    kind: "session",
    role,
    accountId,
    label,
    scopes,
    expiresAt,
    pageHash,
  });
  return {
    ...issued,
    pageKey,
    caller: { tokenId: issued.id, kind: "session", role, accountId, scopes, expiresAt, pageHash },
  };
}
