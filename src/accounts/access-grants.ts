import { type Chance, type Clock, iso } from "../domain/ports/clock.ts";
import type { EventBody, EventDraft } from "../domain/events/catalogue.ts";
import type { Role } from "../domain/role.ts";
import type { Sql } from "../store/database/database.ts";
import type { Projector } from "../store/log/projector.ts";
import { record } from "../store/log/record.ts";
import { type AccessRow, sessionIdleMs, type SessionView, type TokenView } from "./access-rows.ts";
import {
  hashSecret,
  idInSecret,
  makeAppPassword,
  makeSecret,
  plainAppPassword,
  isSameHash,
  type SecretKind,
} from "./access-secret.ts";

/**
 * The dependencies of statements about credentials. All of them run as the engine: the account is
 * not known yet.
 */
export interface Keeper {
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
}

export interface Issued {
  readonly id: string;
  /** Shown once, stored nowhere. */
  readonly secret: string;
  readonly expiresAt: string | null;
}

export interface Grant {
  readonly kind: SecretKind;
  readonly role: Role;
  readonly accountId: string;
  /** For a session or an export link: the credential that it was made with, and ends with. */
  readonly label: string | null;
  readonly scopes: readonly string[];
  readonly expiresAt: number | null;
  readonly pageHash?: string | undefined;
  /** The session that asked for it. */
  readonly madeIn?: string | undefined;
  /** For a calendar program: short enough to be typed. */
  readonly isAppPassword?: boolean | undefined;
}

export async function grantAccess(sql: Sql, on: Keeper, what: Grant): Promise<Issued> {
  const id = on.chance.id();
  const secret =
    what.isAppPassword === true
      ? makeAppPassword(on.chance.bytes(20))
      : makeSecret(what.kind, id, on.chance.bytes(32));
  const expiresAt = what.expiresAt === null ? null : iso(what.expiresAt);
  const payload = {
    id,
    account_id: what.accountId,
    kind: what.kind,
    role: what.role,
    label: what.label,
    token_hash: hashSecret(plainAppPassword(secret) ?? secret),
    scopes: [...what.scopes],
    expires_at: expiresAt,
    ...(what.pageHash === undefined ? {} : { page_hash: what.pageHash }),
    ...(what.madeIn === undefined ? {} : { made_in: what.madeIn }),
  };
  await record(sql, on.projector, [accessEvent(on, { kind: "access_granted", payload })]);
  return { id, secret, expiresAt };
}

/** The row of this secret. Comparing the secret takes constant time; finding the id need not. */
export async function findBySecret(sql: Sql, secret: string): Promise<AccessRow | undefined> {
  const typed = plainAppPassword(secret);
  if (typed !== undefined) {
    const [found] = await sql.rows<AccessRow>(
      "select t.*, a.lifecycle from access_token t join account a on a.id = t.account_id where t.token_hash = $1 and t.kind = 'account'",
      [hashSecret(typed)],
    );
    return found;
  }
  const id = idInSecret(secret);
  if (id === undefined) return undefined;
  const [row] = await sql.rows<AccessRow>(
    "select t.*, a.lifecycle from access_token t join account a on a.id = t.account_id where t.id = $1",
    [id],
  );
  return row !== undefined && isSameHash(row.token_hash, hashSecret(secret)) ? row : undefined;
}

/** A link has one use. The key makes the second of two uses at the same instant fail in the log itself. */
export async function useUp(sql: Sql, on: Keeper, row: AccessRow): Promise<void> {
  const used = accessEvent(on, {
    kind: "access_used",
    payload: { id: row.id, account_id: row.account_id },
  });
  await record(sql, on.projector, [{ ...used, idempotencyKey: `access_used:${row.id}` }]);
}

/** Ends credentials, and every session and export link that was made with one of them. */
export async function endAccess(sql: Sql, on: Keeper, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await sql.rows<{ id: string; account_id: string }>(
    "select id, account_id from access_token where revoked_at is null and (id = any($1) or (kind in ('session', 'export') and label = any($1)))",
    [ids],
  );
  const events = rows.map((row) =>
    accessEvent(on, {
      kind: "access_revoked",
      payload: { id: row.id, account_id: row.account_id },
    }),
  );
  await record(sql, on.projector, events);
  return rows.map((row) => row.id);
}

