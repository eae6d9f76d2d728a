import { isWhole, type MediaPlace, type PlacedFile, sha256Of } from "./place.ts";

export interface Moved {
  readonly files: number;
  readonly bytes: number;
  /** Ids of files whose bytes are not those that were stored. They stay where they are. */
  readonly damaged: readonly string[];
  /** Files that were deleted meanwhile, or were never finished. */
  readonly gone: number;
}

export interface Moving {
  readonly from: MediaPlace;
  readonly to: MediaPlace;
  /** Called after each file that was moved. */
  onMoved?(moved: Pick<Moved, "files" | "bytes">): void;
}

/**
 * Moves every file. Each is deleted at its old place only after it was read back at the new one with
 * the same hash, so that a move which was cut off can be started again. Works while the product runs:
 * it looks in both places.
 */
export async function moveMedia(on: Moving): Promise<Moved> {
  const damaged: string[] = [];
  let gone = 0;
  let files = 0;
  let bytes = 0;
  for (const { id } of await on.from.list()) {
    const file = await on.from.read(id);
    if (file === undefined) {
      gone += 1;
      continue;
    }
    if (!isWhole(file)) {
      damaged.push(id);
      continue;
    }
    if (!(await moveFile(on, id, file))) {
      gone += 1;
      continue;
    }
    files += 1;
    bytes += file.bytes.length;
    on.onMoved?.({ files, bytes });
  }
  return { files, bytes, damaged, gone };
}

/** False if it was deleted at its old place meanwhile: then it is deleted here, too. */
async function moveFile({ from, to }: Moving, id: string, file: PlacedFile): Promise<boolean> {
  const sha256 = sha256Of(file.bytes);
  const isThere = async (): Promise<boolean> => {
    const copy = await to.read(id);
    return copy !== undefined && sha256Of(copy.bytes) === sha256;
  };
  if (!(await isThere())) {
    // What a move that was cut off left unfinished.
    await to.remove(id);
    await to.write(id, { ...file, note: { ...file.note, sha256 } });
    if (!(await isThere())) throw new Error(`The file ${id} could not be read back unchanged.`);
  }
  const isWanted = (await from.weigh(id)) !== undefined;
  await (isWanted ? from : to).remove(id);
  return isWanted;
}
