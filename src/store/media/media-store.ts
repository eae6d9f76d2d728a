import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import {
  type KeptMedia,
  MediaAway,
  MediaRefused,
  type MediaStore,
} from "../../domain/ports/media.ts";
import { SealError } from "../secrets.ts";
import { idForm, isWhole, type MediaPlace, type PlacedFile, sha256Of } from "./place.ts";

export interface MediaStoreOptions {
  /** New files go to the first. Files may still be in the others. */
  readonly places: readonly [MediaPlace, ...MediaPlace[]];
  readonly maxBytes: number;
  /** Limit for all files together. */
  readonly quotaBytes: number;
  /** Limit for one account. */
  readonly accountBytes?: number | undefined;
  /** Bytes used per account, by the database: read at the start and with every sweep. */
  readonly usedByAccount?: (() => Promise<ReadonlyMap<string, number>>) | undefined;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
}

export interface SweptMediaStore extends MediaStore {
  /**
   * Deletes older files and counts the rest again, because other processes write here too. Returns
   * the number deleted.
   */
  sweep(keepMs: number): Promise<number>;
  room(): MediaRoom;
}

/** Used and available room, in bytes. */
export interface MediaRoom {
  readonly used: number;
  readonly quota: number;
}

/** Files are stored under opaque names, within the limits of the server and of each account. */
export async function openMediaStore(on: MediaStoreOptions): Promise<SweptMediaStore> {
  const [first, ...others] = on.places;
  let used = 0;
  let owned = new Map<string, number>();
  async function countAll(): Promise<void> {
    owned = new Map(await on.usedByAccount?.());
    used = (await first.size?.()) ?? [...owned.values()].reduce((sum, bytes) => sum + bytes, 0);
  }
  await countAll();
  const count = (accountId: string | undefined, bytes: number): void => {
    used = Math.max(0, used + bytes);
    if (accountId !== undefined)
      owned.set(accountId, Math.max(0, (owned.get(accountId) ?? 0) + bytes));
  };

  /**
   * A full server still has room for accounts that use less than their share; those that use more
   * make room with the next sweep.
   */
  function assertRoom(bytes: number, accountId: string | undefined): void {
    if (bytes > on.maxBytes) throw new MediaRefused("too_large", on.maxBytes);
    const own = accountId === undefined ? used : (owned.get(accountId) ?? 0);
    const most = on.accountBytes ?? Infinity;
    if (accountId !== undefined && own + bytes > most) throw new MediaRefused("account_full", most);
    const others = [...owned].filter(([id, size]) => id !== accountId && size > 0).length;
    if (used + bytes > on.quotaBytes && own + bytes > on.quotaBytes / (others + 1))
      throw new MediaRefused("no_room", on.quotaBytes);
  }

  /** The first place that has it unharmed. One that can't be reached may be the one that has it. */
  async function find(id: string): Promise<PlacedFile | undefined> {
    let away: unknown;
    for (const place of on.places) {
      try {
        const file = await readWhole(place, id);
        if (file !== undefined) return file;
      } catch (error) {
        if (!(error instanceof MediaAway)) throw error;
        away ??= error;
      }
    }
    if (away !== undefined) throw away;
    return undefined;
  }

  async function readWhole(place: MediaPlace, id: string): Promise<PlacedFile | undefined> {
    try {
      const file = await place.read(id);
      if (file === undefined || isWhole(file)) return file;
      on.log.error({ id, place: place.name }, "a stored file is damaged and is not used");
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      on.log.error({ error, id, place: place.name }, "a stored file can't be opened");
    }
    return undefined;
  }

  async function drop(id: string): Promise<void> {
    if (!idForm.test(id)) return;
    // The first place last: what is being moved there meanwhile is deleted, too.
    for (const place of [...others, first]) {
      const weight = await place.weigh(id);
      await place.remove(id);
      if (weight !== undefined) count(weight.accountId, -weight.bytes);
    }
  }

  return {
    put: async (bytes, { type, name, channel, accountId }) => {
      assertRoom(bytes.length, accountId);
      count(accountId, bytes.length);
      const id = Buffer.from(on.chance.bytes(16)).toString("hex");
      const about = { type, name, channel, accountId };
      const note = { ...about, keptAt: on.clock.now(), sha256: sha256Of(bytes) };
      try {
        await first.write(id, { note, bytes });
        return id;
      } catch (error) {
        count(accountId, -bytes.length);
        throw error;
      }
    },
    get: async (id) => {
      const file = idForm.test(id) ? await find(id) : undefined;
      return file && toKeptMedia(file);
    },
    drop,
    sweep: async (keepMs) => {
      let dropped = 0;
      for (const place of on.places) {
        for (const { id, at } of await place.list()) {
          if (on.clock.now() - at <= keepMs) continue;
          await place.remove(id);
          dropped += 1;
        }
      }
      await countAll();
      return dropped;
    },
    room: () => ({ used, quota: on.quotaBytes }),
  };
}

const toKeptMedia = ({ note: { type, name, channel }, bytes }: PlacedFile): KeptMedia => ({
  type,
  name,
  channel,
  bytes,
});
