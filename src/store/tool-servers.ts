import type { Clock } from "../domain/ports/clock.ts";
import { asAccount, engine } from "../domain/principal.ts";
import type { AuditNote } from "../domain/views/audit.ts";
import type { ToolServer } from "../domain/views/tool-servers.ts";
import { noteAudit } from "./audit/audit.ts";
import { dropSecret, putSecret } from "./channel-secrets.ts";
import type { Database, Sql } from "./database/database.ts";
import type { Keys } from "./secrets.ts";

/** The wake-up for every process that a server changed. */
export const toolsTopic = "tool_servers";

const installation = "installation";
const prefix = "tool server ";

type Named = Pick<ToolServer, "name">;

export interface SealedServer extends Named {
  readonly sealed: string;
}

/** What an operation leaves: the server as it is from now on, and the note of who did it. */
interface Changed {
  readonly server: ToolServer | undefined;
  readonly note?: AuditNote | undefined;
}

/**
 * Servers of tools that operators added, or that one account added for itself. Address, headers and
 * pinned definitions of a server are one sealed text, as a model's connection is.
 */
export interface KeptToolServers {
  /** Throws a `SealError` where the key is another. */
  servers(): Promise<readonly ToolServer[]>;
  find(of: Named): Promise<ToolServer | undefined>;
  /** One change of a server after the other, by all processes. The same server changes nothing. */
  change(
    of: Named,
    decide: (now: ToolServer | undefined, count: number) => Changed,
  ): Promise<ToolServer | undefined>;
}

export interface ToolServerStore extends KeptToolServers {
  /** The operators' servers as they are stored: other texts mean that something changed. */
  list(): Promise<readonly SealedServer[]>;
  /** The servers that an account added for itself. */
  of(accountId: string): KeptToolServers;
}

interface StoreDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keys;
}

export const openToolServerStore = (on: StoreDeps): ToolServerStore => ({
  ...openFor(on, installation),
  list: () => list(on.db, installation),
  of: (accountId) => openFor(on, accountId),
});

/** Sealed by a name that has the account in it: another account's text does not open here. */
const startOf = (owner: string): string =>
  owner === installation ? prefix : `${prefix}of ${owner} `;

function openFor({ db, clock, keys }: StoreDeps, owner: string): KeptToolServers {
  const start = startOf(owner);
  const open = ({ name, sealed }: SealedServer): ToolServer =>
    JSON.parse(keys().open(sealed, `${start}${name}`)) as ToolServer;
  // An account's rows are read as that account, behind its row-level security.
  const read = (): Promise<readonly SealedServer[]> =>
    owner === installation
      ? list(db, owner)
      : db.transaction(asAccount(owner), (sql) => list(sql, owner));
  return {
    servers: async () => (await read()).map(open),
    async find({ name }) {
      const found = (await read()).find((each) => each.name === name);
      return found && open(found);
    },
    async change({ name }, decide) {
      const after = await db.transaction(engine, async (sql) => {
        await sql.rows("select pg_advisory_xact_lock(hashtext($1))", [toolsTopic]);
        const all = await list(sql, owner);
        const row = all.find((each) => each.name === name);
        const before = row && open(row);
        const { server, note } = decide(before, all.length);
        if (server === before) return server;
        if (server === undefined) await dropSecret(sql, `${start}${name}`, owner);
        else
          await putSecret(sql, { keyring: keys(), clock, owner }, [
            `${start}${name}`,
            JSON.stringify(server),
          ]);
        if (note !== undefined) await noteAudit(sql, clock, note);
        return server;
      });
      db.notify(toolsTopic);
      return after;
    },
  };
}

const list = (sql: Sql, owner: string): Promise<SealedServer[]> =>
  sql.rows<SealedServer>(
    `select substr(name, length($2) + 1) as name, sealed from sealed_secret
     where account_id = $1 and starts_with(name, $2) order by name`,
    [owner, startOf(owner)],
  );
