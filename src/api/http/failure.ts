import { type ErrorCode, errorCodes, Refusal } from "../../domain/errors.ts";
import type { Log } from "../../domain/ports/log.ts";
import { DatabaseUnavailable, sqlState } from "../../store/database/database.ts";
import { type Language, sentenceFor } from "./refusal-words.ts";

/** What a client gets for a request that did not work. The reason behind it stays in the log. */
export interface Failure {
  readonly status: number;
  readonly body: string;
  readonly retryAfterSeconds: number | undefined;
}

export function failureFor(error: unknown, language: Language): Failure {
  const refusal = asRefusal(error);
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
  // What is left of a body that was refused is not worth reading.
  if (error instanceof Refusal && (failure.status === 413 || failure.status === 408))
    headers["Connection"] = "close";
  return headers;
}

/** A refusal with the usual sentence of its code. */
export const refuse = (code: ErrorCode, fact?: Readonly<Record<string, unknown>>): Refusal =>
  new Refusal(code, "", fact);

export const rateLimited = (waitMs: number): Refusal =>
  refuse("rate_limited", { retry_after_seconds: Math.max(1, Math.ceil(waitMs / 1_000)) });

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return error instanceof DatabaseUnavailable || isPassing(error)
    ? refuse("unavailable", { retry_after_seconds: 2 })
    : refuse("internal");
}

/** A lost race, a deadlock, a statement or a lock that took too long: over by the time the client asks again. */
const isPassing = (error: unknown): boolean =>
  ["40001", "40P01", "57014", "55P03"].includes(sqlState(error) ?? "");

function retryAfter(refusal: Refusal): number | undefined {
  const seconds = refusal.fact?.["retry_after_seconds"];
  if (typeof seconds === "number") return seconds;
  return refusal.code === "unavailable" ? 2 : undefined;
}

/** A bug is logged whole; a database that is away or overtaxed is logged as such; a refusal is the client's business. */
export function logFailure(log: Log, error: unknown, route: string): void {
  if (error instanceof Refusal) return;
  if (error instanceof DatabaseUnavailable)
    log.warn({ route, error }, "a request could not be served: the database is away");
  else if (isPassing(error))
    log.warn(
      { route, error },
      "a request could not be served: the database gave up on a statement",
    );
  else log.error({ route, error }, "a request failed");
}
