import { type Config, loadConfig } from "../config.ts";
import type { Actor } from "../domain/views/audit.ts";
import type { Clock } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import { noteAudit } from "../store/audit/audit.ts";
import type { Database, Sql } from "../store/database/database.ts";
import type { Keyring, Keys } from "../store/secrets.ts";

interface Seen {
  readonly name: string;
  readonly key_id: string;
  readonly code: string;
}

/**
 * A restart with other settings is noted in the audit with the names of those that changed. Values
 * are stored as keyed hashes, so that neither the table nor the audit contains one. The first start
 * has nothing to compare with.
 */
export async function noteChangedSettings(
  on: {
    readonly db: Database;
    readonly clock: Clock;
    readonly keys: Keys;
    readonly config: Config;
  },
  by: Actor,
): Promise<void> {
  const keyring = on.keys();
  const roles = [...on.config.roles].sort().join();
  const values = leavesOf(on.config);
  await on.db.transaction(engine, async (sql) => {
    // Processes that start at once compare one after the other; on an empty table there is no row
    // to lock.
    await sql.rows("select pg_advisory_xact_lock(hashtextextended('setting_seen', 0))");
    const seen = await sql.rows<Seen>(
      "select name, key_id, code from setting_seen where roles = $1",
      [roles],
    );
    const fields = seen.length === 0 ? [] : listChangedNames({ seen, values, keyring });
    if (seen.length > 0 && fields.length === 0) return;
    await keep(sql, { roles, values, keyring });
    if (seen.length > 0)
      await noteAudit(sql, on.clock, {
        action: "settings_changed",
        by,
        details: { fields, roles },
      });
  });
}

async function keep(
  sql: Sql,
  of: { roles: string; values: ReadonlyMap<string, string>; keyring: Keyring },
): Promise<void> {
  await sql.rows("delete from setting_seen where roles = $1", [of.roles]);
  const names = [...of.values.keys()];
  const codes = names.map((name) =>
    codeOf(of.keyring, [name, of.values.get(name) ?? ""], of.keyring.keyId),
  );
  await sql.rows(
    "insert into setting_seen (roles, key_id, name, code) select $1, $2, * from unnest($3::text[], $4::text[])",
    [of.roles, of.keyring.keyId, names, codes],
  );
}

function listChangedNames(of: {
  seen: readonly Seen[];
  values: ReadonlyMap<string, string>;
  keyring: Keyring;
}): string[] {
  const known = new Map(of.seen.map((row) => [row.name, row]));
  let standard: ReadonlyMap<string, string> | undefined;
  const isDifferent = ([name, value]: [string, string]): boolean => {
    const before = known.get(name);
    // A name that a newer version brought along does not count as a change while it has its
    // default.
    if (before === undefined) return (standard ??= defaults()).get(name) !== value;
    return codeOf(of.keyring, [name, value], before.key_id) !== before.code;
  };
  const gone = [...known.keys()].filter((name) => !of.values.has(name));
  return [...[...of.values].filter(isDifferent).map(([name]) => name), ...gone].sort();
}

const codeOf = (
  keyring: Keyring,
  of: readonly [string, string],
  keyId: string,
): string | undefined => keyring.mac("settings", of.join("\n"), keyId)?.slice(0, 32);

const defaults = (): ReadonlyMap<string, string> =>
  leavesOf(loadConfig({ env: {}, readFile: () => undefined }));

/** Each setting by its whole name, as text. A list counts as one. */
function leavesOf(of: object, path = ""): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(of).flatMap(([key, value]: [string, unknown]) => {
      if (value === undefined) return [];
      if (typeof value === "object" && value !== null && !Array.isArray(value))
        return [...leavesOf(value, `${path}${key}.`)];
      return [[`${path}${key}`, JSON.stringify(value)] as const];
    }),
  );
}
