import { handler, type Projection } from "../domain/events/projection.ts";
import type { Role } from "../domain/role.ts";

/** The holder of a credential, as it was granted. Nothing in here comes from the request. */
export interface Caller {
  readonly tokenId: string;
  readonly kind: "operator" | "account" | "service" | "session";
  readonly role: Role;
  readonly accountId: string;
  readonly scopes: readonly string[];
  readonly expiresAt: number | null;
  /** Of a session's page key. Null for every other credential, and for sessions older than page keys. */
  readonly pageHash: string | null;
}

export interface AccessRow {
  readonly id: string;
  readonly account_id: string;
  readonly kind: "account" | "service" | "session" | "link" | "export";
  readonly role: Role;
  readonly label: string | null;
  readonly token_hash: string;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
  readonly used_at: string | null;
  readonly revoked_at: string | null;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly page_hash: string | null;
  readonly made_in: string | null;
  readonly proven_at: string | null;
  /** The account's. */
  readonly lifecycle: string;
}

export type TokenView = Omit<
  AccessRow,
  "token_hash" | "lifecycle" | "used_at" | "page_hash" | "made_in" | "proven_at"
> & {
  /** The name of its account. */
  readonly account_name: string | null;
};

export interface SessionView extends Pick<
  TokenView,
  "id" | "account_id" | "account_name" | "role" | "created_at" | "last_used_at"
> {
  readonly expires_at: string;
  /**
   * The credential it was opened with: a token, a sign-in link, the operator's own token, or the
   * code of a pairing.
   */
  readonly opened_with: "account" | "link" | "operator_token" | "pairing" | "single_sign_on";
  readonly token_label: string | null;
}

/** A session ends after this long without use. */
export const sessionIdleMs = 7 * 24 * 60 * 60_000;

export function isLive(row: AccessRow, now: number): boolean {
  const expired = row.expires_at !== null && Date.parse(row.expires_at) <= now;
  const idle =
    row.kind === "session" && Date.parse(row.last_used_at ?? row.created_at) <= now - sessionIdleMs;
  return (
    !expired &&
    !idle &&
    row.used_at === null &&
    row.revoked_at === null &&
    row.lifecycle === "active"
  );
}

export function callerOf(row: AccessRow): Caller {
  if (row.kind === "link" || row.kind === "export") throw new Error("a link is not a caller");
  return {
    tokenId: row.id,
    kind: row.kind,
    role: row.role,
    accountId: row.account_id,
    scopes: row.scopes,
    expiresAt: row.expires_at === null ? null : Date.parse(row.expires_at),
    pageHash: row.page_hash,
  };
}

/** Tokens, sessions and links. When one was last used or proven is a mark, not a fact of the log. */
export const accessProjection: Projection = {
  tables: [{ name: "access_token", key: ["id"], work: ["last_used_at", "proven_at"] }],
  handlers: [
    handler("access_granted", ({ payload, at }) => [
      {
        op: "put",
        table: "access_token",
        row: {
          id: payload.id,
          account_id: payload.account_id,
          kind: payload.kind,
          role: payload.role,
          label: payload.label ?? null,
          token_hash: payload.token_hash,
          scopes: payload.scopes,
          expires_at: payload.expires_at ?? null,
          page_hash: payload.page_hash ?? null,
          made_in: payload.made_in ?? null,
          created_at: at,
        },
      },
    ]),
    handler("access_used", ({ payload, at }) => [
      { op: "patch", table: "access_token", key: { id: payload.id }, set: { used_at: at } },
    ]),
    handler("access_revoked", ({ payload, at }) => [
      { op: "patch", table: "access_token", key: { id: payload.id }, set: { revoked_at: at } },
    ]),
  ],
};
