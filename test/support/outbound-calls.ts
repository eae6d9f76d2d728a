import { OutboundFailure, type OutboundCall } from "../../src/domain/ports/http.ts";
import type { Resolve } from "../../src/outbound/safe-fetch.ts";

/** A name service that gives the same addresses for every name. */
export const answers =
  (...addresses: string[]): Resolve =>
  () =>
    Promise.resolve(
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );

export const get = (url: string, more: Partial<OutboundCall> = {}): OutboundCall => ({
  method: "GET",
  url,
  timeoutMs: 60_000,
  maxBytes: 100_000,
  allowedHosts: [],
  ...more,
});

/** The failure as "code/phase", which is all that a sender may decide on. */
export async function failure(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => new Error("the call went through"),
    (reason: unknown) => reason,
  );
  if (error instanceof OutboundFailure) return `${error.code}/${error.phase}`;
  throw error;
}
