import { resolve } from "node:path";
import { eraseDeleted } from "../accounts/kept-conversations.ts";
import type { ChannelList } from "../channels/kit/descriptor.ts";
import type { Config } from "../config.ts";
import { sectionOf } from "../config/channel-section.ts";
import type { Chance, Clock } from "../domain/ports/clock.ts";
import type { FileReader } from "../domain/ports/file-reader.ts";
import type { Log } from "../domain/ports/log.ts";
import { startVerifying } from "../store/backup/verification.ts";
import { dropScratch } from "../cli/drop-scratch.ts";
import { startChore } from "../store/work/chore.ts";
import { tryBackup } from "../cli/try-backup.ts";
import { startAnchors } from "../store/audit/audit-anchors.ts";
import { dumpMedia } from "./media.ts";
import { openOffsite } from "./offsite.ts";
import { startSendingBackups } from "../store/offsite/send-backups.ts";
import { startDroppingErased } from "../store/backup/erased-backups.ts";
import { startNightlyBackups } from "../store/backup/nightly.ts";
import { startCleaning } from "../store/erasure/clean-files.ts";
import type { SweptMediaStore } from "../store/media/media-store.ts";
import type { Store } from "../store/open-store.ts";
import type { Projector } from "../store/log/projector.ts";
import { startRetention } from "../store/erasure/retention.ts";
import { readDocument, readWordsBy } from "../turn/document-words.ts";
import { startMediaSweep } from "../turn/media-sweep.ts";
import type { Keys } from "../store/secrets.ts";

/** The backups' folder. A relative path begins in the data directory. */
export const backupDirectory = ({
  data_dir,
  backups,
}: Pick<Config, "data_dir" | "backups">): string => resolve(data_dir, backups.directory);

export interface ChoreParts {
  readonly config: Config;
  readonly channelList: ChannelList;
  readonly store: Store;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly keys: Keys;
  readonly media: SweptMediaStore | undefined;
  readonly fileReader: FileReader;
}

/**
 * Background work beside turns and deliveries. Everything works without it, but old files and
 * prompts stay, and no backup is made.
 */
export function startChores(on: ChoreParts): { close(): Promise<void> } {
  const { config, store, clock, log } = on;
  const { db, connection } = store;
  // Every process records the end of the audit chain in its own data directory, which the owner of
  // the database can't change.
  const anchors = startAnchors({ db, clock, log, dataDir: config.data_dir });
  if (!config.workers.background || !config.roles.includes("worker")) return anchors;
  const {
    model_prompts_days: promptsDays,
    story_prompts_days: storyPromptsDays,
    rejected_days: rejectedDays,
  } = config.retention;
  const { keep_text: keepsText } = config.media;
  const chores = [
    anchors,
    startRetention({
      db,
      clock,
      log,
      promptsDays,
      storyPromptsDays,
      rejectedDays,
      projector: on.projector,
    }),
    startErasingDeleted(on),
  ];
  if (on.media !== undefined)
    chores.push(
      startMediaSweep({
        db,
        projector: on.projector,
        clock,
        log,
        store: on.media,
        ...keepDays(on),
        wordsOf: keepsText ? readWordsBy(readDocument(on.fileReader)) : undefined,
      }),
    );
  const { nightly, keep, hour, media } = config.backups;
  chores.push(
    startCleaning({
      db,
      connection,
      clock,
      log,
      media: on.media,
      hour,
      timezone: config.default_timezone,
    }),
  );
  const backups = {
    db,
    connection,
    clock,
    log,
    keep,
    hour,
    timezone: config.default_timezone,
    projector: on.projector,
    keyring: on.keys,
    randomBytes: (count: number) => on.chance.bytes(count),
    directory: backupDirectory(config),
    media: media ? () => dumpMedia({ ...on, config }) : undefined,
  };
  if (nightly) chores.push(startNightlyBackups(backups));
  chores.push(startDroppingErased(backups), startDroppingScratch(on));
  const storage = openOffsite(config, clock);
  if (storage !== undefined)
    chores.push(
      startSendingBackups({ db, clock, log, storage, keep, directory: backups.directory }),
    );
  if (nightly && config.backups.verify) {
    const tryRestore = (file: string, signal: AbortSignal | undefined) =>
      tryBackup(config, file, signal);
    chores.push(startVerifying({ db, clock, log, directory: backupDirectory(config), tryRestore }));
  }
  return { close: async () => void (await Promise.all(chores.map((chore) => chore.close()))) };
}

/** Conversations that people deleted some days ago. */
const startErasingDeleted = (on: ChoreParts): { close(): Promise<void> } =>
  startChore(on, {
    firstMs: 120_000,
    everyMs: 3_600_000,
    failed: "deleted conversations could not be erased; the next round tries again",
    run: (signal) => eraseDeleted({ ...on, db: on.store.db }, signal),
  });

/** Leftovers of a killed backup check. */
const startDroppingScratch = ({ clock, log }: ChoreParts): { close(): Promise<void> } =>
  startChore(
    { clock, log },
    {
      firstMs: 5_000,
      everyMs: 600_000,
      failed: "what a check of a backup left behind could not be removed",
      run: () => dropScratch(),
    },
  );

const keepDays = ({ config: { media, channels }, channelList }: ChoreParts) => ({
  keepDays: media.keep_days,
  keepDaysIn: Object.fromEntries(
    channelList.flatMap((each) => {
      const days = each.capabilities.keepFilesDays?.(sectionOf(channels, each));
      return days === undefined ? [] : [[each.provider, days]];
    }),
  ),
});
