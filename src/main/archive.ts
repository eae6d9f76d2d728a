import { resolve } from "node:path";
import type { Config } from "../config.ts";
import type { Clock } from "../domain/ports/clock.ts";
import {
  type ArchivePlace,
  joinPlaces,
  openArchiveBucket,
  openArchiveFolder,
} from "../store/archive/archive-place.ts";
import { openOffsite } from "./offsite.ts";

/** Where archives are written by the settings. They are found in both places. */
export function openArchivePlace(
  config: Pick<Config, "data_dir" | "archive" | "backups">,
  clock: Clock,
): ArchivePlace {
  const folder = openArchiveFolder(resolve(config.data_dir, config.archive.directory));
  const storage = openOffsite(config, clock);
  if (storage === undefined) return folder;
  const bucket = openArchiveBucket(storage);
  return joinPlaces(config.archive.storage === "s3" ? [bucket, folder] : [folder, bucket]);
}
