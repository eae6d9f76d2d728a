import { iso } from "./domain/ports/clock.ts";
import type { Log } from "./domain/ports/log.ts";
import { createCleaner } from "./log/clean.ts";
import { prettyLine } from "./log/pretty.ts";
import { createSecretValues } from "./log/secret-values.ts";

export type LogLevel = keyof Log;

export interface LogOptions {
  readonly stream: { write(line: string): unknown; readonly isTTY?: boolean | undefined };
  readonly level: LogLevel;
  /** Values that never appear, in whatever form. */
  readonly secrets: readonly string[];
  readonly now: () => number;
  /** Whether people's words may be logged. Off unless the operator asked for it. */
  readonly messageText?: boolean | undefined;
  /** Short lines for people or JSON for programs. `auto`, the default: for people when the stream is a terminal. */
  readonly format?: "auto" | "plain" | "json" | undefined;
  /** With it a person's vendor id is a stable pseudonym; without it, it is hidden. */
  readonly idKey?: string | Uint8Array | undefined;
}

export interface LogSink extends Log {
  /**
   * Whether a person reads the log in a terminal, where the same news need not be printed twice.
   */
  readonly isPlain: boolean;
  /** For secrets that turn up while running: a fresh token, a channel's login. */
  addSecret(secret: string): void;
  /** The same search for other ways out, such as an error's text in an answer. */
  redact(text: string): string;
}

const levels: readonly LogLevel[] = ["debug", "info", "warn", "error"];

/** Names that the record itself uses. A field of that name moves aside instead of making two. */
const taken = new Set(["level", "time", "msg"]);

/**
 * The only writer to standard error. Each record is one line, and everything in it went through the
 * cleaner.
 */
export function createLog(options: LogOptions): LogSink {
  const { stream, now, format = "auto" } = options;
  const isPlain = format === "plain" || (format === "auto" && stream.isTTY === true);
  const secrets = createSecretValues(options.secrets);
  const cleaner = createCleaner({
    secrets,
    messageText: options.messageText ?? false,
    idKey: options.idKey,
  });
  const say = (
    level: LogLevel,
    fields: Readonly<Record<string, unknown>>,
    sentence: string,
  ): void => {
    const record = { level, time: iso(now()), ...fields, msg: sentence };
    stream.write(`${isPlain ? prettyLine(record) : JSON.stringify(record)}\n`);
  };
  const write = (
    level: LogLevel,
    fields: Readonly<Record<string, unknown>>,
    sentence: string,
  ): void => {
    const entries = Object.entries(cleaner.fields(fields)).map(
      ([name, value]) => [taken.has(name) ? `${name}_` : name, value] as const,
    );
    say(level, Object.fromEntries(entries), cleaner.sentence(sentence));
  };
  const at =
    (level: LogLevel): Log[LogLevel] =>
    (fields, sentence) => {
      if (levels.indexOf(level) < levels.indexOf(options.level)) return;
      try {
        write(level, fields, sentence);
      } catch (error) {
        // A field that can't be read must not break the work that is logged.
        say(
          level,
          { reason: error instanceof Error ? error.name : typeof error },
          "A record could not be written.",
        );
      }
    };
  return {
    isPlain,
    debug: at("debug"),
    info: at("info"),
    warn: at("warn"),
    error: at("error"),
    addSecret: (secret) => secrets.add(secret),
    redact: (text) => secrets.redact(text),
  };
}
