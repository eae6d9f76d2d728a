import { createHash } from "node:crypto";
import { z } from "zod";
import {
  type OutboundAnswer,
  type OutboundCall,
  OutboundFailure,
  type OutboundHttp,
} from "../domain/ports/http.ts";
import type { Log } from "../domain/ports/log.ts";
import type { KeptMedia } from "../domain/ports/media.ts";
import type { Transcriber } from "../domain/ports/transcriber.ts";
import { cleanText } from "../domain/text.ts";

export interface TranscriberSettings {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  readonly timeoutMs: number;
}

/** What servers of this kind take; they go by the name. */
const extensions: Readonly<Record<string, string>> = {
  "audio/ogg": "ogg",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
  "audio/amr": "amr",
  "audio/mp4": "m4a",
  "video/mp4": "m4a",
};
const largest = 25 * 1024 ** 2;
const longestText = 12_000;
const answer = z.object({ text: z.string() });

/** Undefined for speech that such servers do not take. */
export function transcriptionCall(
  settings: TranscriberSettings,
  { bytes, type }: Pick<KeptMedia, "bytes" | "type">,
): OutboundCall | undefined {
  const extension = extensions[type];
  if (extension === undefined || bytes.byteLength > largest) return undefined;
  const { baseUrl, apiKey, timeoutMs } = settings;
  const form = formOf(settings, { bytes, type, name: `voice.${extension}` });
  return {
    method: "POST",
    url: `${baseUrl.replace(/\/+$/, "")}/audio/transcriptions`,
    headers: {
      "content-type": form.type,
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: form.bytes,
    timeoutMs,
    maxBytes: 1024 ** 2,
    // The operator configured it, so it may be on this machine or in a private network.
    allowedHosts: [new URL(baseUrl).origin],
  };
}

/** Speech to text by a server with OpenAI's interface. */
export function createTranscriber(on: {
  readonly settings: TranscriberSettings;
  readonly http: OutboundHttp;
  readonly log: Log;
}): Transcriber {
  return {
    async transcribe(speech, signal) {
      const call = transcriptionCall(on.settings, speech);
      if (call === undefined) return undefined;
      try {
        const said = await on.http.request({ ...call, signal });
        const words = wordsIn(said);
        if (words === undefined)
          on.log.warn({ status: said.status }, "a voice message could not be transcribed");
        return words === "" ? undefined : words;
      } catch (error) {
        if (!(error instanceof OutboundFailure)) throw error;
        on.log.warn({ code: error.code }, "the server for voice messages did not answer");
        return undefined;
      }
    },
  };
}

function formOf(
  { model }: TranscriberSettings,
  file: { readonly bytes: Uint8Array; readonly type: string; readonly name: string },
): { readonly type: string; readonly bytes: Uint8Array } {
  // Made of the file itself, so it can't stand in it.
  const boundary = createHash("sha256").update(file.bytes).digest("hex");
  const part = (name: string, more: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}`;
  const fields = Object.entries({ model, response_format: "json" }).map(
    ([name, value]) => `${part(name, "")}\r\n\r\n${value}\r\n`,
  );
  const head = part("file", `; filename="${file.name}"\r\ncontent-type: ${file.type}\r\n\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([
      Buffer.from(fields.join("") + head),
      file.bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}

function wordsIn({ status, body }: OutboundAnswer): string | undefined {
  if (status >= 300) return undefined;
  try {
    const read = answer.safeParse(JSON.parse(new TextDecoder().decode(body)));
    return read.success ? cleanText(read.data.text, longestText).trim() : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
