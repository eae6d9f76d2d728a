/** A program that was started beside this one, and speaks by its standard input and output. */
export interface StartedProgram {
  write(text: string): void;
  /** Hears what it prints. Set once. */
  onOutput(hear: (bytes: Uint8Array) => void): void;
  /** Resolves when it has ended, with the end of what it complained about. */
  readonly ended: Promise<string>;
  /** Ends it, and everything that it started. */
  stop(): Promise<void>;
}
