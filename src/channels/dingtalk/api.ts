import type { Clock } from "../../domain/ports/clock.ts";
import type { OutboundAnswer, OutboundHttp } from "../../domain/ports/http.ts";
import { createTokenCalls, tokenIn } from "../kit/access-tokens.ts";
import type { Form } from "../kit/form.ts";
import { type ApiAnswer, type ApiCall, type ApiPlace, callApi } from "../kit/json-api.ts";
import { type Fields, numberOf, textOf } from "../kit/json-fields.ts";
import { reachOf } from "../kit/reach.ts";
import type { DingtalkApp, DingtalkSettings } from "./settings.ts";

export interface DingtalkApi {
  /** A call in the app's name. */
  call(app: DingtalkApp, call: ApiCall): Promise<ApiAnswer>;
  /** Where the connection of the app is opened. */
  open(app: DingtalkApp, how?: Pick<ApiCall, "timeoutMs" | "signal">): Promise<ApiAnswer>;
  /** Uploads a file, which is not shown yet. */
  upload(
    app: DingtalkApp,
    file: { readonly type: string; readonly form: Form; readonly signal: AbortSignal },
  ): Promise<ApiAnswer>;
  /** A file at an address that DingTalk named. Rejects with an `OutboundFailure`. */
  download(
    url: string,
    limits: { readonly maxBytes: number; readonly signal: AbortSignal },
  ): Promise<OutboundAnswer>;
}

const fileMs = 60_000;
/** Files lie in the storage of DingTalk's owner. */
const fileHosts = /(?:^|\.)(?:dingtalk\.com|aliyuncs\.com|alicdn\.com)$/;

/** An error has a code, whatever the status. */
const failureIn = (fields: Fields): string | undefined =>
  "code" in fields ? (textOf(fields["code"]) ?? "") : undefined;

/** The older API: numbers, 0 is success. */
const olderFailureIn = (fields: Fields): string | undefined => {
  const code = numberOf(fields["errcode"]);
  return code === 0 ? undefined : String(code ?? "");
};

export function createDingtalkApi(
  on: { readonly http: OutboundHttp; readonly clock: Pick<Clock, "now"> },
  settings: Pick<DingtalkSettings, "apiBaseUrl" | "uploadBaseUrl" | "allowedHosts">,
): DingtalkApi {
  const { apiBaseUrl, uploadBaseUrl, allowedHosts } = settings;
  const place: ApiPlace = {
    baseUrl: apiBaseUrl,
    allowedHosts: reachOf({ apiBaseUrl, allowedHosts }),
    failureIn,
  };
  const older: ApiPlace = {
    baseUrl: uploadBaseUrl,
    allowedHosts: reachOf({ apiBaseUrl: uploadBaseUrl, allowedHosts }),
    failureIn: olderFailureIn,
  };
  const tokens = createTokenCalls<DingtalkApp>(on.clock, {
    stale: ["InvalidAuthentication", "40014", "42001"],
    askToken: async ({ id, secret }) =>
      tokenIn(
        await callApi(on.http, place, {
          method: "POST",
          path: "/v1.0/oauth2/accessToken",
          json: { appKey: id, appSecret: secret },
        }),
        { token: "accessToken", seconds: "expireIn" },
      ),
  });
  return {
    call: (app, call) =>
      tokens.call(app, (token) =>
        callApi(on.http, { ...place, headers: { "x-acs-dingtalk-access-token": token } }, call),
      ),
    open: ({ id, secret }, how) =>
      callApi(
        on.http,
        { ...place, headers: { accept: "application/json" } },
        {
          method: "POST",
          path: "/v1.0/gateway/connections/open",
          json: {
            clientId: id,
            clientSecret: secret,
            subscriptions: [{ type: "CALLBACK", topic: messageTopic }],
            ua: "meanwhile",
          },
          ...how,
        },
      ),
    upload: (app, { type, form, signal }) =>
      tokens.call(app, (token) => {
        const query = new URLSearchParams({ access_token: token, type }).toString();
        const path = `/media/upload?${query}`;
        return callApi(on.http, older, { method: "POST", path, form, timeoutMs: fileMs, signal });
      }),
    download(url, { maxBytes, signal }) {
      const { hostname, host } = new URL(url);
      return on.http.request({
        method: "GET",
        url,
        timeoutMs: fileMs,
        maxBytes,
        allowedHosts: fileHosts.test(hostname) ? [host] : place.allowedHosts,
        signal,
      });
    },
  };
}

export const messageTopic = "/v1.0/im/bot/messages/get";
