import type { Actor } from "../domain/audit.ts";
import { type Chance, type Clock, iso } from "../domain/clock.ts";
import { engine } from "../domain/principal.ts";
import type { Role } from "../domain/role.ts";
import { noteAudit } from "../store/audit.ts";
import type { Database, Sql } from "../store/database.ts";
import type { Projector } from "../store/projector.ts";
import {
  createAccount,
  endAccess,
  endedAmong,
  findBySecret,
  type Grant,
  grantAccess,
  type Issued,
  listSessions,
  listTokens,
  type NewAccount,
  operatorAccount,
  useUp,
} from "./access-grants.ts";
import { ensureOperator, isRepeat, operatorCaller, operatorOrigin } from "./access-operator.ts";
import { callerOf, type Caller, isLive, type SessionView, type TokenView } from "./access-rows.ts";
import { hashSecret, idInSecret, sameHash } from "./access-secret.ts";
import { redeemOnPage } from "./pairing-codes.ts";

/**
 * Who may come in. Every secret carries 256 random bits, is shown once and kept only as its SHA-256.
 *
 *   link      one use within 15 minutes: becomes a session
 *   session   the page's cookie, 30 days; ends with the token it was opened with
 *   account   a program that acts as one person
 *   export    one use within an hour, by whoever made it: the copy of an account
 *   service   a program that acts for the persons it was granted, and names one in each call
 *   operator  the token from the settings; it is in no table
 *
 * A credential has ended when it is revoked, expired or used up, or when its account is disabled. What is granted or ended by
 * somebody is in the audit, in the same transaction.
 */
export interface Access {
  /** The account that the operator talks from, made at the first start. Sessions of a replaced operator token end here. */
  ensureOperator(defaults: Omit<NewAccount, "displayName">): Promise<string>;
  createAccount(person: NewAccount, by?: Actor): Promise<string>;
  issueLink(by?: Actor): Promise<Issued>;
  issueToken(grant: TokenGrant, by?: Actor): Promise<Issued>;
  /** Undefined for a link that is unknown, used, expired or revoked: all the same to the one who asks. */
  redeemLink(code: string): Promise<Session | undefined>;
  openSession(token: string): Promise<Session | undefined>;
  /** For the account of a pairing code that somebody shows on the page. Never the operator's rights, whoever made the code. */
  redeemPairing(shown: { readonly text: string; readonly channel: string }): Promise<Session | undefined>;
  identify(secret: string): Promise<Identified>;
  /** Which of these credentials have ended. For connections that outlive a request. */
  endedAmong(ids: readonly string[]): Promise<string[]>;
  revoke(id: string, by?: Actor): Promise<boolean>;
  /** Ends all that an account came in with, in every process. */
  endAll(accountId: string): Promise<void>;
  list(): Promise<TokenView[]>;
  /** Those that are open now. */
  listSessions(): Promise<SessionView[]>;
  /** Tells of credentials that this process ends, so that what they opened can be cut at once. */
  onEnded(listener: (ids: readonly string[]) => void): () => void;
}

export type Identified =
  | { readonly kind: "known"; readonly caller: Caller }
  /** It was good once. Not a guess, so it costs no attempt. */
  | { readonly kind: "ended" }
  | { readonly kind: "unknown" };

export interface Session extends Issued {
  readonly caller: Caller;
}

export interface TokenGrant {
  readonly kind: "account" | "service";
  /** Of an account when not set. */
  readonly role?: Role | undefined;
  readonly accountId: string;
  readonly label: string | null;
  readonly scopes: readonly string[];
  readonly expiresAt: number | null;
}

export interface AccessOptions {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly operatorToken?: string | undefined;
}

interface Door extends AccessOptions {
  readonly operatorHash: string | undefined;
  readonly memory: Map<string, { readonly caller: Caller; readonly until: number }>;
  readonly listeners: Set<(ids: readonly string[]) => void>;
}

const minute = 60_000;
const linkLife = 15 * minute;
const sessionLife = 30 * 24 * 60 * minute;
/** A token revoked by another process is refused here after this. */
const memoryLife = 2_000;
const memorySize = 5_000;
const lastUseStep = 60 * minute;

export function createAccess(options: AccessOptions): Access {
  const { db, clock } = options;
  const operatorHash = options.operatorToken === undefined ? undefined : hashSecret(options.operatorToken);
  const on: Door = { ...options, operatorHash, memory: new Map(), listeners: new Set() };
  const asEngine = <T>(work: (sql: Sql) => Promise<T>): Promise<T> => db.transaction(engine, work);
  return {
    ensureOperator: (defaults) => ensureOperator({ ...on, forget: (ids) => forget(on, ids) }, defaults),
    createAccount: (person, by) =>
      asEngine(async (sql) => {
        const id = await createAccount(sql, on, person);
        if (by !== undefined) await noteAudit(sql, clock, { action: "account_created", by, accountId: id });
        return id;
      }),
    issueLink: (by) =>
      asEngine(async (sql) => {
        const link = await issueLink(sql, on);
        if (by !== undefined) await noteAudit(sql, clock, { action: "link_made", by, subject: link.id });
        return link;
      }),
    issueToken: (asked, by) => asEngine((sql) => issueToken(sql, on, { asked, by })),
    redeemLink: (code) => redeemLink(on, code),
    openSession: (token) => openSession(on, token),
    redeemPairing: (shown) =>
      asEngine(async (sql) => {
        const found = await redeemOnPage(sql, on, shown);
        if (found === undefined) return undefined;
        const { accountId, pairingId: label } = found;
        return grantSession(sql, on, { role: "account", accountId, scopes: ["*"], expiresAt: null, label });
      }),
    identify: (secret) => identify(on, secret),
    endedAmong: (ids) => endedAmong(db, ids, clock.now()),
    list: () => listTokens(db),
    listSessions: () => listSessions(db, clock.now()),
    async revoke(id, by) {
      const ended = await asEngine(async (sql) => {
        const ids = await endAccess(sql, on, [id]);
        if (by !== undefined && ids.length > 0) await noteAudit(sql, clock, { action: "token_revoked", by, subject: id });
        return ids;
      });
      forget(on, ended);
      return ended.length > 0;
    },
    async endAll(accountId) {
      const ended = await asEngine(async (sql) => {
        const rows = await sql.rows<{ id: string }>("select id from access_token where account_id = $1 and revoked_at is null", [
          accountId,
        ]);
        return endAccess(
          sql,
          on,
          rows.map(({ id }) => id),
        );
      });
      forget(on, ended);
    },
    onEnded(listener) {
      on.listeners.add(listener);
      return () => on.listeners.delete(listener);
    },
  };
}

