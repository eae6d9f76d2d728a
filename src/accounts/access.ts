import type { Actor } from "../domain/views/audit.ts";
import { engine } from "../domain/principal.ts";
import { noteAudit } from "../store/audit/audit.ts";
import type { Sql } from "../store/database/database.ts";
import {
  createAccount,
  endAccess,
  filterEnded,
  type Issued,
  listSessions,
  listTokens,
  type NewAccount,
  operatorCredential,
} from "./access-grants.ts";
import {
  type AccessOptions,
  type IdentifyContext,
  forget,
  identify,
  type Identified,
} from "./access-identify.ts";
import {
  endSessionsOfReplacedToken,
  ensureOperator,
  type OperatorContext,
} from "./access-operator.ts";
import type { SessionView, TokenView } from "./access-rows.ts";
import { hashSecret } from "./access-secret.ts";
import {
  grantSession,
  inviteAccount,
  issueLink,
  issueToken,
  openSession,
  redeemLink,
  type Session,
  type TokenGrant,
} from "./access-sessions.ts";
import { redeemOnPage } from "./pairing-codes.ts";

/**
 * Credentials. Every secret carries 256 random bits, is shown once and kept only as its SHA-256.
 *
 *   link      one use within 15 minutes, or three days as an invitation: becomes a session
 *   session   the page's cookie with the page's key: 30 days, 7 without use; ends with the token it was opened with
 *   account   a program that acts as one person
 *   export    one use within an hour, by its maker: the copy of an account
 *   service   a program that acts for the persons it was granted, and names one in each call
 *   operator  the token from the settings; it is in no table
 *
 * A credential has ended when it is revoked, expired or used up, or when its account is disabled. Every grant
 * and every revocation by a person is written to the audit in the same transaction.
 */
export interface Access {
  /** The account that the operator talks from, made at the first start. Sessions of a replaced operator token end here. */
  ensureOperator(defaults: Omit<NewAccount, "displayName">): Promise<string>;
  /**
   * Takes the operator's tokens from settings that were read again. Sessions of one that is gone end, and so do streams that were
   * opened with an operator's token. The last token stays while the server runs. Gives whether anything changed.
   */
  renewOperatorTokens(tokens: readonly string[]): Promise<boolean>;
  createAccount(person: NewAccount, by?: Actor): Promise<string>;
  issueLink(by?: Actor): Promise<Issued>;
  /** A sign-in link for one person, for one use within three days. */
  inviteAccount(accountId: string, by: Actor): Promise<Issued>;
  issueToken(grant: TokenGrant, by?: Actor): Promise<Issued>;
  /**
   * Undefined for a link that is unknown, used, expired or revoked: the caller can't tell which.
   */
  redeemLink(code: string): Promise<Session | undefined>;
  openSession(token: string): Promise<Session | undefined>;
  /**
   * Signs in by a pairing code entered on the page. Never grants the operator's rights, even for a
   * code an operator made.
   */
  redeemPairing(shown: {
    readonly text: string;
    readonly channel: string;
  }): Promise<Session | undefined>;
  identify(secret: string): Promise<Identified>;
  /** Which of these credentials have ended. For connections that outlive a request. */
  endedAmong(ids: readonly string[]): Promise<string[]>;
  revoke(id: string, by?: Actor): Promise<boolean>;
  /** Ends all credentials of an account, in every process. */
  endAll(accountId: string): Promise<void>;
  list(): Promise<TokenView[]>;
  /** Open sessions, of all accounts or of one. */
  listSessions(accountId?: string): Promise<SessionView[]>;
  /** Ends sessions of one account: the one named, or all but the one that stays. Gives how many. */
  endSessions(
    accountId: string,
    which: { readonly only: string } | { readonly allBut: string },
  ): Promise<number>;
  /**
   * Reports credentials that this process ends, so that the streams they opened can be cut at once.
   */
  onEnded(listener: (ids: readonly string[]) => void): () => void;
}

export function createAccess(options: AccessOptions): Access {
  const { db, clock } = options;
  const on: IdentifyContext = {
    ...options,
    operatorHashes: (options.operatorTokens ?? []).map(hashSecret),
    memory: new Map(),
    listeners: new Set(),
  };
  const operators: OperatorContext = { ...on, forget: (ids) => forget(on, ids) };
  const asEngine = <T>(work: (sql: Sql) => Promise<T>): Promise<T> => db.transaction(engine, work);
  return {
    ensureOperator: (defaults) => ensureOperator(operators, defaults),
    async renewOperatorTokens(tokens) {
      const next = tokens.map(hashSecret);
      const gone = on.operatorHashes.filter((known) => !next.includes(known));
      if (next.length === 0 || (gone.length === 0 && next.length === on.operatorHashes.length))
        return false;
      on.operatorHashes.splice(0, on.operatorHashes.length, ...next);
      if (gone.length > 0) {
        forget(on, [operatorCredential]);
        await endSessionsOfReplacedToken(operators);
      }
      return true;
    },
    createAccount: (person, by) =>
      asEngine(async (sql) => {
        const id = await createAccount(sql, on, person);
        if (by !== undefined)
          await noteAudit(sql, clock, { action: "account_created", by, accountId: id });
        return id;
      }),
    issueLink: (by) =>
      asEngine(async (sql) => {
        const link = await issueLink(sql, on);
        if (by !== undefined)
          await noteAudit(sql, clock, { action: "link_made", by, subject: link.id });
        return link;
      }),
    inviteAccount: (accountId, by) =>
      asEngine(async (sql) => {
        const link = await inviteAccount(sql, on, accountId);
        const made = { action: "link_made", by, accountId, subject: link.id };
        await noteAudit(sql, clock, made);
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
        return grantSession(sql, on, {
          role: "account",
          accountId,
          scopes: ["*"],
          expiresAt: null,
          label,
        });
      }),
    identify: (secret) => identify(on, secret),
    endedAmong: (ids) => filterEnded(db, ids, clock.now()),
    list: () => listTokens(db),
    listSessions: (accountId) => listSessions(db, clock.now(), accountId),
    async endSessions(accountId, which) {
      const ended = await asEngine(async (sql) => {
        const open = (await listSessions(sql, clock.now(), accountId)).map(({ id }) => id);
        return endAccess(
          sql,
          on,
          open.filter((id) => ("only" in which ? id === which.only : id !== which.allBut)),
        );
      });
      forget(on, ended);
      return ended.length;
    },
    async revoke(id, by) {
      const ended = await asEngine(async (sql) => {
        const ids = await endAccess(sql, on, [id]);
        if (by !== undefined && ids.length > 0)
          await noteAudit(sql, clock, { action: "token_revoked", by, subject: id });
        return ids;
      });
      forget(on, ended);
      return ended.length > 0;
    },
    async endAll(accountId) {
      const ended = await asEngine(async (sql) => {
        const rows = await sql.rows<{ id: string }>(
          "select id from access_token where account_id = $1 and revoked_at is null",
          [accountId],
        );
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
