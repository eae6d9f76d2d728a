import type { Language } from "../domain/language.ts";
import type { ParseArgsOptionsConfig } from "node:util";
import type { Config } from "../config.ts";
import type { Both } from "../domain/both.ts";

export type { Both };

/** A command's access to the outside world. Tests pass in their own. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };
  readonly stdout: Output;
  readonly stderr: Output;
  /** Calls back for SIGINT and SIGTERM until the returned function is called. */
  onSignal(heard: (signal: "SIGINT" | "SIGTERM") => void): () => void;
  /** Calls back when the settings are to be read again, until the returned function is called. */
  onReload?(heard: () => void): () => void;
  /** Ends the process at once. */
  exit(code: number): void;
  /**
   * Changes to another user, whose name it returns; the machine must know that user. Only for root's commands.
   */
  actAs?(user: { readonly uid: number; readonly gid: number }): string | undefined;
}

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}

export interface Call {
  readonly values: Readonly<
    Record<string, string | boolean | readonly (string | boolean)[] | undefined>
  >;
  readonly words: readonly string[];
  readonly language: Language;
  readonly terminal: Terminal;
  /** Settings that were read before the command began. */
  readonly config?: Config | undefined;
}

export interface Command {
  /** Beyond `--data`, `--config`, `--lang` and `--help`, which all commands take. */
  readonly options?: ParseArgsOptionsConfig | undefined;
  /** Lines of help below the first. */
  readonly help: Both;
  /** Works with the rights of its caller, not as the owner of the data directory. */
  readonly asCaller?: boolean | undefined;
  /** Resolves with the exit code. */
  run(call: Call): Promise<number>;
}

/** The command was called wrongly. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** It can't be done now, for a reason that the person can remove. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
}

export const text = (call: Pick<Call, "values">, name: string): string | undefined => {
  const value = call.values[name];
  return typeof value === "string" ? value : undefined;
};

export const printLine = (call: Pick<Call, "terminal">, line: string): void =>
  void call.terminal.stdout.write(`${line}\n`);

export const printError = (call: Pick<Call, "terminal">, line: string): void =>
  void call.terminal.stderr.write(`${line}\n`);
