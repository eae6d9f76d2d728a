import type { OutboundHttp } from "../domain/ports/http.ts";
import type { OutboundSockets } from "../domain/ports/socket.ts";
import { type OutboundOptions, safeHttp } from "../outbound/safe-fetch.ts";
import { safeSockets } from "../outbound/safe-socket.ts";

/** The ways out of a channel with a proxy of its own. */
export interface ProxiedNetwork {
  readonly ways: { readonly http: OutboundHttp; readonly sockets: OutboundSockets };
  close(): Promise<void>;
}

/** Undefined without a proxy: then the product's own ways are used. */
export function openNetwork(
  { clock, resolve, trust }: OutboundOptions,
  proxy: string | undefined,
): ProxiedNetwork | undefined {
  if (proxy === undefined) return undefined;
  const through = {
    clock,
    proxy,
    ...(resolve === undefined ? {} : { resolve }),
    ...(trust === undefined ? {} : { trust }),
  };
  const http = safeHttp(through);
  return { ways: { http, sockets: safeSockets(through) }, close: () => http.close() };
}
