import type { Clock } from "../../domain/ports/clock.ts";
import { MediaAway } from "../../domain/ports/media.ts";
import { type ObjectStorage, ObjectStorageFailure } from "../offsite/object-storage.ts";
import type { Keys } from "../secrets.ts";
import { type DumpedFile, idForm, type MediaPlace, noteName } from "./place.ts";
import { openObject, sealObject } from "./sealed-object.ts";

export interface BucketDeps {
  readonly storage: ObjectStorage;
  readonly keys: Keys;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly clock: Pick<Clock, "wait">;
}

const tries = 3;
const pauseMs = 500;
const folder = "media/";

/**
 * Files as sealed objects of an S3-compatible storage: it never sees a name or a picture. What fails
 * for a moment is tried again; after that the caller learns that the storage is away.
 */
export function openBucket(on: BucketDeps): MediaPlace {
  async function go<T>(work: () => Promise<T>): Promise<T> {
    for (let nth = 1; ; nth += 1) {
      try {
        return await work();
      } catch (error) {
        if (nth === tries || isFinal(error)) throw new MediaAway(error);
        await on.clock.wait(pauseMs * nth);
      }
    }
  }
  const place: MediaPlace = {
    name: "s3",
    async write(id, file) {
      const object = sealObject(id, file, { ...on, keyring: on.keys() });
      await go(() => on.storage.put(`${folder}${id}`, object));
    },
    async read(id) {
      const object = await go(() => on.storage.get(`${folder}${id}`));
      return object === undefined ? undefined : openObject(id, object, on.keys());
    },
    async weigh(id) {
      const bytes = await go(() => on.storage.sizeOf(`${folder}${id}`));
      return bytes === undefined ? undefined : { bytes };
    },
    remove: (id) => go(() => on.storage.remove(`${folder}${id}`)),
    async list() {
      const all = await go(() => on.storage.list(folder));
      return all
        .map(({ name, bytes, at }) => ({ id: name.slice(folder.length), bytes, at }))
        .filter(({ id }) => idForm.test(id));
    },
    async *dump() {
      for (const { id } of await place.list()) yield* dumpObject(id);
    },
  };

  /** A file that is deleted meanwhile is left out; its row is deleted too. */
  async function* dumpObject(id: string): AsyncGenerator<DumpedFile> {
    const file = await place.read(id);
    if (file === undefined) return;
    yield { name: id, pieces: [file.bytes] };
    yield { name: noteName(id), pieces: [Buffer.from(JSON.stringify(file.note))] };
  }
  return place;
}

/** A wrong key or bucket stays wrong; a storage that is slow or restarting does not. */
const isFinal = (error: unknown): boolean =>
  error instanceof ObjectStorageFailure &&
  error.status >= 400 &&
  error.status < 500 &&
  ![408, 429].includes(error.status);
