import {
  type OutboundAnswer,
  OutboundFailure,
  type OutboundHttp,
} from "../../domain/ports/http.ts";
import { fieldsOf, jsonIn, numberOf } from "../kit/json-fields.ts";
import { type ApiAddress, reachOf } from "../kit/reach.ts";

/** Telegram's answer, by kind. Its number decides; its sentences change. */
export type ApiAnswer =
  | { readonly kind: "ok"; readonly result: unknown }
  | {
      readonly kind: "error";
      readonly code: number;
      readonly retryAfterMs?: number | undefined;
      /** The group has another id from now on. Nothing was sent to the old one. */
      readonly movedTo?: number | undefined;
    }
  /** An answer that is not one of the Bot API's. */
  | { readonly kind: "nonsense"; readonly status: number }
  | { readonly kind: "silence"; readonly failure: OutboundFailure };

export interface ApiCall {
  readonly method: string;
  readonly json?: object | undefined;
  readonly form?: { readonly type: string; readonly bytes: Uint8Array } | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface BotApi {
  call(token: string, call: ApiCall): Promise<ApiAnswer>;
  /** A file that `getFile` has named. Rejects with an `OutboundFailure`. */
  download(token: string, path: string, limits: DownloadLimits): Promise<OutboundAnswer>;
}

export interface DownloadLimits {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

const usualMs = 20_000;
const maxAnswerBytes = 8 * 1024 * 1024;
const downloadMs = 60_000;

export function createBotApi(http: OutboundHttp, place: ApiAddress): BotApi {
  const allowedHosts = reachOf(place);
  const base = place.apiBaseUrl.replace(/\/+$/, "");
  return {
    async call(token, { method, json, form, timeoutMs = usualMs, signal }) {
      try {
        return readAnswer(
          await http.request({
            method: "POST",
            url: `${base}/bot${token}/${method}`,
            headers: { "content-type": form?.type ?? "application/json" },
            body: form?.bytes ?? JSON.stringify(json ?? {}),
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
    download: (token, path, { maxBytes, signal }) =>
      http.request({
        method: "GET",
        url: `${base}/file/bot${token}/${path.split("/").map(encodeURIComponent).join("/")}`,
        timeoutMs: downloadMs,
        maxBytes,
        allowedHosts,
        signal,
      }),
  };
}

function readAnswer({ status, body }: OutboundAnswer): ApiAnswer {
  const fields = fieldsOf(jsonIn(body));
  if (fields?.["ok"] === true && status < 300) return { kind: "ok", result: fields["result"] };
  const code = numberOf(fields?.["error_code"]);
  if (fields?.["ok"] !== false || code === undefined) return { kind: "nonsense", status };
  const parameters = fieldsOf(fields["parameters"]);
  const seconds = numberOf(parameters?.["retry_after"]);
  return {
    kind: "error",
    code,
    retryAfterMs: seconds === undefined ? undefined : Math.min(Math.max(seconds, 0), 86_400) * 1000,
    movedTo: integerOf(parameters?.["migrate_to_chat_id"]),
  };
}

/** Telegram's ids have at most 52 bits, so a number holds them exactly. */
export const integerOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined;
