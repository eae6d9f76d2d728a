import { addressOf } from "../../../client/address.ts";
import type { AnswerOf, Input, Inputs, OperationName } from "../../../client/client.ts";
import { askForProof } from "../session/proof.ts";
import { ApiFailure, cutOff, send } from "./request.ts";

export type { AnswerOf, BodyOf, OperationName } from "../../../client/client.ts";

interface Given {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/**
 * One operation of the API, by its name in the server's description: what is sent and what is answered
 * have the types that programs of others get. Where the server requires a fresh proof of identity, the
 * person is asked first.
 */
export async function call<Name extends OperationName>(
  name: Name,
  ...[input]: Inputs<Name>
): Promise<AnswerOf<Name>> {
  const given = (input ?? {}) as Given;
  try {
    return await ask(name, given);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== "proof_required" || !(await askForProof()))
      throw error;
    return ask(name, given);
  }
}

export type Place<Name extends OperationName> = Pick<Input<Name>, "params" | "query">;

/** Where an operation is: for links, pictures and whatever else is not called for JSON. */
export function addressFor<Name extends OperationName>(name: Name, place: Place<Name>): string {
  const { params, query } = place as Given;
  return addressOf(name.slice(name.indexOf(" ") + 1), { params, query });
}

async function ask<Answer>(
  name: OperationName,
  { params, query, body, signal }: Given,
): Promise<Answer> {
  const [method = "GET", path = "/"] = name.split(" ");
  const response = await send(addressOf(path, { params, query }), {
    method,
    headers: {
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    cache: "no-store",
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.status === 204) return undefined as Answer;
  return (await response.json().catch(cutOff)) as Answer;
}
