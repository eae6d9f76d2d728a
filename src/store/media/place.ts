import { createHash } from "node:crypto";
import type { MediaAbout } from "../../domain/ports/media.ts";

/** What is known about a stored file, beside its bytes. */
export interface MediaNote extends MediaAbout {
  readonly keptAt: number;
  /** Of the bytes. Files of earlier versions have none. */
  readonly sha256?: string | undefined;
}

export interface PlacedFile {
  readonly note: MediaNote;
  readonly bytes: Uint8Array;
}

export interface ListedFile {
  readonly id: string;
  readonly bytes: number;
  /** When it was put there, in milliseconds. */
  readonly at: number;
}

/**
 * Where files of messages lie. A place that can't be reached rejects with `MediaAway`: a file that
 * can't be read now is not a file that is gone.
 */
export interface MediaPlace {
  readonly name: "folder" | "s3";
  /** A file is there as a whole, or not at all. Never overwrites. */
  write(id: string, file: PlacedFile): Promise<void>;
  read(id: string): Promise<PlacedFile | undefined>;
  /** Cheaper than reading it. With its owner where that is cheap, too. */
  weigh(id: string): Promise<Weight | undefined>;
  remove(id: string): Promise<void>;
  list(): Promise<readonly ListedFile[]>;
  /** Bytes of all files. Undefined where counting them takes long. */
  size?(): Promise<number>;
  /** The files as a backup holds them: each one's bytes, and its note under `<id>.json`. */
  dump(): AsyncIterable<DumpedFile>;
}

export interface Weight {
  readonly bytes: number;
  readonly accountId?: string | undefined;
}

export interface DumpedFile {
  readonly name: string;
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

export const idForm = /^[0-9a-f]{32}$/;

/** A file, or its note. */
export const fileForm = /^[0-9a-f]{32}(?:\.json)?$/;

export const noteName = (id: string): string => `${id}.json`;

export const sha256Of = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

/** False for bytes other than those that were stored. */
export const isWhole = ({ note, bytes }: PlacedFile): boolean =>
  note.sha256 === undefined || note.sha256 === sha256Of(bytes);
