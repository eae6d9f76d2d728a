import { basename } from "node:path";
import { iso } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import type { Actor } from "../domain/views/audit.ts";
import type { BackupsApi } from "../domain/views/backups.ts";
import { noteAudit } from "../store/audit/audit.ts";
import { makeBackup } from "../store/backup/backup.ts";
import { type BackupFile, listBackups } from "../store/backup/backup-files.ts";
import { noteBackup } from "../store/backup/nightly.ts";
import type { Projector } from "../store/log/projector.ts";
import { dumpMedia } from "./media.ts";
import type { Keys } from "../store/secrets.ts";
import type { Base } from "./base.ts";
import { backupDirectory } from "./chores.ts";

const purpose = "backup download";
const linkMs = 10 * 60_000;

interface Lent {
  readonly name: string;
  readonly credential: string;
  readonly until: number;
}

/** Backups that an operator makes, sees and fetches in the page: the same files as those of every night. */
export function openBackupsApi(
  base: Base,
  on: { readonly projector: Projector; readonly keys: Keys },
): BackupsApi {
  const { config, store, clock, chance, log, closers } = base;
  const directory = backupDirectory(config);
  const stop = new AbortController();
  let since: number | undefined;
  let failed: string | null = null;
  let running: Promise<void> = Promise.resolve();
  closers.push(async () => {
    stop.abort();
    await running;
  });
  const make = async (by: Actor): Promise<void> => {
    try {
      const made = await makeBackup({
        connection: store.connection,
        projector: on.projector,
        keyring: on.keys(),
        randomBytes: (count) => chance.bytes(count),
        directory,
        media: config.backups.media
          ? () => dumpMedia({ config, keys: on.keys, clock, chance })
          : undefined,
        at: iso(clock.now()),
        signal: stop.signal,
      });
      await noteBackup({ db: store.db, clock }, made, by);
    } catch (error) {
      failed = error instanceof Error ? error.message : String(error);
      log.warn({ err: error }, "a backup that an operator asked for could not be made");
    } finally {
      since = undefined;
    }
  };
  const find = async (name: string): Promise<BackupFile | undefined> =>
    (await listBackups(directory)).find(({ file }) => basename(file) === name);
  return {
    async read() {
      const files = await listBackups(directory);
      return {
        backups: files.map(({ file, at, bytes }) => ({ name: basename(file), at, bytes })),
        running_since: since === undefined ? null : iso(since),
        failed,
        nightly: config.backups.nightly,
      };
    },
    start(by) {
      if (since !== undefined) return false;
      since = clock.now();
      failed = null;
      running = make(by);
      return true;
    },
    async lend({ name, credential, by }) {
      if ((await find(name)) === undefined) return undefined;
      await store.db.transaction(engine, (sql) =>
        noteAudit(sql, clock, { action: "backup_fetched", by, details: { name } }),
      );
      const lent: Lent = { name, credential, until: clock.now() + linkMs };
      return Buffer.from(on.keys().seal(JSON.stringify(lent), purpose)).toString("base64url");
    },
    async open({ link, credential }) {
      const lent = tryOpen(() =>
        on.keys().open(Buffer.from(link, "base64url").toString(), purpose),
      );
      if (lent?.credential !== credential || lent.until <= clock.now()) return undefined;
      const found = await find(lent.name);
      return found === undefined
        ? undefined
        : { name: lent.name, path: found.file, bytes: found.bytes };
    },
  };
}

function tryOpen(open: () => string): Lent | undefined {
  try {
    return JSON.parse(open()) as Lent;
  } catch {
    return undefined;
  }
}
