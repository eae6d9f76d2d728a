import type { ChannelSecrets } from "../domain/channel-ports.ts";
import { type Clock, iso } from "../domain/clock.ts";
import { engine } from "../domain/principal.ts";
import type { Database } from "./database.ts";
import type { Keyring } from "./secrets.ts";

/** Secrets of channels belong to this installation, not to an account. */
const owner = "installation";
const checkPurpose = "the key check";

/**
 * A key that cannot open what is there already is refused at the start, before anything is sealed with it. The check value
 * is written once; nothing is ever overwritten with another key.
 */
export async function assertKeyFits(db: Database, keyring: Keyring): Promise<void> {
  await db.transaction(engine, async (sql) => {
    const fresh = JSON.stringify(keyring.seal("meanwhile", checkPurpose));
    await sql.rows("insert into installation (key, value) values ('secret_key_check', $1::jsonb) on conflict (key) do nothing", [fresh]);
    const [check] = await sql.rows<{ value: string }>("select value from installation where key = 'secret_key_check'");
    keyring.open(check?.value ?? "", checkPurpose);
    const [row] = await sql.rows<{ name: string; sealed: string }>("select name, sealed from sealed_secret where account_id = $1 limit 1", [
      owner,
    ]);
    if (row !== undefined) keyring.open(row.sealed, row.name);
  });
}

export function openChannelSecrets(on: { db: Database; clock: Clock; keyring: Keyring | undefined }): ChannelSecrets {
  const keys = (): Keyring => {
    if (on.keyring === undefined) throw new Error("there is no key to seal secrets with");
    return on.keyring;
  };
  return {
    async put(name, plain) {
      await on.db.rows(
        `insert into sealed_secret (account_id, name, sealed, updated_at) values ($1, $2, $3, $4)
         on conflict (account_id, name) do update set sealed = excluded.sealed, updated_at = excluded.updated_at`,
        [owner, name, keys().seal(plain, name), iso(on.clock.now())],
      );
    },
    async get(name) {
      const [row] = await on.db.rows<{ sealed: string }>("select sealed from sealed_secret where account_id = $1 and name = $2", [
        owner,
        name,
      ]);
      return row === undefined ? undefined : keys().open(row.sealed, name);
    },
    drop: async (name) => void (await on.db.rows("delete from sealed_secret where account_id = $1 and name = $2", [owner, name])),
  };
}
