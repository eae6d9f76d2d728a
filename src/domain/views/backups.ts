import type { Actor } from "./audit.ts";

export interface BackupRow {
  readonly name: string;
  readonly at: string;
  readonly bytes: number;
}

/** The backups on this server's disk, newest first. */
export interface BackupState {
  readonly backups: readonly BackupRow[];
  /** Since when this process makes one; null while it makes none. */
  readonly running_since: string | null;
  /** Why the last one that was asked for here could not be made. */
  readonly failed: string | null;
  /** Made every night by itself. */
  readonly nightly: boolean;
}

/** Backups, for operators. */
export interface BackupsApi {
  read(): Promise<BackupState>;
  /** Begins to make one; false while one is being made. */
  start(by: Actor): boolean;
  /** A short-lived name for one file, for the credential that asked. Undefined if there is no such backup. */
  lend(of: {
    readonly name: string;
    readonly credential: string;
    readonly by: Actor;
  }): Promise<string | undefined>;
  /** The file behind such a name. Undefined if it is over, or another credential's. */
  open(of: {
    readonly link: string;
    readonly credential: string;
  }): Promise<{ readonly name: string; readonly path: string; readonly bytes: number } | undefined>;
}
