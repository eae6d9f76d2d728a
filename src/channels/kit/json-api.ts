import {
  type OutboundAnswer,
  type OutboundCall,
  OutboundFailure,
  type OutboundHttp,
} from "../../domain/ports/http.ts";
import type { Form } from "./form.ts";
import { type Fields, fieldsOf, jsonIn } from "./json-fields.ts";
import { retryAfterMs } from "./outgoing.ts";

/** A vendor's answer, by kind. Its codes decide; its sentences change. */
export type ApiAnswer =
  | { readonly kind: "ok"; readonly result: Fields }
  | ApiError
  | { readonly kind: "silence"; readonly failure: OutboundFailure };

export interface ApiError {
  readonly kind: "error";
  readonly status: number;
  /** The vendor's own code, as text; empty where there is none. */
  readonly code: string;
  readonly retryAfterMs?: number | undefined;
}

/** Whatever is not `ok`. */
export type ApiTrouble = Exclude<ApiAnswer, { readonly kind: "ok" }>;

export interface ApiCall {
  readonly method: OutboundCall["method"];
  /** Below the address of the API. */
  readonly path: string;
  readonly json?: object | undefined;
  readonly form?: Form | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ApiPlace {
  readonly baseUrl: string;
  readonly allowedHosts: readonly string[];
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The header that says how many seconds to wait. */
  readonly waitHeader?: string | undefined;
  /** The vendor's own code, where the answer is a failure; undefined where it succeeded. */
  failureIn(fields: Fields): string | undefined;
}

const usualMs = 20_000;
const maxAnswerBytes = 4 * 1024 * 1024;

/** One call. Resolves for every network outcome. */
export async function callApi(
  http: OutboundHttp,
  place: ApiPlace,
  { method, path, json, form, timeoutMs = usualMs, signal }: ApiCall,
): Promise<ApiAnswer> {
  const body = form?.bytes ?? (json === undefined ? undefined : JSON.stringify(json));
  const type = form?.type ?? "application/json; charset=utf-8";
  try {
    const answer = await http.request({
      method,
      url: `${place.baseUrl.replace(/\/+$/, "")}${path}`,
      headers: { ...place.headers, ...(body === undefined ? {} : { "content-type": type }) },
      body,
      timeoutMs,
      maxBytes: maxAnswerBytes,
      allowedHosts: place.allowedHosts,
      signal,
    });
    return readAnswer(place, answer);
  } catch (error) {
    if (error instanceof OutboundFailure) return { kind: "silence", failure: error };
    throw error;
  }
}

function readAnswer(place: ApiPlace, { status, headers, body }: OutboundAnswer): ApiAnswer {
  const fields = fieldsOf(jsonIn(body));
  const code = fields === undefined ? "" : place.failureIn(fields);
  if (status < 300 && fields !== undefined && code === undefined)
    return { kind: "ok", result: fields };
  return {
    kind: "error",
    status,
    code: code ?? "",
    retryAfterMs: retryAfterMs(headers, place.waitHeader),
  };
}

/** Whatever became of this call, no message was sent by it. */
export const asNotSent = (said: ApiTrouble): ApiTrouble =>
  isUnclear(said) || said.kind === "silence"
    ? { kind: "error", status: 429, code: "", retryAfterMs: 5_000 }
    : said;

/** The outcome can't be known from this answer. */
export const isUnclear = (said: ApiAnswer): boolean =>
  said.kind === "silence"
    ? said.failure.phase === "after"
    : said.kind === "error" && (said.status >= 500 || said.status < 400) && said.code === "";
