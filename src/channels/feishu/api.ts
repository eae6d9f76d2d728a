import type { Clock } from "../../domain/ports/clock.ts";
import type { OutboundAnswer, OutboundHttp } from "../../domain/ports/http.ts";
import { createTokenCalls, tokenIn } from "../kit/access-tokens.ts";
import {
  type ApiAnswer,
  type ApiCall,
  type ApiPlace,
  type ApiTrouble,
  callApi,
} from "../kit/json-api.ts";
import { type Fields, fieldsOf, numberOf } from "../kit/json-fields.ts";
import { type ApiAddress, reachOf } from "../kit/reach.ts";
import type { FeishuApp } from "./settings.ts";

export interface FeishuApi {
  /** A call in the app's name, below `/open-apis`. The result is the answer's `data`. */
  call(app: FeishuApp, call: ApiCall): Promise<ApiAnswer>;
  /** Without a token: the address of the long connection. */
  endpoint(app: FeishuApp, signal?: AbortSignal): Promise<ApiAnswer>;
  /** A file of a message. */
  download(
    app: FeishuApp,
    path: string,
    limits: { readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<OutboundAnswer | ApiTrouble>;
}

/** Codes that say that the token has ended, or never was one. */
const staleTokens: readonly string[] = ["99991661", "99991663", "99991664", "99991668"];
const downloadMs = 60_000;

/** Numbers as text; 0 is success. */
const failureIn = (fields: Fields): string | undefined => {
  const code = numberOf(fields["code"]);
  return code === 0 ? undefined : String(code ?? "");
};

export function createFeishuApi(
  on: { readonly http: OutboundHttp; readonly clock: Pick<Clock, "now"> },
  address: ApiAddress,
): FeishuApi {
  const baseUrl = address.apiBaseUrl.replace(/\/+$/, "");
  const place: ApiPlace = {
    baseUrl,
    allowedHosts: reachOf(address),
    waitHeader: "x-ogw-ratelimit-reset",
    failureIn,
  };
  const tokens = createTokenCalls<FeishuApp>(on.clock, {
    stale: staleTokens,
    askToken: (app) => askToken(on.http, place, app),
  });
  return {
    async call(app, { path, ...call }) {
      const said = await tokens.call(app, (token) =>
        callApi(
          on.http,
          { ...place, headers: { authorization: `Bearer ${token}` } },
          { ...call, path: `/open-apis${path}` },
        ),
      );
      return toResult(said);
    },
    endpoint: async ({ id, secret }, signal) =>
      toResult(
        await callApi(
          on.http,
          { ...place, headers: { locale: "zh" } },
          {
            method: "POST",
            path: "/callback/ws/endpoint",
            json: { AppID: id, AppSecret: secret },
            signal,
          },
        ),
      ),
    async download(app, path, { maxBytes, signal }) {
      const token = await tokens.tokenOf(app);
      if (typeof token !== "string") return token;
      return on.http.request({
        method: "GET",
        url: `${baseUrl}/open-apis${path}`,
        headers: { authorization: `Bearer ${token}` },
        timeoutMs: downloadMs,
        maxBytes,
        allowedHosts: place.allowedHosts,
        signal,
      });
    },
  };
}

/** What is asked for lies in `data`, except in a few older answers. */
const toResult = (said: ApiAnswer): ApiAnswer =>
  said.kind === "ok" ? { ...said, result: fieldsOf(said.result["data"]) ?? said.result } : said;

async function askToken(http: OutboundHttp, place: ApiPlace, { id, secret }: FeishuApp) {
  const said = await callApi(http, place, {
    method: "POST",
    path: "/open-apis/auth/v3/tenant_access_token/internal",
    json: { app_id: id, app_secret: secret },
  });
  return tokenIn(said, { token: "tenant_access_token", seconds: "expire" });
}
