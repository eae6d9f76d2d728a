import { askForProof } from "../session/proof.ts";
import { pageKey } from "./page-key.ts";

/** The server refused, or could not be reached (`unreachable`, status 0). */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    what: { status: number; code: string; message: string; retryAfterSeconds?: number | undefined },
    options?: ErrorOptions,
  ) {
    super(what.message, options);
    this.status = what.status;
    this.code = what.code;
    this.retryAfterSeconds = what.retryAfterSeconds;
  }
}

interface Call {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Headers of every call: the page's key shows the server that no other site or port made it. */
export function pageHeaders(): Record<string, string> {
  const key = pageKey();
  return {
    "Accept-Language": document.documentElement.lang,
    ...(key === undefined ? {} : { "X-Meanwhile": key }),
  };
}

/**
 * One call to the server this page came from. Where the server requires a fresh proof of identity,
 * the person is asked first.
 */
export async function request<T>(path: string, call: Call = {}): Promise<T> {
  try {
    return await ask<T>(path, call);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== "proof_required" || !(await askForProof()))
      throw error;
    return ask<T>(path, call);
  }
}

/** A file of the server, named as the server names it. */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await fetch(path, { headers: pageHeaders(), credentials: "same-origin" }).catch(
    unreachable,
  );
  if (!response.ok) throw await refusal(response);
  const said = response.headers.get("Content-Disposition") ?? "";
  const name =
    /filename\*=UTF-8''([^;]+)/i.exec(said)?.[1] ?? /filename="([^"]+)"/i.exec(said)?.[1];
  const bytes = await response.blob().catch(unreachable);
  return name === undefined
    ? bytes
    : new File([bytes], decodeURIComponent(name), { type: bytes.type });
}

function unreachable(error: unknown): never {
  throw new ApiFailure(
    { status: 0, code: "unreachable", message: "The server can't be reached." },
    { cause: error },
  );
}

async function ask<T>(path: string, call: Call): Promise<T> {
  const method = call.method ?? "GET";
  const headers: Record<string, string> = { ...pageHeaders(), Accept: "application/json" };
  if (call.body !== undefined) headers["Content-Type"] = "application/json";
  const init: RequestInit = { method, headers, credentials: "same-origin", cache: "no-store" };
  if (call.body !== undefined) init.body = JSON.stringify(call.body);
  if (call.signal !== undefined) init.signal = call.signal;

  const response = await fetch(path, init).catch(unreachable);
  if (!response.ok) throw await refusal(response);
  if (response.status === 204) return undefined as T;
  return (await response.json().catch((error: unknown) => {
    throw new ApiFailure(
      { status: 0, code: "unreachable", message: "The answer was cut off." },
      { cause: error },
    );
  })) as T;
}

async function refusal(response: Response): Promise<ApiFailure> {
  // A proxy in between may answer with something that is not ours; its status still says enough.
  const body = (await response.json().catch(() => undefined)) as
    | { error?: { code?: string; message?: string } }
    | undefined;
  const seconds = Number(response.headers.get("Retry-After"));
  return new ApiFailure({
    status: response.status,
    code: body?.error?.code ?? `http_${response.status}`,
    message: body?.error?.message ?? response.statusText,
    retryAfterSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
  });
}

/** Worth asking again without a change: the network, or a server that is starting or overloaded. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiFailure &&
  (error.status === 0 || (error.status >= 500 && error.status !== 507));

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 401;
