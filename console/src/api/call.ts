import { addressOf } from "../../../client/address.ts";
import type { AnswerOf, Inputs, OperationName } from "../../../client/client.ts";
import { request } from "./request.ts";

interface Given {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * One operation of the API, by its name in the server's description: what is sent and what is answered
 * have the types that programs of others get.
 */
export function call<Name extends OperationName>(
  name: Name,
  ...[input]: Inputs<Name>
): Promise<AnswerOf<Name>> {
  const { params, query, body, signal } = (input ?? {}) as Given;
  const [method = "GET", path = "/"] = name.split(" ");
  return request<AnswerOf<Name>>(addressOf(path, { params, query }), {
    method: method as Method,
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });
}
