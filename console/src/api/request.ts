/** The server refused, or could not be reached (`unreachable`, status 0). */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(what: { status: number; code: string; message: string; retryAfterSeconds?: number | undefined }, options?: ErrorOptions) {
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

/** One call to the server this page came from. The header tells it that no other site made the call. */
export async function request<T>(path: string, call: Call = {}): Promise<T> {
  const method = call.method ?? "GET";
  const headers: Record<string, string> = { Accept: "application/json", "Accept-Language": document.documentElement.lang };
  if (method !== "GET") headers["X-Meanwhile"] = "1";
  if (call.body !== undefined) headers["Content-Type"] = "application/json";
  const init: RequestInit = { method, headers, credentials: "same-origin", cache: "no-store" };
  if (call.body !== undefined) init.body = JSON.stringify(call.body);
  if (call.signal !== undefined) init.signal = call.signal;

  const response = await fetch(path, init).catch((error: unknown) => {
    throw new ApiFailure({ status: 0, code: "unreachable", message: "The server can't be reached." }, { cause: error });
  });
  if (!response.ok) throw await refusal(response);
  if (response.status === 204) return undefined as T;
  return (await response.json().catch((error: unknown) => {
    throw new ApiFailure({ status: 0, code: "unreachable", message: "The answer was cut off." }, { cause: error });
  })) as T;
}

async function refusal(response: Response): Promise<ApiFailure> {
  // A proxy in between may answer with something that is not ours; its status still says enough.
  const body = (await response.json().catch(() => undefined)) as { error?: { code?: string; message?: string } } | undefined;
  const seconds = Number(response.headers.get("Retry-After"));
  return new ApiFailure({
    status: response.status,
    code: body?.error?.code ?? `http_${response.status}`,
    message: body?.error?.message ?? response.statusText,
    retryAfterSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
  });
}

/** Worth asking again without a change: the network, or a server that is starting or overloaded. */
export const isPassing = (error: unknown): boolean => error instanceof ApiFailure && (error.status === 0 || error.status >= 500);

export const isSignedOut = (error: unknown): boolean => error instanceof ApiFailure && error.status === 401;
