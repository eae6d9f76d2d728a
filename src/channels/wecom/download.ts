import { isUtf8 } from "node:buffer";
import type { FetchedFile, SentFile } from "../../domain/channel.ts";
import { OutboundFailure, type OutboundHttp } from "../../domain/ports/http.ts";
import { sniffType } from "../../domain/ports/media.ts";
import { mediaHosts } from "./addresses.ts";
import { openBytes, WecomSealError } from "./crypto.ts";
import { fieldsOf, textOf } from "./fields.ts";
import type { WecomBot, WecomSettings } from "./settings.ts";

export interface DownloadDeps {
  readonly http: OutboundHttp;
  readonly settings: Pick<WecomSettings, "maxFileBytes" | "apiBaseUrl" | "allowedHosts">;
  readonly bot: WecomBot;
}

/**
 * A file at the address that came with its message. Only WeCom's own file hosts are asked, and no
 * more is read than one may be.
 */
export async function fetchWecomFile(
  on: DownloadDeps,
  { media }: SentFile,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const source = fieldsOf(media["source"]);
  const url = textOf(source?.["url"]);
  const limitBytes = on.settings.maxFileBytes;
  if (url === undefined) return { failed: "gone", again: false };
  try {
    const answer = await on.http.request({
      method: "GET",
      url,
      timeoutMs: 60_000,
      // Sealed, a file is up to one block longer.
      maxBytes: limitBytes + 32,
      allowedHosts: mediaHosts(on.settings, url),
      signal,
    });
    if (answer.status !== 200)
      return { failed: answer.status >= 500 ? "unreachable" : "gone", again: answer.status >= 500 };
    const bytes = unseal(answer.body, keysFor(on.bot, textOf(source?.["aeskey"])));
    if (bytes === undefined) return { failed: "damaged", again: false };
    if (bytes.byteLength > limitBytes) return { failed: "too_large", again: false, limitBytes };
    return { bytes, name: nameIn(answer.headers["content-disposition"]) };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    const isFinal =
      error.code === "too_large" || error.code === "blocked" || error.code === "redirect";
    return {
      failed: error.code === "blocked" ? "not_allowed" : error.code,
      again: !isFinal,
      ...(error.code === "too_large" ? { limitBytes } : {}),
    };
  }
}

/** By the long connection each file has a key of its own. */
function keysFor({ keys }: WecomBot, aeskey: string | undefined): readonly Uint8Array[] {
  const own = aeskey === undefined ? undefined : Buffer.from(aeskey, "base64");
  return own?.length === 32 ? [own] : keys.map(({ key }) => key);
}

/**
 * Some bots deliver plain bytes. Bytes that are recognisably a file are left as they are:
 * decrypting them would destroy them.
 */
function unseal(body: Uint8Array, keys: readonly Uint8Array[]): Uint8Array | undefined {
  const type = sniffType(body);
  // Two letters prove nothing, nor do bytes that happen not to be control characters.
  if (!["application/octet-stream", "image/bmp", "text/plain"].includes(type)) return body;
  for (const key of keys) {
    try {
      return new Uint8Array(openBytes(key, body));
    } catch (error) {
      if (!(error instanceof WecomSealError)) throw error;
    }
  }
  return type === "image/bmp" || (type === "text/plain" && isUtf8(body)) ? body : undefined;
}

// oxlint-disable-next-line no-control-regex -- naming control characters is the purpose
const unsafe = /[\\/:*?"<>|\0-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** `filename*` before `filename`. For people to read, never a path. */
function nameIn(disposition: string | undefined): string | undefined {
  const [, encoded] = /filename\*\s*=\s*(?:utf-8|UTF-8)''([^;]+)/.exec(disposition ?? "") ?? [];
  const [, plain] = /filename\s*=\s*"?([^";]+)"?/.exec(disposition ?? "") ?? [];
  const name = (decodeName(encoded) ?? decodeName(plain) ?? plain ?? "")
    .toWellFormed()
    .replace(unsafe, "_")
    .trim()
    .slice(0, 120);
  return name === "" || /^[._]+$/.test(name) ? undefined : name;
}

function decodeName(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text.trim());
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
