import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Chance, Clock } from "../domain/ports/clock.ts";
import { openBucket } from "../store/media/bucket.ts";
import { openFolder } from "../store/media/folder.ts";
import { openMediaStore, type SweptMediaStore } from "../store/media/media-store.ts";
import type { DumpedFile, MediaPlace } from "../store/media/place.ts";
import { filesByAccount } from "../store/quotas/usage-view.ts";
import type { Keys } from "../store/secrets.ts";
import type { Base } from "./base.ts";
import { openStorage } from "./offsite.ts";

/** The folder of message attachments. */
export const mediaDirectory = (config: Pick<Config, "data_dir">): string =>
  join(config.data_dir, "media");

export interface MediaPlaceDeps {
  readonly config: Pick<Config, "data_dir" | "media">;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly chance: Pick<Chance, "bytes">;
}

/** One piece of a file on a slow line. */
const timeoutMs = 60_000;

/** Where files are kept, new ones in the first. The other may still have some from before. */
export async function openMediaPlaces(
  on: MediaPlaceDeps,
): Promise<readonly [MediaPlace, ...MediaPlace[]]> {
  const folder = await openFolder(mediaDirectory(on.config));
  const bucket = openBucketBySettings(on);
  if (bucket === undefined) return [folder];
  return on.config.media.storage === "s3" ? [bucket, folder] : [folder, bucket];
}

/** Undefined where no storage is set. */
export function openBucketBySettings(on: MediaPlaceDeps): MediaPlace | undefined {
  const { config, clock, keys, chance } = on;
  const storage = openStorage(config.media.s3, { clock, timeoutMs });
  if (storage === undefined) return undefined;
  return openBucket({ storage, keys, clock, randomBytes: (count) => chance.bytes(count) });
}

/** All files, for a backup. A file that is being moved may be in both places. */
export async function* dumpMedia(on: MediaPlaceDeps): AsyncGenerator<DumpedFile> {
  const seen = new Set<string>();
  for (const place of await openMediaPlaces(on))
    for await (const file of place.dump()) {
      if (!seen.has(file.name)) yield file;
      seen.add(file.name);
    }
}

const megabyte = 1024 ** 2;

/** Files of messages. A channel that brings some may be switched on at any time. */
export const openMedia = async (base: Base, keys: Keys): Promise<SweptMediaStore> =>
  openMediaStore({
    ...base,
    places: await openMediaPlaces({ ...base, keys }),
    maxBytes: base.config.media.max_file_mb * megabyte,
    quotaBytes: base.config.media.quota_mb * megabyte,
    accountBytes: base.config.limits.account.media_mb * megabyte,
    usedByAccount: () => filesByAccount(base.store.db),
  });
