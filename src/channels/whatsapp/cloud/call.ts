import type { OutboundAnswer, OutboundHttp } from "../../../domain/ports/http.ts";
import { below, reachOf } from "../../kit/reach.ts";

export interface CloudAccount {
  readonly phoneNumberId: string;
  readonly accessToken: string;
  /**
   * An approved utility template with one parameter, for what must arrive while the window is
   * closed.
   */
  readonly template?: CloudTemplate | undefined;
}

export interface CloudTemplate {
  readonly name: string;
  readonly language: string;
  /** Longest parameter, in characters. */
  readonly parameterLength: number;
}

export interface CloudPlace {
  readonly apiBaseUrl: string;
  readonly apiVersion: string;
  readonly allowedHosts: readonly string[];
}

export interface GraphCall {
  readonly account: CloudAccount;
  readonly method: "GET" | "POST";
  /** Below the version, such as `[phone number id, "messages"]`. */
  readonly path: readonly string[];
  readonly json?: object | undefined;
  readonly form?: { readonly type: string; readonly bytes: Uint8Array } | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type Graph = (call: GraphCall) => Promise<OutboundAnswer>;

/** Calls to Meta's Graph API, each with its account's own token. */
export function createGraph(http: OutboundHttp, place: CloudPlace): Graph {
  const allowedHosts = reachOf(place);
  return ({ account, method, path, json, form, timeoutMs = 20_000, signal }) => {
    const type = form?.type ?? (json === undefined ? undefined : "application/json");
    return http.request({
      method,
      url: below(place.apiBaseUrl, place.apiVersion, ...path),
      headers: {
        authorization: `Bearer ${account.accessToken}`,
        ...(type === undefined ? {} : { "content-type": type }),
      },
      body: form?.bytes ?? (json === undefined ? undefined : JSON.stringify(json)),
      timeoutMs,
      maxBytes: 256 * 1024,
      allowedHosts,
      signal,
    });
  };
}
