import type { ChannelSecrets } from "../domain/ports/channel-ports.ts";
import { type Clock, iso } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import type { Database, Sql } from "./database/database.ts";
import type { Keyring, Keys } from "./secrets.ts";

/** Secrets of channels belong to the installation, not to an account. */
const owner = "installation";
const checkPurpose = "the key check";

/**
 * Refuses a key that cannot open existing secrets and reports a missing one, before anything is
 * created, changed or sealed with another.
 */
export async function assertKeyFits(sql: Sql, existing: Keys): Promise<void> {
  const [tables] = await sql.rows<{ there: boolean }>(
    "select to_regclass('sealed_secret') is not null as there",
  );
  if (tables?.there !== true) return;
  const rows = await sql.rows<{ name: string; sealed: string }>(
    `select $1 as name, value #>> '{}' as sealed from installation where key = 'secret_key_check'
     union all (select name, sealed from sealed_secret where account_id = $2 order by updated_at desc limit 1)`,
    [checkPurpose, owner],
  );
  for (const { name, sealed } of rows) existing().open(sealed, name);
}

export function openChannelSecrets(on: {
  db: Database;
  clock: Clock;
  keys: Keys | undefined;
}): ChannelSecrets {
  const keys: Keys = () => {
    if (on.keys === undefined) throw new Error("there is no key to seal secrets with");
    return on.keys();
  };
  return {
    put: (name, plain) =>
      on.db.transaction(engine, (sql) =>
        putSecret(sql, { keyring: keys(), clock: on.clock }, [name, plain]),
      ),
    async get(name) {
      const sealed = await readSealed(on.db, name);
      return sealed === undefined ? undefined : keys().open(sealed, name);
    },
    drop: (name) => dropSecret(on.db, name),
  };
}

interface Sealing {
  readonly keyring: Keyring;
  readonly clock: Pick<Clock, "now">;
  /** The account that it goes with. Default: the installation. */
  readonly owner?: string | undefined;
}

/** Seals a secret in the caller's transaction. */
export async function putSecret(
  sql: Sql,
  on: Sealing,
  [name, plain]: readonly [name: string, plain: string],
): Promise<void> {
  await markKey(sql, on.keyring);
  await sql.rows(
    `insert into sealed_secret (account_id, name, sealed, updated_at) values ($1, $2, $3, $4)
     on conflict (account_id, name) do update set sealed = excluded.sealed, updated_at = excluded.updated_at`,
    [on.owner ?? owner, name, on.keyring.seal(plain, name), iso(on.clock.now())],
  );
}

/** A secret as it is stored; the keyring opens it by its name. */
export async function readSealed(
  sql: Sql,
  name: string,
  of: string = owner,
): Promise<string | undefined> {
  const [row] = await sql.rows<{ sealed: string }>(
    "select sealed from sealed_secret where account_id = $1 and name = $2",
    [of, name],
  );
  return row?.sealed;
}

/** Secrets of the installation whose names begin alike, as they are stored. */
export const listSealed = (
  sql: Sql,
  prefix: string,
): Promise<{ readonly name: string; readonly sealed: string }[]> =>
  sql.rows(
    "select name, sealed from sealed_secret where account_id = $1 and starts_with(name, $2) order by name",
    [owner, prefix],
  );

export async function dropSecret(sql: Sql, name: string, of: string = owner): Promise<void> {
  await sql.rows("delete from sealed_secret where account_id = $1 and name = $2", [of, name]);
}

/**
 * The first seal marks its key. A process with a different key then fails here instead of sealing
 * secrets that the others cannot open.
 */
async function markKey(sql: Sql, keyring: Keyring): Promise<void> {
  const fresh = JSON.stringify(keyring.seal("meanwhile", checkPurpose));
  await sql.rows(
    "insert into installation (key, value) values ('secret_key_check', $1::jsonb) on conflict (key) do nothing",
    [fresh],
  );
  const [check] = await sql.rows<{ sealed: string }>(
    "select value #>> '{}' as sealed from installation where key = 'secret_key_check'",
  );
  keyring.open(check?.sealed ?? "", checkPurpose);
}
