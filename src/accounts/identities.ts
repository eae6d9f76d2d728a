import { type Chance, type Clock, iso } from "../domain/ports/clock.ts";
import { Refusal } from "../domain/errors.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import { engine } from "../domain/principal.ts";
import { type Database, type Sql, isViolationOf } from "../store/database/database.ts";
import type { Projector } from "../store/log/projector.ts";
import { record } from "../store/log/record.ts";
import { identityBound, makePairing, type Pairing } from "./pairing-codes.ts";

export interface IdentityDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
}

/** A person at a vendor, bound to an account. */
export interface IdentityView {
  readonly id: string;
  readonly accountId: string;
  readonly channel: string;
  readonly channelAccount: string;
  readonly subject: string;
  readonly createdAt: string;
}

export interface NewIdentity {
  readonly accountId: string;
  readonly channel: string;
  readonly channelAccount: string;
  readonly subject: string;
}

export interface Identities {
  list(accountId: string): Promise<readonly IdentityView[]>;
  /** Idempotent for the same account. Refused when the identity belongs to another one. */
  bind(
    identity: NewIdentity,
  ): Promise<{ readonly identity: IdentityView; readonly created: boolean }>;
  /**
   * The conversation stays with the account; the next account bound there starts with an empty one.
   */
  unbind(id: string): Promise<boolean>;
  pair(of: { readonly accountId: string; readonly channel: string | undefined }): Promise<Pairing>;
}

export function openIdentities(on: IdentityDeps): Identities {
  return {
    list: (accountId) =>
      on.db.rows<IdentityView>(
        `${columns} where account_id = $1 and lifecycle = 'active' order by created_at, id`,
        [accountId],
      ),
    async bind(identity) {
      try {
        return await on.db.transaction(engine, (sql) => bind(on, sql, identity));
      } catch (error) {
        // A concurrent request bound the same identity first: read again what it bound.
        if (!isViolationOf(error, "one_account_per_identity")) throw error;
        return on.db.transaction(engine, (sql) => bind(on, sql, identity));
      }
    },
    unbind: (id) => on.db.transaction(engine, (sql) => unbind(on, sql, id)),
    pair: (of) =>
      on.db.transaction(engine, async (sql) => {
        await assertAccount(sql, of.accountId);
        return makePairing(sql, on, of);
      }),
  };
}

const columns = `select id, account_id as "accountId", provider_type as channel, channel_account as "channelAccount",
  provider_subject as subject, created_at as "createdAt" from channel_identity`;

async function assertAccount(sql: Sql, accountId: string): Promise<void> {
  // Locked, so that codes for one account are counted one after the other.
  const rows = await sql.rows(
    "select 1 from account where id = $1 and lifecycle = 'active' for update",
    [accountId],
  );
  if (rows.length === 0) throw new Refusal("not_found", undefined, "There is no such account.");
}

async function bind(on: IdentityDeps, sql: Sql, identity: NewIdentity) {
  await assertAccount(sql, identity.accountId);
  const [known] = await sql.rows<IdentityView>(
    `${columns} where provider_type = $1 and channel_account = $2 and provider_subject = $3 and lifecycle = 'active'`,
    [identity.channel, identity.channelAccount, identity.subject],
  );
  if (known !== undefined && known.accountId !== identity.accountId)
    throw new Refusal(
      "channel_identity_already_bound",
      undefined,
      "This person belongs to another account.",
    );
  if (known !== undefined) return { identity: known, created: false };
  const id = on.chance.id();
  const at = iso(on.clock.now());
  await record(sql, on.projector, [
    identityBound({ at, accountId: identity.accountId }, { id, ...identity }),
  ]);
  return { identity: { id, createdAt: at, ...identity }, created: true };
}

/** In the caller's transaction. */
export async function unbind(on: Omit<IdentityDeps, "db">, sql: Sql, id: string): Promise<boolean> {
  const [known] = await sql.rows<IdentityView>(
    `${columns} where id = $1 and lifecycle = 'active' for update`,
    [id],
  );
  if (known === undefined) return false;
  const talks = await sql.rows<{ id: string }>(
    "select id from conversation where account_id = $1 and provider_type = $2 and channel_account = $3 and peer = $4 order by id for update",
    [known.accountId, known.channel, known.channelAccount, known.subject],
  );
  const parts = await sql.rows<{ id: string; conversation_id: string; message_id: string | null }>(
    `select id, conversation_id, message_id from delivery_attempt
     where conversation_id = any($1) and status in ('pending', 'waiting_for_user') order by conversation_id, ordinal for update`,
    [talks.map((talk) => talk.id)],
  );
  const at = iso(on.clock.now());
  const { accountId } = known;
  const here = (conversationId: string) => ({
    stream: `conversation:${conversationId}`,
    at,
    accountId,
    conversationId,
  });
  await record(sql, on.projector, [
    {
      stream: `account:${accountId}`,
      kind: "identity_unbound",
      at,
      accountId,
      payload: { id, account_id: accountId },
    },
    ...parts.map((part): EventDraft<"delivery_discarded"> => ({
      ...here(part.conversation_id),
      kind: "delivery_discarded",
      payload: { delivery_id: part.id, message_id: part.message_id },
    })),
    ...talks.map((talk): EventDraft<"conversation_retired"> => ({
      ...here(talk.id),
      kind: "conversation_retired",
      payload: { conversation_id: talk.id, scope: `retired:${talk.id}` },
    })),
  ]);
  return true;
}
