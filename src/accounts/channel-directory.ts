import type {
  ChannelAccount,
  ChannelDirectory,
  ConnectionState,
  LinkedAccount,
} from "../domain/ports/channel-ports.ts";
import { type Chance, type Clock, iso } from "../domain/ports/clock.ts";
import type { EventBody, EventDraft } from "../domain/events/catalogue.ts";
import { engine } from "../domain/principal.ts";
import type { Database, Sql } from "../store/database/database.ts";
import type { Projector } from "../store/log/projector.ts";
import { record } from "../store/log/record.ts";

export interface DirectoryDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Pick<Chance, "id">;
}

/** A vendor account as people see it. */
export interface ChannelView {
  readonly channel: string;
  readonly channelAccount: string;
  readonly accountId: string | null;
  readonly lifecycle: "active" | "removed";
  readonly state: ConnectionState;
  readonly reason: string | null;
  readonly since: string;
  readonly connectedAt: string | null;
}

/**
 * How our accounts at vendors are doing, as events of the log, so that a later look shows when a
 * login ended.
 */
export function openDirectory(on: DirectoryDeps): ChannelDirectory {
  const change = async (
    of: ChannelAccount,
    decide: (now: KnownChannel | undefined) => Change | undefined,
  ): Promise<void> => {
    const told = await on.db.transaction(engine, async (sql) => {
      const made = decide(await lockRow(sql, of));
      if (made === undefined) return false;
      await record(sql, on.projector, [fact(on, of, made)]);
      return true;
    });
    if (told) on.db.notify("channels");
  };
  return {
    stateChanged: (of, { state, reason }) =>
      change(of, (now) =>
        now?.state === state && now.reason === (reason ?? null) && now.lifecycle !== "removed"
          ? undefined
          : {
              kind: "channel_state_changed",
              accountId: now?.accountId,
              payload: {
                ...vendorAccount(of),
                state,
                reason: reason ?? null,
                ...(now?.lifecycle === "removed" ? { is_back: true } : {}),
              },
            },
      ),
    list: (channel) =>
      on.db.rows<LinkedAccount>(
        `select provider_type as channel, channel_account as "channelAccount", account_id as "accountId", connection_state as state, reason
         from channel where provider_type = $1 and account_id is not null and lifecycle = 'active' order by created_at, channel_account`,
        [channel],
      ),
    link: ({ accountId, state, reason, ...of }) =>
      change(of, () => ({
        kind: "channel_linked",
        accountId,
        payload: { ...vendorAccount(of), account_id: accountId, state, reason },
      })),
    openWay: async (of) => {
      const isOpen = await on.db.transaction(engine, (sql) => openWay(on, sql, of));
      if (isOpen) on.db.notify("channels");
      return isOpen;
    },
    configured: (channel) =>
      on.db.rows<ChannelAccount>(
        `select provider_type as channel, channel_account as "channelAccount" from channel
         where provider_type = $1 and account_id is null and lifecycle = 'active' order by channel_account`,
        [channel],
      ),
    unlink: (of) =>
      change(of, (now) =>
        now === undefined || now.lifecycle === "removed"
          ? undefined
          : {
              kind: "channel_unlinked",
              accountId: now.accountId,
              payload: vendorAccount(of),
            },
      ),
  };
}

/** Its conversation is the account's own, so another account never sees what was sent before. */
async function openWay(
  on: DirectoryDeps,
  sql: Sql,
  { accountId, ...of }: ChannelAccount & { readonly accountId: string },
): Promise<boolean> {
  const now = await lockRow(sql, of);
  const scope = `account:${accountId}`;
  const [found] = await sql.rows<{ conversation: string | null }>(
    `select (select c.id from conversation c where c.provider_type = $2 and c.channel_account = $3 and c.scope = $4) as conversation
     from account where id = $1 and lifecycle = 'active'`,
    [accountId, of.channel, of.channelAccount, scope],
  );
  if (found === undefined) return false;
  const isLinked =
    now?.accountId === accountId && now.lifecycle !== "removed" && now.state === "connected";
  const id = on.chance.id();
  const opened: EventDraft = {
    stream: `conversation:${id}`,
    kind: "conversation_opened",
    at: iso(on.clock.now()),
    accountId,
    conversationId: id,
    payload: { id, account_id: accountId, ...vendorAccount(of), scope, peer: accountId },
  };
  const linked = fact(on, of, {
    kind: "channel_linked",
    accountId,
    payload: { ...vendorAccount(of), account_id: accountId, state: "connected", reason: null },
  });
  const drafts = [...(isLinked ? [] : [linked]), ...(found.conversation === null ? [opened] : [])];
  if (drafts.length > 0) await record(sql, on.projector, drafts);
  return true;
}

export function listChannels(sql: Sql): Promise<ChannelView[]> {
  return sql.rows<ChannelView>(
    `select provider_type as channel, channel_account as "channelAccount", account_id as "accountId", lifecycle, connection_state as state,
       reason, state_since as since, connected_at as "connectedAt"
     from channel where lifecycle = 'active' order by provider_type, channel_account limit 500`,
  );
}

/**
 * Channels of the operator's whose accounts do not work, each with one reason: `{"<channel>":
 * "taken_over"}`. People fix their own logins themselves.
 */
export async function listFailedChannels(
  sql: Sql,
  channels: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const rows = await sql.rows<{ channel: string; reason: string }>(
    `select provider_type as channel, min(coalesce(reason, 'failed')) as reason from channel
     where lifecycle = 'active' and account_id is null and connection_state = 'failed' and provider_type = any($1) group by provider_type`,
    [channels],
  );
  return Object.fromEntries(rows.map(({ channel, reason }) => [channel, reason]));
}

interface KnownChannel {
  readonly state: ConnectionState;
  readonly reason: string | null;
  readonly lifecycle: string;
  readonly accountId: string | undefined;
}

type ChannelKind = "channel_linked" | "channel_unlinked" | "channel_state_changed";
type Change = EventBody<ChannelKind> & { readonly accountId: string | undefined };

async function lockRow(sql: Sql, of: ChannelAccount): Promise<KnownChannel | undefined> {
  const [row] = await sql.rows<Omit<KnownChannel, "accountId"> & { accountId: string | null }>(
    `select connection_state as state, reason, lifecycle, account_id as "accountId" from channel
     where provider_type = $1 and channel_account = $2 for update`,
    [of.channel, of.channelAccount],
  );
  return row === undefined ? undefined : { ...row, accountId: row.accountId ?? undefined };
}

const vendorAccount = ({ channel, channelAccount }: ChannelAccount) => ({
  provider_type: channel,
  channel_account: channelAccount,
});

function fact(on: DirectoryDeps, of: ChannelAccount, change: Change): EventDraft {
  return {
    stream: `channel:${of.channel}:${of.channelAccount}`,
    at: iso(on.clock.now()),
    ...change,
  };
}
