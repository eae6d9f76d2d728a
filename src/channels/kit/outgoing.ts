import type { Delivery, Verdict } from "../../domain/delivery.ts";
import { OutboundFailure } from "../../domain/ports/http.ts";
import type { KeptMedia, MediaStore } from "../../domain/ports/media.ts";
import { idOf, textOf } from "./json-fields.ts";

/** The source of an outgoing file's bytes. */
export type OutgoingFiles = Pick<MediaStore, "get">;

const kinds = ["image", "video", "audio", "document"] as const;
export type MediaKind = (typeof kinds)[number];

/** A file as it goes out: bytes of ours, or an address that the vendor fetches it from. */
export type OutgoingMedia =
  | { readonly kind: MediaKind; readonly file: KeptMedia }
  | { readonly kind: MediaKind; readonly link: string; readonly name: string | undefined };

/** The file of a delivery: `id` of a kept one, or `link` and `kind`. */
export async function mediaOf(
  { payload }: Delivery,
  files: OutgoingFiles | undefined,
): Promise<OutgoingMedia | "missing" | undefined> {
  const { media } = payload;
  if (media === undefined) return undefined;
  const id = textOf(media.id);
  const link = textOf(media["link"]);
  if (id !== undefined) {
    const file = await files?.get(id);
    return file === undefined ? "missing" : { kind: kindOf(file.type), file };
  }
  const kind = kinds.find((known) => known === media.kind);
  return link === undefined || kind === undefined
    ? "missing"
    : { kind, link, name: textOf(media.name) };
}

/** Types that phones show inline; everything else is a document. */
function kindOf(type: string): MediaKind {
  if (/^image\/(jpeg|png)$/.test(type)) return "image";
  if (/^video\/(mp4|3gpp)$/.test(type)) return "video";
  return /^audio\/(aac|amr|mpeg|mp4|ogg)\b/.test(type) ? "audio" : "document";
}

/** The words that go with a file. */
export const captionOf = ({ text, payload }: Delivery): string =>
  payload.media?.alone === true ? "" : text.trim();

/** The message that the answer points at. */
export const findQuotedId = ({ payload }: Delivery): string | undefined =>
  idOf(payload.quote?.vendor_id);

/** In whole seconds, a day at most. Any other value of the header is ignored. */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  name = "retry-after",
): number | undefined {
  const given = headers[name] ?? "";
  return /^\d{1,9}$/.test(given) ? Math.min(Number(given), 86_400) * 1_000 : undefined;
}

/**
 * The outcome when no answer came: before the first byte nothing was sent, after it the outcome is
 * unknown. By type, never by text.
 */
export function verdictOfFailure(
  error: unknown,
): Extract<Verdict, { kind: "not_sent" | "unknown" }> {
  if (!(error instanceof OutboundFailure)) throw error;
  return { kind: error.phase === "before" ? "not_sent" : "unknown", code: error.code };
}
