import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  StreamProviderError,
  TypeValidationError,
} from "ai";
import { OutboundFailure } from "../domain/ports/http.ts";
import { ModelFailure } from "../domain/ports/model.ts";

/** An attempt that gave no answer: what to do next, and how the call fails if nothing more is done. */
export interface AttemptFailure {
  /** `later`: the provider is busy, wait. `once`: bad luck, one more try. `never`: the same request would fail the same way. */
  readonly retry: "later" | "once" | "never";
  readonly failure: ModelFailure;
  readonly status?: number | undefined;
  /** The wait that the provider asks for, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
}

const busy: ReadonlySet<number> = new Set([429, 500, 502, 503, 504, 529]);

/**
 * Reads an error by its type and fields, never by its text. The failures made here carry our own sentences and no `cause`: a
 * provider's error holds the prompt and sometimes repeats the key.
 */
export function classifyFailure(error: unknown, now: number): AttemptFailure {
  if (causes(error).some(isNobody)) return nothingListens();
  const outbound = causes(error).find((cause) => cause instanceof OutboundFailure);
  if (outbound !== undefined) return fromOutbound(outbound);
  if (StreamProviderError.isInstance(error))
    return fromStatus(error.statusCode, undefined) ?? streamBrokeOff();
  if (APICallError.isInstance(error)) {
    const retryAfterMs = retryAfter(error.responseHeaders?.["retry-after"], now);
    return (
      fromStatus(error.statusCode, retryAfterMs) ??
      (error.statusCode === undefined ? providerUnreachable() : streamBrokeOff())
    );
  }
  // The SDK marks a stream without a finish reason by the same type as malformed data, but without any data.
  if (InvalidResponseDataError.isInstance(error))
    return error.data === undefined ? streamBrokeOff() : unreadableAnswer();
  if (
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    EmptyResponseBodyError.isInstance(error)
  )
    return unreadableAnswer();
  return providerUnreachable();
}

export const toTimeout = (): AttemptFailure => ({
  retry: "once",
  failure: new ModelFailure("timeout", "The model stopped answering."),
});
export const streamBrokeOff = (): AttemptFailure => ({
  retry: "once",
  failure: new ModelFailure("unreachable", "The model's answer broke off."),
});
export const unreadableAnswer = (): AttemptFailure => ({
  retry: "once",
  failure: new ModelFailure("bad_output", "The model's answer can't be read."),
});
export const incompleteAnswer = (): AttemptFailure => ({
  retry: "never",
  failure: new ModelFailure("bad_output", "The model's answer is incomplete."),
});
/** Retried once: a server that is restarting refuses connections as well. */
const nothingListens = (): AttemptFailure => ({
  retry: "once",
  failure: new ModelFailure("address_wrong", "Nothing answers at the model provider's address."),
});
const providerUnreachable = (): AttemptFailure => ({
  retry: "once",
  failure: new ModelFailure("unreachable", "The model provider can't be reached."),
});

function fromStatus(
  status: number | undefined,
  retryAfterMs: number | undefined,
): AttemptFailure | undefined {
  if (status === undefined || status < 300) return undefined;
  if (busy.has(status)) {
    const failure = new ModelFailure(
      "overloaded",
      `The model provider is overloaded or failing (status ${status}).`,
    );
    return { retry: "later", failure, status, retryAfterMs };
  }
  return { retry: "never", failure: refusal(status), status };
}

/**
 * The first three do not depend on the request: every request fails like this until the settings
 * change.
 */
function refusal(status: number): ModelFailure {
  if (status === 401 || status === 403)
    return new ModelFailure(
      "key_refused",
      `The model provider did not accept the key (status ${status}).`,
    );
  if (status === 404)
    return new ModelFailure(
      "model_unknown",
      "The model provider has no such address or model (status 404).",
    );
  if (status < 400)
    return new ModelFailure(
      "address_wrong",
      `The model provider redirects elsewhere (status ${status}), which is not followed.`,
    );
  return new ModelFailure("refused", `The model provider refused the request (status ${status}).`);
}

function fromOutbound({ code }: OutboundFailure): AttemptFailure {
  if (code === "timeout") return toTimeout();
  if (code === "too_large") return incompleteAnswer();
  if (code !== "blocked" && code !== "redirect") return providerUnreachable();
  return {
    retry: "never",
    failure: new ModelFailure(
      "address_wrong",
      `The model provider's address may not be called (${code}).`,
    ),
  };
}

/**
 * The system's codes for an unknown host and for a refused connection. A network that is down has
 * other codes.
 */
const isNobody = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === "ECONNREFUSED" || error.code === "ENOTFOUND");

function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (
    let next = error;
    next !== undefined && chain.length < 8;
    next = next instanceof Error ? next.cause : undefined
  )
    chain.push(next);
  return chain;
}

/** `Retry-After` in either of its forms: seconds, or a date. */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
