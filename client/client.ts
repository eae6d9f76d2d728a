import { addressOf } from "./address.ts";
import type { Error as ErrorBody, Operations } from "./operations.ts";

/** A refusal, by its code. `status` is 0 where no answer came. */
export class MeanwhileError extends Error {
  override readonly name = "MeanwhileError";
  readonly status: number;
  readonly code: ErrorBody["error"]["code"] | "unreachable" | "not_ours";
  readonly fact: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    of: Pick<MeanwhileError, "status" | "code" | "fact" | "message" | "retryAfterSeconds">,
    options?: ErrorOptions,
  ) {
    super(of.message, options);
    this.status = of.status;
    this.code = of.code;
    this.fact = of.fact;
    this.retryAfterSeconds = of.retryAfterSeconds;
  }
}

/** Method and path, such as `GET /api/reminders`. */
export type OperationName = keyof Operations;

export interface ClientOptions {
  /** Where the server is, such as `https://meanwhile.example.org`. */
  readonly url: string;
  readonly token: string;
  readonly fetch?: typeof fetch | undefined;
}

type Given<Key extends string, Value> = [Value] extends [never]
  ? { readonly [K in Key]?: undefined }
  : object extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value };

/** The same values, which nothing needs to change: lists that are read-only fit, too. */
type ReadOnly<Value> = Value extends readonly (infer Each)[]
  ? readonly ReadOnly<Each>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: ReadOnly<Value[Key]> }
    : Value;

export type BodyOf<Name extends OperationName> = ReadOnly<Operations[Name]["body"]>;

/** What an operation takes: parameters of its path, its query and its body. */
export type Input<Name extends OperationName> = Given<"params", Operations[Name]["params"]> &
  Given<"query", Operations[Name]["query"]> &
  Given<"body", BodyOf<Name>> & { readonly signal?: AbortSignal | undefined };

export type AnswerOf<Name extends OperationName> = Operations[Name]["answer"];

/** No input where none is needed. */
export type Inputs<Name extends OperationName> =
  object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

export interface Client {
  call<Name extends OperationName>(name: Name, ...input: Inputs<Name>): Promise<AnswerOf<Name>>;
}

/** Calls a Meanwhile server. Names, input and answers are those of its `/openapi.json`. */
export function createClient({ url, token, fetch: send = fetch }: ClientOptions): Client {
  return {
    async call(name, ...[input]) {
      const { params, query, body, signal } = (input ?? {}) as LooseInput;
      const [method = "GET", path = "/"] = name.split(" ");
      const response = await send(
        `${url.replace(/\/+$/, "")}${addressOf(path, { params, query })}`,
        {
          method,
          headers: {
            Authorization: `Bearer ${token}`,
            Accept: "application/json",
            ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          ...(signal === undefined ? {} : { signal }),
        },
      ).catch((error: unknown) => {
        if (signal?.aborted === true) throw error;
        throw new MeanwhileError(nothingCame, { cause: error });
      });
      if (!response.ok) throw await refusalOf(response);
      return (await readAnswer(response)) as never;
    },
  };
}

interface LooseInput {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

const nothingCame = {
  status: 0,
  code: "unreachable",
  fact: {},
  message: "The server can't be reached.",
  retryAfterSeconds: undefined,
} as const;

/** Text and files come as they are. */
async function readAnswer(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const isJson = (response.headers.get("Content-Type") ?? "").startsWith("application/json");
  return isJson ? response.json() : response.text();
}

async function refusalOf(response: Response): Promise<MeanwhileError> {
  // A proxy in between may answer with something that is not ours; its status still says enough.
  const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
  const seconds = Number(response.headers.get("Retry-After"));
  return new MeanwhileError({
    status: response.status,
    code: body?.error.code ?? "not_ours",
    fact: body?.error.fact ?? {},
    message: body?.error.message ?? response.statusText,
    retryAfterSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
  });
}
