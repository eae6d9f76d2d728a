import type { OutgoingFile } from "../domain/skill.ts";
import { MediaAway, MediaRefused } from "../domain/ports/media.ts";
import { cleanFile } from "../domain/pictures/clean-picture.ts";
import type { QuotaFact } from "../domain/quotas.ts";
import type { TurnEngine } from "./engine.ts";
import type { StartedTurn } from "./start.ts";

/** A file of a reply, as its message notes it. */
type KeptFile = {
  readonly id: string;
  readonly kind: string;
  readonly type: string;
  readonly bytes: number;
  readonly name?: string;
};

/**
 * Files of a reply as they are noted on its message, and those of them that were made by this turn.
 */
export interface KeptFiles {
  readonly media: readonly KeptFile[];
  readonly made: readonly string[];
  /** Why one of them is not sent; shown to the person. */
  readonly unsent: Unsent | undefined;
}

/** The limit that was reached, or `away` while the storage of files can't be used. */
export type Unsent = QuotaFact | "away";

const most = 10;

/**
 * Files of a reply: those of this turn's own window, or those that the turn created. A file is
 * never named by a path or by what a model writes.
 */
export async function keepFiles(
  on: TurnEngine,
  turn: StartedTurn,
  files: readonly OutgoingFile[],
): Promise<KeptFiles> {
  const media: KeptFile[] = [];
  const made: string[] = [];
  let unsent: Unsent | undefined;
  for (const file of files.slice(0, most)) {
    if ("mediaId" in file) {
      const { kept, why } = await again(on, turn, file.mediaId);
      unsent ??= why;
      if (kept !== undefined) media.push(kept);
      continue;
    }
    const { kept, why } = await fresh(on, turn, file);
    unsent ??= why;
    if (kept === undefined) continue;
    media.push(kept);
    made.push(kept.id);
  }
  return { media, made, unsent };
}

async function again(on: TurnEngine, turn: StartedTurn, id: string): Promise<Kept> {
  try {
    const file = isShown(turn, id) ? await on.files.store?.get(id) : undefined;
    if (file === undefined) return {};
    return { kept: entry(id, { type: file.type, name: file.name, bytes: file.bytes.length }) };
  } catch (error) {
    return notKept(on, turn, error);
  }
}

interface Kept {
  readonly kept?: KeptFile | undefined;
  readonly why?: Unsent | undefined;
}

/** The answer is sent without it, and says so. */
function notKept(on: TurnEngine, turn: StartedTurn, error: unknown): Kept {
  if (!(error instanceof MediaRefused || error instanceof MediaAway)) throw error;
  on.log.warn(
    { error, channel: turn.to.channel },
    "a file of a reply could not be stored and is not sent",
  );
  return { why: error instanceof MediaAway ? "away" : error.quota };
}

async function fresh(
  on: TurnEngine,
  turn: StartedTurn,
  file: Exclude<OutgoingFile, { mediaId: string }>,
): Promise<Kept> {
  const clean = cleanFile(file.bytes);
  if ("refused" in clean) return {};
  const { bytes, type } = clean;
  try {
    const about = { type, name: file.name, channel: turn.to.channel, accountId: turn.account.id };
    const id = await on.files.store?.put(bytes, about);
    return id === undefined
      ? {}
      : { kept: entry(id, { type, name: file.name, bytes: bytes.length }) };
  } catch (error) {
    return notKept(on, turn, error);
  }
}

const entry = (
  id: string,
  { type, name, bytes }: { type: string; name: string | undefined; bytes: number },
): KeptFile => ({
  id,
  kind: type.startsWith("image/") ? "image" : type.startsWith("video/") ? "video" : "file",
  type,
  bytes,
  ...(name === undefined ? {} : { name }),
});

/** Only files that this window shows: an id alone opens no other file. */
export const isShown = ({ window }: StartedTurn, mediaId: string): boolean =>
  window.some(({ attachments = [], quote }) =>
    [...attachments, ...(quote?.attachments ?? [])].some((file) => file.mediaId === mediaId),
  );
