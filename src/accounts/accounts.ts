import type { Language } from "../domain/language.ts";
import type { Actor } from "../domain/views/audit.ts";
import { type Clock, iso } from "../domain/ports/clock.ts";
import { Refusal } from "../domain/errors.ts";
import { engine } from "../domain/principal.ts";
import { noteAudit } from "../store/audit/audit.ts";
import type { Database, Sql } from "../store/database/database.ts";
import type { Projector } from "../store/log/projector.ts";
import { record } from "../store/log/record.ts";
import type { Access } from "./access.ts";
import { eraseAccount, type EraseDeps, type Erased } from "./erase-account.ts";

/** An account as operators see it: who it is and how it is reached, nothing of what it says. */
export interface AccountView {
  readonly id: string;
  readonly display_name: string | null;
  readonly language: Language | null;
  readonly default_timezone: string;
  readonly reminder_channels: string[];
  readonly morning: string;
  readonly reminded_by: "both" | "chat" | "devices";
  readonly link_hosts: string[];
  readonly is_welcomed: boolean;
  readonly zone_source: "default" | "guessed" | "chosen";
  readonly lifecycle: "active" | "disabled";
  readonly origin: string;
  readonly created_at: string;
  /** The operator's own account; it can be neither disabled nor erased. */
  readonly is_operator: boolean;
  /** Chat apps that people of this account write from. */
  readonly channels: string[];
  /** Their ids there, as the vendor writes them. */
  readonly identities: readonly {
    readonly channel: string;
    readonly channel_account: string;
    readonly subject: string;
  }[];
  readonly last_seen_at: string | null;
}

export interface AccountQuery {
  readonly search?: string | undefined;
  readonly lifecycle?: "active" | "disabled" | undefined;
  /** The last one of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface AccountsDeps extends Omit<EraseDeps, "db" | "projector" | "clock"> {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly access: Pick<Access, "endAll">;
}

export interface Accounts {
  list(query: AccountQuery): Promise<AccountView[]>;
  one(id: string): Promise<AccountView>;
  /**
   * A disabled account can't sign in, send or receive. Its data stays and works again once it is
   * enabled.
   */
  setActive(id: string, isActive: boolean, by: Actor): Promise<AccountView>;
  /**
   * For good. `name` repeats the account's name (its id if it has none), which guards against
   * mistakes.
   */
  erase(id: string, name: string, by: Actor): Promise<Erased>;
}

export function openAccounts(on: AccountsDeps): Accounts {
  const asEngine = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    on.db.transaction(engine, work);
  const one = (sql: Sql, id: string): Promise<AccountView> => readOne(sql, id);
  const setActive = (sql: Sql, id: string, isActive: boolean): Promise<boolean> =>
    changeLifecycle(on, sql, { id, isActive });
  return {
    list: (query) => asEngine((sql) => list(sql, query)),
    one: (id) => asEngine((sql) => one(sql, id)),
    async setActive(id, isActive, by) {
      await asEngine(async (sql) => {
        assertOthers(await one(sql, id));
        if (await setActive(sql, id, isActive))
          await noteAudit(sql, on.clock, {
            action: isActive ? "account_enabled" : "account_disabled",
            by,
            accountId: id,
          });
      });
      if (!isActive) await on.access.endAll(id);
      return asEngine((sql) => one(sql, id));
    },
    async erase(id, name, by) {
      await asEngine(async (sql) => {
        const account = await one(sql, id);
        assertOthers(account);
        if (name !== (account.display_name ?? account.id))
          throw new Refusal("confirmation_mismatch");
        await setActive(sql, id, false);
      });
      await on.access.endAll(id);
      return eraseAccount(on, id, by);
    },
  };
}

const columns = `a.id, a.display_name, a.language, a.default_timezone, a.reminder_channels, a.morning, a.reminded_by, a.link_hosts, a.is_welcomed, a.zone_source, a.lifecycle, a.origin, a.created_at,
  exists (select from event_log e where e.idempotency_key = 'operator_account' and e.account_id = a.id) as is_operator,
  array(select distinct i.provider_type from channel_identity i where i.account_id = a.id and i.lifecycle = 'active' order by 1) as channels,
  coalesce((select json_agg(json_build_object('channel', i.provider_type, 'channel_account', i.channel_account, 'subject', i.provider_subject)
      order by i.provider_type, i.channel_account, i.provider_subject)
    from channel_identity i where i.account_id = a.id and i.lifecycle = 'active'), '[]'::json) as identities,
  (select max(c.updated_at) from conversation c where c.account_id = a.id) as last_seen_at`;

function list(sql: Sql, { search, lifecycle, after, limit }: AccountQuery): Promise<AccountView[]> {
  const like = search === undefined ? null : `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sql.rows<AccountView>(
    `select ${columns} from account a
     where not exists (select from story_rooms r where r.account_id = a.id) and ($1::text is null or a.display_name ilike $1 or a.id ilike $1 or exists (select from channel_identity i
         where i.account_id = a.id and i.lifecycle = 'active' and i.provider_subject ilike $1)) and ($2::text is null or a.lifecycle = $2)
       and ($3::text is null or (a.created_at, a.id) < (select l.created_at, l.id from account l where l.id = $3))
     order by a.created_at desc, a.id desc limit $4`,
    [like, lifecycle ?? null, after ?? null, limit],
  );
}

async function readOne(sql: Sql, id: string): Promise<AccountView> {
  const [row] = await sql.rows<AccountView>(`select ${columns} from account a where a.id = $1`, [
    id,
  ]);
  if (row === undefined) throw new Refusal("not_found");
  return row;
}

function assertOthers({ is_operator }: AccountView): void {
  if (is_operator) throw new Refusal("operator_account_kept");
}

/** Gives whether anything changed. */
async function changeLifecycle(
  on: AccountsDeps,
  sql: Sql,
  to: { id: string; isActive: boolean },
): Promise<boolean> {
  const wanted = to.isActive ? "active" : "disabled";
  const rows = await sql.rows(
    "select 1 from account where id = $1 and lifecycle <> $2 for update",
    [to.id, wanted],
  );
  if (rows.length === 0) return false;
  const kind = to.isActive ? "account_enabled" : "account_disabled";
  await record(sql, on.projector, [
    {
      stream: `account:${to.id}`,
      kind,
      at: iso(on.clock.now()),
      accountId: to.id,
      payload: { id: to.id },
    },
  ]);
  return true;
}