async function identify(on: Door, secret: string): Promise<Identified> {
  const now = on.clock.now();
  const secretHash = hashSecret(secret);
  const known = on.memory.get(secretHash);
  if (known !== undefined && known.until > now && (known.caller.expiresAt ?? Infinity) > now)
    return { kind: "known", caller: known.caller };
  const found = await lookUp(on, secret);
  on.memory.delete(secretHash);
  if (found.kind === "known") {
    const oldest = on.memory.keys().next();
    if (on.memory.size >= memorySize && oldest.done === false) on.memory.delete(oldest.value);
    on.memory.set(secretHash, { caller: found.caller, until: now + memoryLife });
  }
  return found;
}

async function lookUp(on: Door, secret: string): Promise<Identified> {
  if (on.operatorHash !== undefined && sameHash(on.operatorHash, hashSecret(secret))) {
    const caller = await operatorCaller(on.db);
    return caller === undefined ? { kind: "unknown" } : { kind: "known", caller };
  }
  if (idInSecret(secret) === undefined) return { kind: "unknown" };
  const row = await findBySecret(on.db, secret);
  // A link opens what it was made for and is good for nothing else.
  if (row === undefined || row.kind === "link" || row.kind === "export") return { kind: "unknown" };
  const now = on.clock.now();
  if (!isLive(row, now)) return { kind: "ended" };
  if (row.last_used_at === null || Date.parse(row.last_used_at) < now - lastUseStep) {
    await on.db.rows("update access_token set last_used_at = $2 where id = $1", [row.id, iso(now)]);
  }
  return { kind: "known", caller: callerOf(row) };
}

async function issueToken(sql: Sql, on: Door, { asked, by }: { asked: TokenGrant; by: Actor | undefined }): Promise<Issued> {
  const role = asked.role ?? "account";
  const issued = await grantAccess(sql, on, { ...asked, role });
  const details = { role, kind: asked.kind, scopes: [...asked.scopes], expires_at: issued.expiresAt };
  if (by !== undefined)
    await noteAudit(sql, on.clock, { action: "token_made", by, accountId: asked.accountId, subject: issued.id, details });
  return issued;
}

async function issueLink(sql: Sql, on: Door): Promise<Issued> {
  const accountId = await operatorAccount(sql);
  if (accountId === undefined) throw new Error("a link was asked for before the operator's account was made");
  return grantAccess(sql, on, {
    kind: "link",
    role: "operator",
    accountId,
    label: null,
    scopes: ["*"],
    expiresAt: on.clock.now() + linkLife,
  });
}

async function redeemLink(on: Door, code: string): Promise<Session | undefined> {
  try {
    return await on.db.transaction(engine, async (sql) => {
      const row = await findBySecret(sql, code);
      if (row === undefined || row.kind !== "link" || !isLive(row, on.clock.now())) return undefined;
      await useUp(sql, on, row);
      return grantSession(sql, on, { role: row.role, accountId: row.account_id, scopes: row.scopes, expiresAt: null, label: row.id });
    });
  } catch (error) {
    if (isRepeat(error)) return undefined;
    throw error;
  }
}

async function openSession(on: Door, token: string): Promise<Session | undefined> {
  const found = await identify(on, token);
  if (found.kind !== "known") return undefined;
  const { caller } = found;
  // A cookie does not breed cookies, and a service names its account in each call, which a page cannot.
  if (caller.kind === "session" || caller.kind === "service") return undefined;
  const label = caller.kind === "operator" ? operatorOrigin(on.operatorHash) : caller.tokenId;
  return on.db.transaction(engine, (sql) => grantSession(sql, on, { ...caller, label }));
}

async function grantSession(sql: Sql, on: Door, from: Omit<Grant, "kind">): Promise<Session> {
  const { role, accountId, scopes, label } = from;
  const expiresAt = Math.min(on.clock.now() + sessionLife, from.expiresAt ?? Infinity);
  const issued = await grantAccess(sql, on, { kind: "session", role, accountId, label, scopes, expiresAt });
  return { ...issued, caller: { tokenId: issued.id, kind: "session", role, accountId, scopes, expiresAt } };
}

function forget(on: Door, ids: readonly string[]): void {
  if (ids.length === 0) return;
  for (const [secretHash, known] of on.memory) if (ids.includes(known.caller.tokenId)) on.memory.delete(secretHash);
  for (const listener of on.listeners) listener(ids);
}
