import { z } from "@hono/zod-openapi";
import { attachmentLabel, attachmentsOf } from "../../domain/attachment.ts";
import { iso } from "../../domain/ports/clock.ts";
import type { EventDraft, Payload } from "../../domain/events.ts";
import { fileName } from "../../domain/file-name.ts";
import { MediaRefused, type MediaStore } from "../../domain/ports/media.ts";
import { cleanFile } from "../../domain/pictures/clean-picture.ts";
import { quotaReached } from "../../domain/quotas.ts";
import { cleanText } from "../../domain/text.ts";
import { refuse } from "../http/failure.ts";

const mostFiles = 5;
const mostBase64 = 14_000_000;

/** Files that come with a message on the page, in the message itself: no half-sent file ever lies around waiting for its words. */
export const sentFiles = z
  .array(z.object({ name: z.string().min(1).max(200), data: z.base64().max(mostBase64) }))
  .max(mostFiles)
  .default([]);

export type SentFiles = z.output<typeof sentFiles>;

/** A body with such files may be so large. */
export const sentFilesBytes = 15_000_000;

/** Keeps the files and gives the entries of the message's `media`. All that can be kept, or none. */
export async function keepFiles(
  store: Pick<MediaStore, "put" | "drop"> | undefined,
  { files, accountId }: { readonly files: SentFiles; readonly accountId: string },
): Promise<Payload[]> {
  if (files.length === 0) return [];
  if (store === undefined) throw refuse("unavailable");
  const media: Payload[] = [];
  try {
    for (const { name, data } of files) {
      const bytes = Buffer.from(data, "base64");
      if (bytes.length === 0) throw refuse("invalid_request", { field: "files", problem: "empty" });
      const clean = cleanFile(bytes);
      const shown = fileName(cleanText(name, 120));
      // The words are taken all the same, and the turn says what is wrong with the file.
      if ("refused" in clean) {
        media.push({ kind: "image", name: shown, type: clean.type, error: clean.refused });
        continue;
      }
      const { bytes: kept, type } = clean;
      const id = await store.put(kept, { type, name: shown, channel: "web", accountId });
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
        ? refuse("body_too_large", { limit_bytes: error.limitBytes ?? 0 })
        : quotaReached(error.quota);
    throw error;
  }
}

export async function dropFiles(
  store: Pick<MediaStore, "drop"> | undefined,
  media: readonly Payload[],
): Promise<void> {
  for (const { id } of media) if (typeof id === "string") await store?.drop(id);
}

/** What a message without words says to whoever reads only text. */
export const labelsOf = (media: readonly Payload[]): string =>
  attachmentsOf({ media }).map(attachmentLabel).join(" ");

interface Kept {
  readonly accountId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly media: readonly Payload[];
  readonly now: number;
}

/** That they are kept, as a fact: retention, export and erasure find them by it. */
export const filesKept = ({
  accountId,
  conversationId,
  messageId,
  media,
  now,
}: Kept): EventDraft => ({
  stream: `conversation:${conversationId}`,
  kind: "media_settled",
  at: iso(now),
  accountId,
  conversationId,
  payload: {
    message_id: messageId,
    media,
    files: media.filter(({ id }) => id !== undefined).map(({ id, bytes }) => ({ id, bytes })),
  },
});
