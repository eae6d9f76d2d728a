import { createHash } from "node:crypto";
import { Client } from "pg";
import { sqlState } from "../database/database.ts";
import { ownersConnection } from "../database/owner.ts";
import { clientConfig, type ConnectionSettings } from "../database/postgres-database.ts";

/** Another database on the same server, made for one purpose and dropped afterwards. */
export interface DatabaseBeside {
  readonly connection: ConnectionSettings;
  readonly name: string;
  drop(): Promise<void>;
}

type Purpose = "rehearsal" | "before" | "after";

/** The URL's user may not make databases on this server. */
export class NoDatabaseBeside extends Error {
  override readonly name = "NoDatabaseBeside";
}

/**
 * Makes a database beside the given one: empty, or a copy of it. Only a database that no session
 * uses can be copied. One that a killed process left behind is dropped first.
 */
export async function makeBeside(
  source: ConnectionSettings,
  purpose: Purpose,
  how: "empty" | "copy",
): Promise<DatabaseBeside> {
  const name = nameBeside(source, purpose);
  const connection = withDatabaseName(source, name);
  const drop = (): Promise<void> => dropDatabase(source, name);
  try {
    await drop();
    const form =
      how === "copy" ? `template ${quoteName(databaseNameOf(source))}` : await formOf(source);
    await administer(source, [`create database ${quoteName(name)} ${form}`]);
    await ownersConnection(connection, ({ rows }) => rows("select 1"));
  } catch (error) {
    if (!isForbidden(sqlState(error))) throw error;
    await drop().catch(() => undefined);
    throw new NoDatabaseBeside("The database's user may not create databases.", { cause: error });
  }
  return { connection, name, drop };
}

/**
 * No right to create databases, or no way into the server's maintenance database or the new one:
 * servers often admit a user to one database only.
 */
const isForbidden = (state: string | undefined): boolean =>
  state === "42501" || state === "3D000" || state?.startsWith("28") === true;

const dropDatabase = (source: ConnectionSettings, name: string): Promise<void> =>
  administer(source, [`drop database if exists ${quoteName(name)} with (force)`]);

/**
 * The encoding and the collation of the database: without them a new one has those of the server's
 * template. Columns have other names in other versions of PostgreSQL, so the row is read as JSON.
 */
const formOf = (source: ConnectionSettings): Promise<string> =>
  ownersConnection(source, async ({ rows }) => {
    const [found] = await rows<{ form: string }>(
      `select format('template template0 encoding %L lc_collate %L lc_ctype %L', pg_encoding_to_char(encoding), datcollate, datctype)
         || case datlocprovider when 'i' then format(' locale_provider icu icu_locale %L', coalesce(d ->> 'datlocale', d ->> 'daticulocale'))
            when 'b' then format(' locale_provider builtin builtin_locale %L', d ->> 'datlocale') else ' locale_provider libc' end as form
       from pg_database, lateral to_jsonb(pg_database) d where datname = current_database()`,
    );
    return found?.form ?? "";
  });

/** Gives the prepared database the name of the present one, in one transaction. */
export async function swapIn(source: ConnectionSettings, prepared: DatabaseBeside): Promise<void> {
  const name = databaseNameOf(source);
  const aside = nameBeside(source, "after");
  await dropDatabase(source, aside);
  await administer(source, [
    "begin",
    `alter database ${quoteName(name)} rename to ${quoteName(aside)}`,
    `alter database ${quoteName(prepared.name)} rename to ${quoteName(name)}`,
    "commit",
  ]);
  await dropDatabase(source, aside);
}

/** From the server's maintenance database: a database cannot be dropped or renamed by its own session. */
const administer = (source: ConnectionSettings, statements: readonly string[]): Promise<void> =>
  ownersConnection(withDatabaseName(source, "postgres"), async ({ rows }) => {
    for (const statement of statements) await rows(statement);
  });

/** Names are shared by all installations on a server, and at most 63 bytes long. */
function nameBeside(source: ConnectionSettings, purpose: Purpose): string {
  const tag = createHash("sha256").update(databaseNameOf(source)).digest("hex").slice(0, 8);
  return `meanwhile_${purpose}_${tag}`;
}

const databaseNameOf = (source: ConnectionSettings): string =>
  new Client(clientConfig(source)).database ?? "";

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function withDatabaseName(source: ConnectionSettings, database: string): ConnectionSettings {
  const { connectionString: url, ...rest } = source;
  if (url === undefined) return { ...rest, database };
  const path = `$1/${encodeURIComponent(database)}`;
  return { connectionString: url.replace(/^(\w+:\/\/[^/?]*)(?:\/[^?]*)?/, path) };
}
