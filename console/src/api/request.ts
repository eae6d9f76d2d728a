import { pageKey } from "./page-key.ts";

/** The server refused, or could not be reached (`unreachable`, status 0). */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;
  /** Details of the refusal, such as the reason why a file was not taken. */
  readonly fact: Readonly<Record<string, unknown>>;

  constructor(
    what: {
      status: number;
      code: string;
      message: string;
      retryAfterSeconds?: number | undefined;
      fact?: Readonly<Record<string, unknown>> | undefined;
    },
    options?: ErrorOptions,
  ) {
    super(what.message, options);
    this.status = what.status;
    this.code = what.code;
    this.retryAfterSeconds = what.retryAfterSeconds;
    this.fact = what.fact ?? {};
  }
}

/** Headers of every request: the page's key shows the server that no other site or port made it. */
function pageHeaders(): Record<string, string> {
  const key = pageKey();
  return {
    "Accept-Language": document.documentElement.lang,
    ...(key === undefined ? {} : { "X-Meanwhile": key }),
  };
}

interface Sent extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * One request to the server this page came from. For `call.ts` and `transfer.ts` alone: everything
 * else of the page calls an operation by its name.
 */
export async function send(path: string, init: Sent): Promise<Response> {
  const headers = { ...pageHeaders(), ...init.headers };
  const response = await fetch(path, { ...init, headers, credentials: "same-origin" }).catch(
    unreachable,
  );
  if (!response.ok) throw await refusal(response);
  return response;
}

function unreachable(error: unknown): never {
  throw new ApiFailure(
    { status: 0, code: "unreachable", message: "The server can't be reached." },
    { cause: error },
  );
}

/** For an answer that ended before its end. */
export function cutOff(error: unknown): never {
  throw new ApiFailure(
    { status: 0, code: "unreachable", message: "The answer was cut off." },
    { cause: error },
  );
}

async function refusal(response: Response): Promise<ApiFailure> {
  // A proxy in between may answer with something that is not ours; its status still says enough.
  const body = (await response.json().catch(() => undefined)) as
    | { error?: { code?: string; message?: string; fact?: Readonly<Record<string, unknown>> } }
    | undefined;
  const seconds = Number(response.headers.get("Retry-After"));
  return new ApiFailure({
    status: response.status,
    code: body?.error?.code ?? `http_${response.status}`,
    message: body?.error?.message ?? response.statusText,
    retryAfterSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
    fact: body?.error?.fact,
  });
}

/** Worth asking again without a change: the network, or a server that is starting or overloaded. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiFailure &&
  (error.status === 0 || (error.status >= 500 && error.status !== 507));

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 401;
