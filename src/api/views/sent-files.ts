import { Refusal } from "../../domain/errors.ts";
import { page } from "../../domain/page.ts";
import { z } from "@hono/zod-openapi";
import { attachmentLabel, attachmentsOf, listKeptFiles } from "../../domain/attachment.ts";
import { iso } from "../../domain/ports/clock.ts";
import type { EventDraft } from "../../domain/events/catalogue.ts";
import type { Media } from "../../domain/events/conversation.ts";
import { fileName } from "../../domain/file-name.ts";
import { MediaRefused, type MediaStore } from "../../domain/ports/media.ts";
import { cleanFile } from "../../domain/pictures/clean-picture.ts";
import { toQuotaRefusal } from "../../domain/quotas.ts";
import { cleanText } from "../../domain/text.ts";

const mostFiles = 5;
const mostBase64 = 14_000_000;

/**
 * Files of a message on the page, inside the message itself: no half-sent file ever waits for its
 * message.
 */
export const sentFiles = z
  .array(z.object({ name: z.string().min(1).max(200), data: z.base64().max(mostBase64) }))
  .max(mostFiles)
  .default([]);

export type SentFiles = z.output<typeof sentFiles>;

/** The size limit of a body with such files. */
export const sentFilesBytes = 15_000_000;

/** Stores the files and returns the entries of the message's `media`: all of them, or none. */
export async function keepFiles(
  store: Pick<MediaStore, "put" | "drop"> | undefined,
  { files, accountId }: { readonly files: SentFiles; readonly accountId: string },
): Promise<Media[]> {
  if (files.length === 0) return [];
  if (store === undefined) throw new Refusal("unavailable");
  const media: Media[] = [];
  try {
    for (const { name, data } of files) {
      const bytes = Buffer.from(data, "base64");
      if (bytes.length === 0)
        throw new Refusal("invalid_request", { field: "files", problem: "empty" });
      const clean = cleanFile(bytes);
      const shown = fileName(cleanText(name, 120));
      // The text is still accepted, and the turn reports the problem with the file.
      if ("refused" in clean) {
        media.push({ kind: "image", name: shown, type: clean.type, error: clean.refused });
        continue;
      }
      const { bytes: kept, type } = clean;
      const id = await store.put(kept, { type, name: shown, channel: page.channel, accountId });
      media.push({
        id,
        kind: type.startsWith("image/") ? "image" : "file",
        name: shown,
        type,
        bytes: kept.length,
      });
    }
    return media;
  } catch (error) {
    await dropFiles(store, media);
    if (error instanceof MediaRefused)
      throw error.quota === undefined
        ? new Refusal("body_too_large", { limit_bytes: error.limitBytes ?? 0 })
        : toQuotaRefusal(error.quota);
    throw error;
  }
}

export async function dropFiles(
  store: Pick<MediaStore, "drop"> | undefined,
  media: readonly Media[],
): Promise<void> {
  for (const { id } of media) if (id !== undefined) await store?.drop(id);
}

/** The text of a message that has only files. */
export const labelsOf = (media: readonly Media[]): string =>
  attachmentsOf({ media }).map(attachmentLabel).join(" ");

interface StoredFiles {
  readonly accountId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly media: readonly Media[];
  readonly now: number;
}

/** An event that the files are stored: retention, export and erasure find them by it. */
export const draftFilesStored = ({
  accountId,
  conversationId,
  messageId,
  media,
  now,
}: StoredFiles): EventDraft => ({
  stream: `conversation:${conversationId}`,
  kind: "media_settled",
  at: iso(now),
  accountId,
  conversationId,
  payload: {
    message_id: messageId,
    media,
    files: listKeptFiles(media),
  },
});
