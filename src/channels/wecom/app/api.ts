import type { Clock } from "../../../domain/ports/clock.ts";
import type { OutboundAnswer, OutboundHttp } from "../../../domain/ports/http.ts";
import { type AccessTokens, createAccessTokens } from "../../kit/access-tokens.ts";
import {
  type ApiAnswer,
  type ApiCall,
  type ApiPlace,
  type ApiTrouble,
  asNotSent,
  callApi,
} from "../../kit/json-api.ts";
import { type Fields, numberOf, textOf } from "../../kit/json-fields.ts";
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
  const tokens = new Map<string, AccessTokens>();
  const tokensOf = (app: WecomApp): AccessTokens => {
    const before = tokens.get(app.id);
    if (before !== undefined) return before;
    const made = createAccessTokens(on.clock, () => askToken(on.http, place, app));
    tokens.set(app.id, made);
    return made;
  };
  const withToken = (path: string, token: string): string =>
    `/cgi-bin${path}${path.includes("?") ? "&" : "?"}access_token=${encodeURIComponent(token)}`;
  return {
    async call(app, { path, ...call }) {
      const ask = (token: string): Promise<ApiAnswer> =>
        callApi(on.http, place, { ...call, path: withToken(path, token) });
      const token = await tokensOf(app).get();
      if (typeof token !== "string") return asNotSent(token);
      const said = await ask(token);
      if (said.kind !== "error" || !staleTokens.includes(said.code)) return said;
      tokensOf(app).forget(token);
      const fresh = await tokensOf(app).get();
      return typeof fresh === "string" ? ask(fresh) : asNotSent(fresh);
    },
    async download(app, mediaId, { maxBytes, signal }) {
      const token = await tokensOf(app).get();
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
  if (said.kind !== "ok") return said;
  const token = textOf(said.result["access_token"]);
  const seconds = numberOf(said.result["expires_in"]) ?? 0;
  return token === undefined
    ? ({ kind: "error", status: 500, code: "" } as const)
    : { token, livesMs: seconds * 1_000 };
}
