import type { IdentityChange } from "../domain/ports/channel-reports.ts";
import { type Chance, type Clock, iso } from "../domain/ports/clock.ts";
import type { PayloadOf } from "../domain/events/catalogue.ts";
import type { Database, Sql } from "../store/database/database.ts";
import { record } from "../store/log/record.ts";
import { unbind } from "../accounts/identities.ts";
import { toStoredKey } from "./tidy.ts";
import type { Projector } from "../store/log/projector.ts";
import type { Log } from "../domain/ports/log.ts";

export interface ReportDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
}

interface Bound {
  readonly id: string;
  readonly accountId: string;
  readonly subject: string;
}

/**
 * The person is the same: account, conversations and waiting parts stay theirs under the new id.
 * Where the vendor gives an id to another person, its former owner loses the binding and nothing
 * else: their words must not go to a stranger.
 */
export async function changeIdentity(
  on: ReportDeps,
  sql: Sql,
  change: IdentityChange,
): Promise<undefined> {
  const [from, to] = [toStoredKey(change.fromSubject), toStoredKey(change.toSubject)];
  const bound = await lockBound(sql, change, [from, to]);
  const old = bound.find(({ subject }) => subject === from);
  const taken = bound.find(({ subject }) => subject === to);
  if (old === undefined || from === to) return;
  const isStranger = taken !== undefined && taken.accountId !== old.accountId;
  if (isStranger) {
    const { channel, reason } = change;
    on.log.warn(
      { channel, reason, account: old.accountId, other: taken.accountId },
      "an identity moved from one account to another",
    );
    // Two ids in one message: the new one says who it is, so the number has changed hands.
    await unbind(on, sql, change.reason === "seen_together" ? old.id : taken.id);
    if (change.reason === "seen_together") return;
  }
  const moved = await listMoves(sql, change, { accountId: old.accountId, from, to });
  const payload: PayloadOf<"identity_changed"> = {
    id: old.id,
    account_id: old.accountId,
    provider_type: change.channel,
    channel_account: change.channelAccount,
    from,
    to,
    reason: change.reason,
    ...(taken !== undefined && !isStranger ? { merged: true } : {}),
    ...moved,
  };
  const stream = `account:${old.accountId}`;
  await record(sql, on.projector, [
    {
      stream,
      kind: "identity_changed",
      at: iso(on.clock.now()),
      accountId: old.accountId,
      payload,
    },
  ]);
}

function lockBound(
  sql: Sql,
  { channel, channelAccount }: IdentityChange,
  subjects: readonly string[],
): Promise<Bound[]> {
  return sql.rows<Bound>(
    `select id, account_id as "accountId", provider_subject as subject from channel_identity
     where provider_type = $1 and channel_account = $2 and provider_subject = any($3) and lifecycle = 'active' order by id for update`,
    [channel, channelAccount, subjects],
  );
}

async function listMoves(
  sql: Sql,
  { channel, channelAccount }: IdentityChange,
  who: { readonly accountId: string; readonly from: string; readonly to: string },
): Promise<Pick<PayloadOf<"identity_changed">, "conversations" | "deliveries">> {
  const talks = await sql.rows<{ id: string; scope: string }>(
    `select id, scope from conversation where account_id = $1 and provider_type = $2 and channel_account = $3 and peer = $4
       and scope <> 'retired:' || id order by id for update`,
    [who.accountId, channel, channelAccount, who.from],
  );
  const wanted = talks.map(({ scope }) => renameConversation(scope, who));
  const taken = await sql.rows<{ scope: string }>(
    "select scope from conversation where provider_type = $1 and channel_account = $2 and scope = any($3)",
    [channel, channelAccount, wanted],
  );
  const parts = await sql.rows<{ id: string }>(
    `select id from delivery_attempt where conversation_id = any($1) and peer = $2
       and status in ('pending', 'waiting_for_user', 'unknown', 'failed', 'expired') order by conversation_id, ordinal for update`,
    [talks.map(({ id }) => id), who.from],
  );
  return {
    // A conversation that already has the new address is left alone: both stay, and the newer one
    // continues.
    conversations: talks.map(({ id, scope }, at) => {
      const next = wanted[at] ?? scope;
      return { id, scope: taken.some((other) => other.scope === next) ? scope : next };
    }),
    deliveries: parts.map(({ id }) => id),
  };
}

/** Channels name a person's conversation by the person, bare or behind a word and a colon. */
function renameConversation(
  scope: string,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  if (scope === from) return to;
  return scope.endsWith(`:${from}`) ? scope.slice(0, -from.length) + to : scope;
}
