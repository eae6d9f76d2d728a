import type { Chance } from "../../../domain/ports/clock.ts";
import {
  type OutboundAnswer,
  OutboundFailure,
  type OutboundHttp,
} from "../../../domain/ports/http.ts";
import { type Fields, fieldsIn, numberOf, textOf } from "./lossless-json.ts";
import { hostsFor, type IlinkSettings } from "./settings.ts";

export interface WireDeps {
  readonly http: OutboundHttp;
  readonly chance: Chance;
  readonly settings: IlinkSettings;
}

/** Where and as whom. Before a login there is no token. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly token?: string | undefined;
}

export interface Call {
  readonly endpoint: string;
  readonly body?: Fields | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The vendor's answer, by kind. HTTP 200 also carries failures, in `ret` or `errcode`. */
export type WireAnswer =
  | { readonly kind: "ok"; readonly fields: Fields }
  /** The token is dead: it expired, or the person bound their bot elsewhere. */
  | { readonly kind: "login_lost" }
  | { readonly kind: "refused"; readonly ret: number; readonly message: string }
  /** Refused before the content was looked at: a retry may succeed. */
  | { readonly kind: "not_now"; readonly code: string; readonly retryAfterMs?: number | undefined }
  /** `inDoubt`: it may have been done anyway. A 500 says nothing about what happened before it. */
  | { readonly kind: "nonsense"; readonly code: string; readonly inDoubt: boolean }
  | { readonly kind: "silence"; readonly failure: OutboundFailure };

export interface Wire {
  post(place: Endpoint, call: Call): Promise<WireAnswer>;
  get(place: Endpoint, call: Call): Promise<WireAnswer>;
}

const maxAnswerBytes = 8 * 1024 * 1024;

export function createWire({ http, chance, settings }: WireDeps): Wire {
  const app = {
    "ilink-app-id": "bot",
    "ilink-app-clientversion": String(versionNumber(settings.clientVersion)),
    ...(settings.routeTag === undefined ? {} : { skroutetag: settings.routeTag }),
  };
  const baseInfo = { channel_version: settings.clientVersion, bot_agent: settings.botAgent };

  async function ask(
    method: "GET" | "POST",
    { baseUrl, token }: Endpoint,
    { endpoint, body, timeoutMs, signal }: Call,
  ): Promise<WireAnswer> {
    const own = {
      "content-type": "application/json",
      authorizationtype: "ilink_bot_token",
      "x-wechat-uin": freshUin(chance),
    };
    const auth = token === undefined ? {} : { authorization: `Bearer ${token}` };
    try {
      return readAnswer(
        await http.request({
          method,
          url: `${baseUrl}/ilink/bot/${endpoint}`,
          headers: method === "GET" ? app : { ...app, ...own, ...auth },
          ...(method === "GET" ? {} : { body: JSON.stringify({ ...body, base_info: baseInfo }) }),
          timeoutMs,
          maxBytes: maxAnswerBytes,
          allowedHosts: hostsFor(settings),
          signal,
        }),
      );
    } catch (error) {
      if (error instanceof OutboundFailure) return { kind: "silence", failure: error };
      throw error;
    }
  }

  return {
    post: (place, call) => ask("POST", place, call),
    get: (place, call) => ask("GET", place, call),
  };
}

/** `2.4.9` → 0x020409, as the vendor's client counts. */
export function versionNumber(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version
    .split(".")
    .map((part) => Number.parseInt(part, 10) || 0);
  return (major << 16) | (minor << 8) | patch;
}

/** A random uint32 in decimal, as base64; another one for each request. */
function freshUin(chance: Chance): string {
  const bytes = chance.bytes(4);
  const number = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0);
  return Buffer.from(String(number)).toString("base64");
}

function readAnswer({ status, headers, body }: OutboundAnswer): WireAnswer {
  if (status === 401) return { kind: "login_lost" };
  if ([408, 425, 429, 503].includes(status))
    return { kind: "not_now", code: `http_${status}`, retryAfterMs: retryAfterMs(headers) };
  if (status >= 500) return { kind: "nonsense", code: `http_${status}`, inDoubt: true };
  const fields = fieldsIn(body);
  const refused = findRefusal(fields ?? {});
  if (refused !== undefined) return refused;
  if (status >= 300) return { kind: "nonsense", code: `http_${status}`, inDoubt: false };
  return fields === undefined
    ? { kind: "nonsense", code: "no_json", inDoubt: true }
    : { kind: "ok", fields };
}

/** The vendor says so in two fields, whatever the status is. */
function findRefusal(fields: Readonly<Record<string, unknown>>): WireAnswer | undefined {
  const [ret, errcode] = [codeIn(fields["ret"]), codeIn(fields["errcode"])];
  if (ret === undefined || errcode === undefined)
    return { kind: "nonsense", code: "no_code", inDoubt: true };
  if (ret === 0 && errcode === 0) return undefined;
  if (ret === -14 || errcode === -14) return { kind: "login_lost" };
  const message = textOf(fields["errmsg"]) ?? "";
  return { kind: "refused", ret: ret === 0 ? errcode : ret, message };
}

/** Absent is zero. A value that is not a number is not a success either. */
const codeIn = (value: unknown): number | undefined =>
  value === undefined || value === null ? 0 : numberOf(value);

/** In whole seconds, a day at most. Any other header value is ignored. */
function retryAfterMs(headers: Readonly<Record<string, string>>): number | undefined {
  const seconds = /^\d{1,9}$/.test(headers["retry-after"] ?? "")
    ? Number(headers["retry-after"])
    : undefined;
  return seconds === undefined ? undefined : Math.min(seconds, 86_400) * 1_000;
}
