import type { Config } from "../config.ts";
import type { Clock } from "../domain/ports/clock.ts";
import { createGuardedFetch } from "../outbound/safe-fetch.ts";
import { type ObjectStorage, openObjectStorage } from "../store/offsite/object-storage.ts";

/** A piece of a large backup on a slow line. */
const timeoutMs = 600_000;
const maxBytes = 64 << 20;

/** The storage for backups off this machine, if the settings name one. */
export const openOffsite = (
  { backups: { s3 } }: Pick<Config, "backups">,
  clock: Clock,
): ObjectStorage | undefined => openStorage(s3, { clock, timeoutMs });

/** The storage that a section of the settings names, if it does. */
export function openStorage(
  s3: Config["backups"]["s3"],
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs: number },
): ObjectStorage | undefined {
  const { endpoint, bucket, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = s3;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  const { host } = new URL(endpoint);
  return openObjectStorage({
    endpoint,
    bucket,
    accessKeyId,
    secretAccessKey,
    region: s3.region,
    prefix: s3.prefix,
    clock,
    fetch: createGuardedFetch({ allowedHosts: [host], clock, timeoutMs, maxBytes }),
  });
}
