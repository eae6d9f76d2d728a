import type { Clock } from "../../../domain/ports/clock.ts";
import type { OutboundAnswer, OutboundHttp } from "../../../domain/ports/http.ts";
import { createTokenCalls, tokenIn } from "../../kit/access-tokens.ts";
import {
  type ApiAnswer,
  type ApiCall,
  type ApiPlace,
  type ApiTrouble,
  callApi,
} from "../../kit/json-api.ts";
import { type Fields, numberOf } from "../../kit/json-fields.ts";
import { type ApiAddress, reachOf } from "../../kit/reach.ts";
import type { WecomApp } from "./settings.ts";

export interface WecomAppApi {
  /** A call in the app's name, below `/cgi-bin`. */
  call(app: WecomApp, call: ApiCall): Promise<ApiAnswer>;
  /** A file that WeCom holds for three days. */
  download(
    app: WecomApp,
    mediaId: string,
    limits: { readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<OutboundAnswer | ApiTrouble>;
}

/** Codes that say that the token has ended, or never was one. */
const staleTokens: readonly string[] = ["40014", "42001", "40001"];
const downloadMs = 60_000;

/** Numbers as text; 0 is success. */
const failureIn = (fields: Fields): string | undefined => {
  const code = numberOf(fields["errcode"]);
  return code === 0 ? undefined : String(code ?? "");
};

export function createWecomAppApi(
  on: { readonly http: OutboundHttp; readonly clock: Pick<Clock, "now"> },
  address: ApiAddress,
): WecomAppApi {
  const baseUrl = address.apiBaseUrl.replace(/\/+$/, "");
  const place: ApiPlace = { baseUrl, allowedHosts: reachOf(address), failureIn };
  const tokens = createTokenCalls<WecomApp>(on.clock, {
    stale: staleTokens,
    askToken: (app) => askToken(on.http, place, app),
  });
  const withToken = (path: string, token: string): string =>
    `/cgi-bin${path}${path.includes("?") ? "&" : "?"}access_token=${encodeURIComponent(token)}`;
  return {
    call: (app, { path, ...call }) =>
      tokens.call(app, (token) =>
        callApi(on.http, place, { ...call, path: withToken(path, token) }),
      ),
    async download(app, mediaId, { maxBytes, signal }) {
      const token = await tokens.tokenOf(app);
      if (typeof token !== "string") return token;
      return on.http.request({
        method: "GET",
        url: `${baseUrl}${withToken(`/media/get?media_id=${encodeURIComponent(mediaId)}`, token)}`,
        timeoutMs: downloadMs,
        maxBytes,
        allowedHosts: place.allowedHosts,
        signal,
      });
    },
  };
}

async function askToken(http: OutboundHttp, place: ApiPlace, { corpId, secret }: WecomApp) {
  const query = new URLSearchParams({ corpid: corpId, corpsecret: secret }).toString();
  const said = await callApi(http, place, { method: "GET", path: `/cgi-bin/gettoken?${query}` });
  return tokenIn(said, { token: "access_token", seconds: "expires_in" });
}
