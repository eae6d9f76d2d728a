import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Config } from "../config.ts";
import type { Language } from "../domain/language.ts";
import { backupDirectory } from "../main/chores.ts";
import { openOffsite } from "../main/offsite.ts";
import { listBackups } from "../store/backup/backup-files.ts";
import { listObjects } from "../store/offsite/send-backups.ts";
import { CommandFailure } from "./command.ts";
import { systemClock } from "./system.ts";

/** A backup as a file on this machine, for one command. */
export interface FoundBackup {
  readonly file: string;
  /** Undefined where nothing had to be fetched. */
  readonly fetched: { readonly bytes: number; readonly seconds: number } | undefined;
  close(): Promise<void>;
}

interface Finding {
  readonly config: Config;
  readonly language: Language;
  readonly cwd: string;
}

/**
 * A path, `s3:` with a name or alone for the newest there. Without a name: the newest in the storage
 * off this machine if there is one, else the newest here.
 */
export async function findBackup(name: string | undefined, on: Finding): Promise<FoundBackup> {
  const { config, language } = on;
  const isRemote = name?.startsWith("s3:") ?? openOffsite(config, systemClock) !== undefined;
  if (isRemote) return fetchBackup(name?.slice("s3:".length) ?? "", on);
  if (name !== undefined) return atHand(await findFile(resolve(on.cwd, name), language));
  const [newest] = await listBackups(backupDirectory(config));
  if (newest === undefined) throw new CommandFailure(words.none(backupDirectory(config))[language]);
  return atHand(newest.file);
}

/** Before anything else is asked for: without the file, a key has nothing to open. */
async function findFile(file: string, language: Language): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) throw new CommandFailure(words.noFile(file)[language]);
  return file;
}

const atHand = (file: string): FoundBackup => ({
  file,
  fetched: undefined,
  close: async () => undefined,
});

async function fetchBackup(wanted: string, { config, language }: Finding): Promise<FoundBackup> {
  const storage = openOffsite(config, systemClock);
  if (storage === undefined) throw new CommandFailure(words.noStorage[language]);
  const name = wanted === "" ? (await listObjects(storage))[0]?.file : wanted;
  const place = `${config.backups.s3.bucket}/${config.backups.s3.prefix}`;
  if (name === undefined) throw new CommandFailure(words.none(place)[language]);
  const directory = await mkdtemp(join(tmpdir(), "meanwhile-fetched-"));
  const close = (): Promise<void> => rm(directory, { recursive: true, force: true });
  const began = performance.now();
  try {
    const file = join(directory, name.replaceAll("/", "_"));
    const bytes = await storage.fetchTo(file, name);
    return { file, fetched: { bytes, seconds: (performance.now() - began) / 1_000 }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const words = {
  none: (place: string) => ({
    en: `There is no backup in ${place}.`,
    zh: `${place} 里没有备份。`,
  }),
  noFile: (file: string) => ({ en: `There is no file ${file}.`, zh: `没有文件 ${file}。` }),
  noStorage: {
    en: "No storage is set: see backups.s3 in meanwhile.example.yaml.",
    zh: "没有设置存储：见 meanwhile.example.yaml 里的 backups.s3。",
  },
};
