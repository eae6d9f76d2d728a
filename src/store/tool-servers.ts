import type { Clock } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import type { AuditNote } from "../domain/views/audit.ts";
import type { ToolServer } from "../domain/views/tool-servers.ts";
import { noteAudit } from "./audit/audit.ts";
import { dropSecret, putSecret } from "./channel-secrets.ts";
import type { Database, Sql } from "./database/database.ts";
import type { Keys } from "./secrets.ts";

/** The wake-up for every process that a server changed. */
export const toolsTopic = "tool_servers";

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
 * Servers of tools that operators added. Address, headers and pinned definitions of a server are
 * one sealed text, as a model's connection is.
 */
export interface ToolServerStore {
  list(): Promise<readonly SealedServer[]>;
  /** Throws a `SealError` where the key is another. */
  open(of: SealedServer): ToolServer;
  servers(): Promise<readonly ToolServer[]>;
  find(of: Named): Promise<ToolServer | undefined>;
  /** One change of a server after the other, by all processes. The same server changes nothing. */
  change(
    of: Named,
    decide: (now: ToolServer | undefined, count: number) => Changed,
  ): Promise<ToolServer | undefined>;
}

export function openToolServerStore(on: {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keys;
}): ToolServerStore {
  const { db, clock, keys } = on;
  const open = ({ name, sealed }: SealedServer): ToolServer =>
    JSON.parse(keys().open(sealed, `${prefix}${name}`)) as ToolServer;
  return {
    list: () => list(db),
    open,
    servers: async () => (await list(db)).map(open),
    async find({ name }) {
      const found = (await list(db)).find((each) => each.name === name);
      return found && open(found);
    },
    async change({ name }, decide) {
      const after = await db.transaction(engine, async (sql) => {
        await sql.rows("select pg_advisory_xact_lock(hashtext($1))", [toolsTopic]);
        const all = await list(sql);
        const row = all.find((each) => each.name === name);
        const before = row && open(row);
        const { server, note } = decide(before, all.length);
        if (server === before) return server;
        if (server === undefined) await dropSecret(sql, `${prefix}${name}`);
        else
          await putSecret(sql, { keyring: keys(), clock }, [
            `${prefix}${name}`,
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

const list = (sql: Sql): Promise<SealedServer[]> =>
  sql.rows<SealedServer>(
    `select substr(name, ${prefix.length + 1}) as name, sealed from sealed_secret
     where account_id = 'installation' and name like $1 order by name`,
    [`${prefix}%`],
  );
