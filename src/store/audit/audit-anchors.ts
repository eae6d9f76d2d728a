import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, iso } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import { listBackups } from "../backup/backup-files.ts";
import { readHead } from "../backup/sealed-file.ts";
import { startChore } from "../work/chore.ts";
import { errorCode } from "../bundled/data-directory.ts";
import type { Database, Sql } from "../database/database.ts";
import type { Anchor } from "./audit-seals.ts";

export interface AnchorPlaces {
  readonly dataDir: string;
  readonly backups: string;
}

const fileOf = (dataDir: string): string => join(dataDir, "audit.anchors");
const form = /^(\S+) (\d+) ([0-9a-f]{64})( restored)?$/;

/** Anchors from the file in the data directory and from the headers of backups. */
export async function readAnchors({ dataDir, backups }: AnchorPlaces): Promise<Anchor[]> {
  const text = await readFile(fileOf(dataDir), "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  });
  const noted = text.split("\n").flatMap((line): Anchor[] => {
    const [, at = "", id = "", hash = "", restored] = form.exec(line) ?? [];
    return at === "" ? [] : [{ at, id: Number(id), hash, restored: restored !== undefined }];
  });
  for (const { file, at } of await listBackups(backups)) {
    // A file that is not a backup of this product says nothing about the chain.
    const audit = await readHead(file).then(
      ({ head }) => head.audit,
      () => undefined,
    );
    if (audit !== undefined) noted.push({ at, ...audit });
  }
  return stillValid(noted);
}

function stillValid(noted: readonly Anchor[]): Anchor[] {
  const restores = noted.filter(({ restored }) => restored === true);
  return noted.filter(
    (anchor) => !restores.some((restore) => restore.at > anchor.at && restore.id < anchor.id),
  );
}

export async function addAnchor(
  dataDir: string,
  { at, id, hash, restored }: Anchor,
): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const handle = await open(fileOf(dataDir), "a", 0o600);
  try {
    await handle.write(`${at} ${id} ${hash}${restored === true ? " restored" : ""}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The end of a sealed chain; an unsealed end could be forged. */
export async function auditEnd(
  sql: Sql,
): Promise<{ readonly id: number; readonly hash: string } | undefined> {
  const [end] = await sql.rows<{ id: number; hash: string }>(
    "select id, hash from audit_head where id > 0 and exists (select from audit_seal)",
  );
  return end;
}

export interface AnchorDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly dataDir: string;
}

const everyMs = 60_000;

/** Records the chain's end whenever it has moved, at the latest when the product stops. */
export function startAnchors(on: AnchorDeps): { close(): Promise<void> } {
  let last = 0;
  let hasFailed = false;
  const note = async (): Promise<void> => {
    const end = await auditEnd(on.db);
    if (end === undefined || end.id === last) return;
    await addAnchor(on.dataDir, { at: iso(on.clock.now()), ...end });
    on.log[last === 0 ? "info" : "debug"](
      { entries: end.id, hash: end.hash },
      "the end of the audit chain was recorded",
    );
    last = end.id;
    hasFailed = false;
  };
  /** A data directory that cannot be written to is reported once. */
  const tryToNote = (): Promise<void> =>
    note().catch((error: unknown) => {
      if (!hasFailed)
        on.log.warn(
          { error },
          "the end of the audit chain could not be recorded in the data directory",
        );
      hasFailed = true;
    });
  const chore = startChore(on, {
    firstMs: 0,
    everyMs,
    failed: "the end of the audit chain could not be recorded",
    run: tryToNote,
  });
  return {
    async close() {
      await chore.close();
      await tryToNote();
    },
  };
}
