import type { OutgoingFile } from "../domain/skill.ts";
import { MediaRefused } from "../domain/ports/media.ts";
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
  /** Why one of them is not sent, where a limit was reached; shown to the person. */
  readonly full: QuotaFact | undefined;
}

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
  let full: QuotaFact | undefined;
  for (const file of files.slice(0, most)) {
    if ("mediaId" in file) {
      const kept = await again(on, turn, file.mediaId);
      if (kept !== undefined) media.push(kept);
      continue;
    }
    const { kept, quota } = await fresh(on, turn, file);
    full ??= quota;
    if (kept === undefined) continue;
    media.push(kept);
    made.push(kept.id);
  }
  return { media, made, full };
}

async function again(on: TurnEngine, turn: StartedTurn, id: string): Promise<KeptFile | undefined> {
  const file = isShown(turn, id) ? await on.files.store?.get(id) : undefined;
  return file && entry(id, { type: file.type, name: file.name, bytes: file.bytes.length });
}

interface Fresh {
  readonly kept?: KeptFile | undefined;
  readonly quota?: QuotaFact | undefined;
}

async function fresh(
  on: TurnEngine,
  turn: StartedTurn,
  file: Exclude<OutgoingFile, { mediaId: string }>,
): Promise<Fresh> {
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
    if (!(error instanceof MediaRefused)) throw error;
    on.log.warn(
      { code: error.code, channel: turn.to.channel },
      "a file of a reply could not be stored and is not sent",
    );
    return { quota: error.quota };
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
