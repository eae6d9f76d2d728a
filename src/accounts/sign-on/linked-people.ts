import { createHash } from "node:crypto";
import { type Chance, type Clock, iso } from "../../domain/ports/clock.ts";
import { handler, type Projection } from "../../domain/events/projection.ts";
import { Refusal } from "../../domain/errors.ts";
import type { Sql } from "../../store/database/database.ts";
import type { Projector } from "../../store/log/projector.ts";
import { record } from "../../store/log/record.ts";
import { createAccount, type NewAccount } from "../access-grants.ts";

/** A person as another system knows them. Names and addresses may change; these two do not. */
export interface Elsewhere {
  readonly issuer: string;
  readonly subject: string;
}

export interface LinkDeps {
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
}

/** Stands for the pair in credentials, where the words themselves are not needed. */
export const hashOf = (...words: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(words)).digest("hex");

export interface Wanted {
  readonly who: Elsewhere;
  /** The account that asked to be linked. */
  readonly linkTo?: string | undefined;
  /** For a person who is not known yet; undefined if none may be made. */
  readonly newcomer: NewAccount | undefined;
}

/**
 * The account of a person, linked or made at their first sign-in. E-mail addresses link nothing: a
 * provider may give an address to another person.
 */
export async function accountOf(sql: Sql, on: LinkDeps, wanted: Wanted): Promise<string> {
  const { who, linkTo, newcomer } = wanted;
  // Of two first sign-ins at once, the second finds what the first made.
  await sql.rows("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `sign_on:${hashOf(who.issuer, who.subject)}`,
  ]);
  const [known] = await sql.rows<{ account_id: string; lifecycle: string }>(
    "select l.account_id, a.lifecycle from sign_on_link l join account a on a.id = l.account_id where l.issuer = $1 and l.subject = $2",
    [who.issuer, who.subject],
  );
  if (known !== undefined) {
    if (linkTo !== undefined && linkTo !== known.account_id)
      throw new Refusal("channel_identity_already_bound");
    if (known.lifecycle !== "active") throw new Refusal("account_disabled");
    return known.account_id;
  }
  if (linkTo === undefined && newcomer === undefined) throw new Refusal("sign_on_no_account");
  const accountId = linkTo ?? (await createAccount(sql, on, newcomer as NewAccount));
  await record(sql, on.projector, [
    {
      stream: `account:${accountId}`,
      kind: "sign_on_linked",
      at: iso(on.clock.now()),
      accountId,
      payload: { account_id: accountId, ...who },
    },
  ]);
  return accountId;
}

interface Linked {
  readonly accountId: string;
  readonly issuer: string;
}

export const isLinked = async (sql: Sql, { accountId, issuer }: Linked): Promise<boolean> =>
  (
    await sql.rows("select from sign_on_link where account_id = $1 and issuer = $2 limit 1", [
      accountId,
      issuer,
    ])
  ).length > 0;

/** Returns whom the issuer knew as this account. */
export async function unlinkPeople(
  sql: Sql,
  on: LinkDeps,
  { accountId, issuer }: Linked,
): Promise<readonly string[]> {
  const rows = await sql.rows<{ subject: string }>(
    "select subject from sign_on_link where account_id = $1 and issuer = $2",
    [accountId, issuer],
  );
  await record(
    sql,
    on.projector,
    rows.map(({ subject }) => ({
      stream: `account:${accountId}`,
      kind: "sign_on_unlinked",
      at: iso(on.clock.now()),
      accountId,
      payload: { account_id: accountId, issuer, subject },
    })),
  );
  return rows.map(({ subject }) => subject);
}

export const signOnProjection: Projection = {
  tables: [{ name: "sign_on_link", key: ["issuer", "subject"] }],
  handlers: [
    handler("sign_on_linked", ({ payload: { account_id, issuer, subject }, at }) => [
      {
        op: "put",
        table: "sign_on_link",
        row: { issuer, subject, account_id, linked_at: at },
      },
    ]),
    handler("sign_on_unlinked", ({ payload: { issuer, subject } }) => [
      { op: "drop", table: "sign_on_link", key: { issuer, subject } },
    ]),
  ],
};
