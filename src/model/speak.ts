import { type OutboundCall, OutboundFailure, type OutboundHttp } from "../domain/ports/http.ts";
import type { Log } from "../domain/ports/log.ts";
import { sniffType } from "../domain/ports/media.ts";
import type { Speaker } from "../domain/ports/speaker.ts";

export interface SpeakerSettings {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  readonly voice: string;
}

/** The words are ready: people wait for their sound no longer than this. */
const patienceMs = 10_000;
const largest = 5 * 1024 ** 2;

export const speechCall = (
  { baseUrl, apiKey, model, voice }: SpeakerSettings,
  input: string,
): OutboundCall => ({
  method: "POST",
  url: `${baseUrl.replace(/\/+$/, "")}/audio/speech`,
  headers: {
    "content-type": "application/json",
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  },
  body: JSON.stringify({ model, voice, input, response_format: "opus" }),
  timeoutMs: patienceMs,
  maxBytes: largest,
  // The operator configured it, so it may be on this machine or in a private network.
  allowedHosts: [new URL(baseUrl).origin],
});

/** Text to speech by a server with OpenAI's interface. */
export function createSpeaker(on: {
  readonly settings: SpeakerSettings;
  readonly http: OutboundHttp;
  readonly log: Log;
}): Speaker {
  return {
    async speak(text, signal) {
      try {
        const { status, body } = await on.http.request({
          ...speechCall(on.settings, text),
          signal,
        });
        if (status < 300 && sniffType(body) === "audio/ogg") return body;
        on.log.warn({ status }, "an answer could not be spoken");
      } catch (error) {
        if (!(error instanceof OutboundFailure)) throw error;
        on.log.warn({ code: error.code }, "the server for speech did not answer");
      }
      return undefined;
    },
  };
}
