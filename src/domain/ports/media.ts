import type { QuotaFact } from "../quotas.ts";

/**
 * Files that came with messages or go out with them. Kept apart from the log: large, and gone after
 * a while. Everything rejects with `MediaAway` while the storage can't be reached.
 */
export interface MediaStore {
  /** Rejects with `MediaRefused` when it is too large or there is no room. */
  put(bytes: Uint8Array, about: MediaAbout): Promise<string>;
  get(id: string): Promise<KeptMedia | undefined>;
  drop(id: string): Promise<void>;
}

export interface MediaAbout {
  /** The owner: each account has its own room. */
  readonly accountId?: string | undefined;
  /** As the bytes say, not as the sender says. */
  readonly type: string;
  /** The sender's name for it. Shown to people, never used as a path. */
  readonly name?: string | undefined;
  readonly channel: string;
}

export interface KeptMedia extends MediaAbout {
  readonly bytes: Uint8Array;
}

export class MediaRefused extends Error {
  override readonly name = "MediaRefused";
  readonly code: "too_large" | "no_room" | "account_full";
  /** The limit that was met. */
  readonly limitBytes: number | undefined;

  constructor(code: MediaRefused["code"], limitBytes?: number) {
    super(code === "too_large" ? "This file is too large." : "There is no room left for files.");
    this.code = code;
    this.limitBytes = limitBytes;
  }

  /** The limit that was reached, as clients see it. */
  get quota(): QuotaFact | undefined {
    if (this.code === "too_large") return undefined;
    return {
      what: this.code === "account_full" ? "media" : "server_media",
      most: this.limitBytes ?? 0,
    };
  }
}

/** The storage of files does not answer, or refuses us. Nothing is known about the file. */
export class MediaAway extends Error {
  override readonly name = "MediaAway";

  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`The storage of files can't be used: ${why}`, { cause });
  }
}

const signatures: readonly (readonly [type: string, at: number, magic: string])[] = [
  ["image/png", 0, "\x89PNG"],
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/gif", 0, "GIF8"],
  ["image/webp", 8, "WEBP"],
  ["image/bmp", 0, "BM"],
  ["application/pdf", 0, "%PDF-"],
  ["image/tiff", 0, "II*\0"],
  ["image/tiff", 0, "MM\0*"],
  ...["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"].map(
    (brand) => ["image/heic", 4, `ftyp${brand}`] as const,
  ),
  ["image/avif", 4, "ftypavif"],
  ["image/avif", 4, "ftypavis"],
  ["video/mp4", 4, "ftyp"],
  ["audio/silk", 0, "#!SILK"],
  ["audio/silk", 1, "#!SILK"],
  ["audio/amr", 0, "#!AMR"],
  ["audio/mpeg", 0, "ID3"],
  ["audio/wav", 8, "WAVE"],
  ["audio/ogg", 0, "OggS"],
  ["application/zip", 0, "PK\x03\x04"],
];

/** The type by the bytes themselves. A name or a header is only a claim. */
export function sniffType(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  const found = signatures.find(([, at, magic]) => head.startsWith(magic, at));
  if (found !== undefined) return found[0];
  return looksLikeText(bytes.subarray(0, 1_024)) ? "text/plain" : "application/octet-stream";
}

const looksLikeText = (bytes: Uint8Array): boolean =>
  bytes.length > 0 && bytes.every((byte) => byte >= 32 || (byte >= 9 && byte <= 13));