/** The token from the settings: it is in no table. */
export const operatorCredential = "operator_token";

/** For connections that outlive a request. A credential that is gone with its account has ended, too. */
export async function filterEnded(
  sql: Sql,
  ids: readonly string[],
  now: number,
): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select asked.id from unnest($1::text[]) as asked(id) where asked.id <> $3 and not exists (
       select from access_token t join account a on a.id = t.account_id
       where t.id = asked.id and t.revoked_at is null and (t.expires_at is null or t.expires_at > $2) and a.lifecycle = 'active'
         and (t.kind <> 'session' or coalesce(t.last_used_at, t.created_at) > $4))`,
    [ids, iso(now), operatorCredential, iso(now - sessionIdleMs)],
  );
  return rows.map((row) => row.id);
}

export function listTokens(sql: Sql): Promise<TokenView[]> {
  return sql.rows<TokenView>(
    `select t.id, t.account_id, a.display_name as account_name, t.kind, t.role, t.label, t.scopes, t.expires_at, t.revoked_at, t.created_at,
       t.last_used_at
     from access_token t left join account a on a.id = t.account_id
     where t.kind in ('account', 'service') order by t.created_at desc, t.id`,
  );
}

/** Open sessions of the page: all of them, or one account's. Ended ones are left out. */
export function listSessions(sql: Sql, now: number, accountId?: string): Promise<SessionView[]> {
  return sql.rows<SessionView>(
    `select t.id, t.account_id, a.display_name as account_name, t.role, t.expires_at, t.created_at, t.last_used_at,
       case when t.label like $2 then 'operator_token' when k.kind = 'link' and k.label like 'passkey:%' then 'passkey'
         when k.kind = 'link' and k.label is not null then 'single_sign_on'
         when k.id is not null then k.kind else 'pairing' end as opened_with, case k.kind when 'account' then k.label end as token_label
     from access_token t join account a on a.id = t.account_id
       left join access_token k on k.id = t.label and k.kind in ('account', 'link')
     where t.kind = 'session' and t.revoked_at is null and t.expires_at > $1 and a.lifecycle = 'active'
       and coalesce(t.last_used_at, t.created_at) > $3 and ($4::text is null or t.account_id = $4)
     order by coalesce(t.last_used_at, t.created_at) desc, t.id`,
    [iso(now), `${operatorCredential}:%`, iso(now - sessionIdleMs), accountId ?? null],
  );
}

const operatorAccountKey = "operator_account";

export async function operatorAccount(sql: Sql): Promise<string | undefined> {
  const [row] = await sql.rows<{ account_id: string }>(
    "select account_id from event_log where idempotency_key = $1",
    [operatorAccountKey],
  );
  return row?.account_id;
}

export interface NewAccount {
  readonly displayName: string | null;
  readonly language: string | null;
  readonly timezone: string;
  /** True when the zone was set for this account, not guessed. */
  readonly zoneIsChosen?: boolean | undefined;
}

/** Refused with `already_recorded` for the second of two first starts. */
export async function createOperatorAccount(
  sql: Sql,
  on: Keeper,
  person: NewAccount,
): Promise<string> {
  const event = accountCreated(on, person);
  await record(sql, on.projector, [{ ...event.draft, idempotencyKey: operatorAccountKey }]);
  return event.id;
}

export async function createAccount(sql: Sql, on: Keeper, person: NewAccount): Promise<string> {
  const event = accountCreated(on, person);
  await record(sql, on.projector, [event.draft]);
  return event.id;
}

function accountCreated(
  on: Keeper,
  person: NewAccount,
): { readonly id: string; readonly draft: EventDraft } {
  const id = on.chance.id();
  return {
    id,
    draft: {
      stream: `account:${id}`,
      kind: "account_created",
      at: iso(on.clock.now()),
      accountId: id,
      payload: {
        id,
        origin: "web_first",
        display_name: person.displayName,
        language: person.language,
        default_timezone: person.timezone,
        zone_source: person.zoneIsChosen === true ? "chosen" : "default",
        is_welcomed: false,
      },
    },
  };
}

function accessEvent(
  on: Keeper,
  body: EventBody<"access_granted" | "access_used" | "access_revoked">,
): EventDraft {
  return {
    stream: `access:${body.payload.id}`,
    at: iso(on.clock.now()),
    accountId: body.payload.account_id,
    ...body,
  };
}
