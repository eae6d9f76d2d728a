import type { Clock } from "../../domain/ports/clock.ts";
import type { OutboundAnswer, OutboundHttp } from "../../domain/ports/http.ts";
import { type AccessTokens, createAccessTokens } from "../kit/access-tokens.ts";
import {
  type ApiAnswer,
  type ApiCall,
  type ApiPlace,
  type ApiTrouble,
  asNotSent,
  callApi,
} from "../kit/json-api.ts";
import { type Fields, fieldsOf, numberOf, textOf } from "../kit/json-fields.ts";
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
  const place: ApiPlace = { baseUrl, allowedHosts: reachOf(address), failureIn };
  const tokens = new Map<string, AccessTokens>();
  const tokensOf = (app: FeishuApp): AccessTokens => {
    const before = tokens.get(app.id);
    if (before !== undefined) return before;
    const made = createAccessTokens(on.clock, () => askToken(on.http, place, app));
    tokens.set(app.id, made);
    return made;
  };
  return {
    async call(app, { path, ...call }) {
      const ask = (token: string): Promise<ApiAnswer> =>
        callApi(
          on.http,
          { ...place, headers: { authorization: `Bearer ${token}` } },
          { ...call, path: `/open-apis${path}` },
        );
      const token = await tokensOf(app).get();
      if (typeof token !== "string") return asNotSent(token);
      const said = await ask(token);
      if (said.kind !== "error" || !staleTokens.includes(said.code)) return toResult(said);
      tokensOf(app).forget(token);
      const fresh = await tokensOf(app).get();
      return typeof fresh === "string" ? toResult(await ask(fresh)) : asNotSent(fresh);
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
      const token = await tokensOf(app).get();
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
  if (said.kind !== "ok") return said;
  const token = textOf(said.result["tenant_access_token"]);
  const seconds = numberOf(said.result["expire"]) ?? 0;
  return token === undefined
    ? ({ kind: "error", status: 500, code: "" } as const)
    : { token, livesMs: seconds * 1_000 };
}
