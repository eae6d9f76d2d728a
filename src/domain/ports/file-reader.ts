/** Kinds of files that are read. */
export type FileKind = "pdf" | "office" | "calendar" | "card" | "lorebook" | "chat" | "story";

export interface FileJob {
  /** The owner of the file. Accounts take turns, however many files one of them has. */
  readonly accountId: string;
  readonly kind: FileKind;
  readonly bytes: Uint8Array;
  /** Options of this kind of file. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Files come from anyone, so they are parsed outside of this process, with little memory and little
 * time.
 */
export interface FileReader {
  /**
   * The content of the file, parsed by its kind. A file that is refused by its reader is a
   * `Refusal`, as is one that takes more memory or time than a file may: `invalid_file` with the
   * reason `too_costly`.
   */
  read(job: FileJob, signal?: AbortSignal): Promise<unknown>;
}
