import {
  type OutboundAnswer,
  type OutboundCall,
  OutboundFailure,
  type OutboundHttp,
} from "../../domain/ports/http.ts";
import { type Fields, fieldsOf, jsonIn, numberOf } from "../kit/json-fields.ts";
import { type ApiAddress, reachOf } from "../kit/reach.ts";
import { selectStandaloneHosts } from "../../domain/listed-hosts.ts";

/** Discord's answer, by kind. Its numbers decide; its sentences change. */
export type ApiAnswer =
  | { readonly kind: "ok"; readonly result: Fields }
  | {
      readonly kind: "error";
      readonly status: number;
      /** Discord's own number, such as 50007; 0 where there is none. */
      readonly code: number;
      readonly retryAfterMs?: number | undefined;
      /** The limit counts for the whole bot, and not for one channel. */
      readonly isGlobal?: boolean | undefined;
    }
  | { readonly kind: "silence"; readonly failure: OutboundFailure };

export interface ApiCall {
  readonly method: OutboundCall["method"];
  /** Below the address of the API, such as `/channels/1/messages`. */
  readonly path: string;
  readonly json?: object | undefined;
  readonly form?: { readonly type: string; readonly bytes: Uint8Array } | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface DiscordApi {
  call(token: string, call: ApiCall): Promise<ApiAnswer>;
  /** A file at the address that a message had. Rejects with an `OutboundFailure`. */
  download(
    url: string,
    limits: { readonly maxBytes: number; readonly signal?: AbortSignal | undefined },
  ): Promise<OutboundAnswer>;
}

const usualMs = 20_000;
const maxAnswerBytes = 4 * 1024 * 1024;
const downloadMs = 60_000;
const fileHosts = ["cdn.discordapp.com", "media.discordapp.net"];

export function createDiscordApi(http: OutboundHttp, place: ApiAddress): DiscordApi {
  const base = place.apiBaseUrl.replace(/\/+$/, "");
  const allowedHosts = reachOf(place);
  return {
    async call(token, { method, path, json, form, timeoutMs = usualMs, signal }) {
      const body = form?.bytes ?? (json === undefined ? undefined : JSON.stringify(json));
      try {
        return readAnswer(
          await http.request({
            method,
            url: `${base}${path}`,
            headers: {
              authorization: `Bot ${token}`,
              "user-agent": "DiscordBot (https://meanwhile.invalid, 1)",
              ...(body === undefined ? {} : { "content-type": form?.type ?? "application/json" }),
            },
            body,
            timeoutMs,
            maxBytes: maxAnswerBytes,
            allowedHosts,
            signal,
          }),
        );
      } catch (error) {
        if (error instanceof OutboundFailure) return { kind: "silence", failure: error };
        throw error;
      }
    },
    download: (url, { maxBytes, signal }) =>
      http.request({
        method: "GET",
        url,
        timeoutMs: downloadMs,
        maxBytes,
        allowedHosts: [...fileHosts, ...selectStandaloneHosts(place.allowedHosts)],
        signal,
      }),
  };
}

function readAnswer({ status, headers, body }: OutboundAnswer): ApiAnswer {
  const fields = fieldsOf(jsonIn(body));
  if (status === 204 || (status < 300 && fields !== undefined))
    return { kind: "ok", result: fields ?? {} };
  const seconds = numberOf(fields?.["retry_after"]) ?? Number(headers["retry-after"] ?? Number.NaN);
  return {
    kind: "error",
    status,
    code: numberOf(fields?.["code"]) ?? 0,
    retryAfterMs: Number.isFinite(seconds)
      ? Math.ceil(Math.min(Math.max(seconds, 0), 86_400) * 1000)
      : undefined,
    isGlobal: fields?.["global"] === true,
  };
}
