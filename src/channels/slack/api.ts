import type { OutboundAnswer, OutboundHttp } from "../../domain/ports/http.ts";
import { type ApiAnswer, type ApiCall, type ApiPlace, callApi } from "../kit/json-api.ts";
import { type Fields, textOf } from "../kit/json-fields.ts";
import { type ApiAddress, reachOf } from "../kit/reach.ts";
import type { SlackApp } from "./settings.ts";

export interface SlackApi {
  /** A method in the bot's name, such as `chat.postMessage`. */
  call(app: SlackApp, method: string, how?: SlackCall): Promise<ApiAnswer>;
  /** Where the connection of the app is opened. */
  open(app: SlackApp, how?: Pick<ApiCall, "timeoutMs" | "signal">): Promise<ApiAnswer>;
  /** Uploads the bytes of a file, which is not shown yet. Rejects with an `OutboundFailure`. */
  upload(url: string, bytes: Uint8Array, signal: AbortSignal): Promise<OutboundAnswer>;
  /** A file of a message. Rejects with an `OutboundFailure`. */
  download(
    app: SlackApp,
    url: string,
    limits: { readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<OutboundAnswer>;
}

/** Some methods take no JSON: what they are asked stands in the address. */
export type SlackCall = Pick<ApiCall, "json" | "timeoutMs" | "signal"> & {
  readonly query?: Readonly<Record<string, string>> | undefined;
};

const fileMs = 60_000;
const fileHost = "files.slack.com";

/** Slack answers 200 also where it refuses. */
const failureIn = (fields: Fields): string | undefined =>
  fields["ok"] === true ? undefined : (textOf(fields["error"]) ?? "");

export function createSlackApi(http: OutboundHttp, address: ApiAddress): SlackApi {
  const place: ApiPlace = {
    baseUrl: address.apiBaseUrl,
    allowedHosts: reachOf(address),
    failureIn,
  };
  const fileHosts = [...place.allowedHosts, fileHost];
  const as = (token: string): ApiPlace => ({
    ...place,
    headers: { authorization: `Bearer ${token}` },
  });
  return {
    call(app, method, { query, ...how } = {}) {
      const asked = query === undefined ? "" : `?${new URLSearchParams(query).toString()}`;
      return callApi(http, as(app.botToken), {
        method: query === undefined ? "POST" : "GET",
        path: `/${method}${asked}`,
        ...how,
      });
    },
    open: (app, how) =>
      callApi(http, as(app.appToken), { method: "POST", path: "/apps.connections.open", ...how }),
    upload: (url, bytes, signal) =>
      http.request({
        method: "POST",
        url,
        headers: { "content-type": "application/octet-stream" },
        body: bytes,
        timeoutMs: fileMs,
        maxBytes: 64 * 1024,
        allowedHosts: fileHosts,
        signal,
      }),
    download: (app, url, { maxBytes, signal }) =>
      http.request({
        method: "GET",
        url,
        headers: { authorization: `Bearer ${app.botToken}` },
        timeoutMs: fileMs,
        maxBytes,
        allowedHosts: fileHosts,
        signal,
      }),
  };
}
