import { errorCodes, Refusal } from "../../domain/errors.ts";
import type { Log } from "../../domain/ports/log.ts";
import { MediaAway } from "../../domain/ports/media.ts";
import { DatabaseUnavailable, sqlState } from "../../store/database/database.ts";
import type { Language } from "../../domain/language.ts";
import { sentenceFor } from "./refusal-words.ts";

/** The answer to a failed request. The cause stays in the log. */
export interface Failure {
  readonly status: number;
  readonly body: string;
  readonly retryAfterSeconds: number | undefined;
}

export function toFailure(error: unknown, language: Language): Failure {
  const refusal = toRefusal(error);
  const message =
    refusal.message === "" || language !== "en"
      ? sentenceFor(refusal.code, language, refusal.fact)
      : refusal.message;
  const fact = refusal.code === "internal" ? undefined : refusal.fact;
  return {
    status: errorCodes[refusal.code],
    body: JSON.stringify({
      error: { code: refusal.code, message, ...(fact === undefined ? {} : { fact }) },
    }),
    retryAfterSeconds: retryAfter(refusal),
  };
}

export function failureHeaders(failure: Failure, error: unknown): Record<string, string> {
  const headers: Record<string, string> = {
    "Cache-Control": "no-store",
    "Content-Type": "application/json; charset=utf-8",
  };
  if (failure.retryAfterSeconds !== undefined)
    headers["Retry-After"] = String(failure.retryAfterSeconds);
  if (failure.status === 401) headers["WWW-Authenticate"] = "Bearer";
  // The rest of a refused body is not read.
  if (error instanceof Refusal && (failure.status === 413 || failure.status === 408))
    headers["Connection"] = "close";
  return headers;
}

export const toRateLimitRefusal = (waitMs: number): Refusal =>
  new Refusal("rate_limited", { retry_after_seconds: Math.max(1, Math.ceil(waitMs / 1_000)) });

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isNoText(error))
    return new Refusal("invalid_request", { problem: "a NUL character in a text" });
  return error instanceof DatabaseUnavailable || error instanceof MediaAway || isTransient(error)
    ? new Refusal("unavailable", { retry_after_seconds: 2 })
    : new Refusal("internal");
}

/**
 * A serialization failure, a deadlock, or a timeout of a statement or lock: likely over by the time
 * of a retry.
 */
const isTransient = (error: unknown): boolean =>
  ["40001", "40P01", "57014", "55P03"].includes(sqlState(error) ?? "");

/** The database has no NUL character in its texts. */
const isNoText = (error: unknown): boolean => ["22021", "22P05"].includes(sqlState(error) ?? "");

function retryAfter(refusal: Refusal): number | undefined {
  const seconds = refusal.fact?.["retry_after_seconds"];
  if (typeof seconds === "number") return seconds;
  return refusal.code === "unavailable" ? 2 : undefined;
}

/** The same in words, for an error that a protocol of its own carries. */
export function describeFailure(
  log: Log,
  error: unknown,
  of: { readonly language: Language; readonly route: string },
): { readonly code: string; readonly message: string; readonly fact?: Refusal["fact"] } {
  logFailure(log, error, of.route);
  const { code, message, fact } = toRefusal(error);
  return {
    code,
    message: message === "" ? sentenceFor(code, of.language, fact) : message,
    ...(fact === undefined || code === "internal" ? {} : { fact }),
  };
}

/**
 * A bug is logged in full; an unavailable or overloaded database is logged as such; a refusal is
 * the client's problem.
 */
export function logFailure(log: Log, error: unknown, route: string): void {
  if (error instanceof Refusal || isNoText(error)) return;
  if (error instanceof DatabaseUnavailable)
    log.warn({ route, error }, "a request could not be served: the database is unavailable");
  else if (error instanceof MediaAway)
    log.warn({ route, error }, "a request could not be served: the storage of files is away");
  else if (isTransient(error))
    log.warn({ route, error }, "a request could not be served: the database cancelled a statement");
  else log.error({ route, error }, "a request failed");
}
