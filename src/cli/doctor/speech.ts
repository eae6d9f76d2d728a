import { type Finding, good, note } from "../../domain/finding.ts";
import { OutboundFailure } from "../../domain/ports/http.ts";
import { sniffType } from "../../domain/ports/media.ts";
import { speechSettings } from "../../main/settings.ts";
import { speechCall } from "../../model/speak.ts";
import { safeHttp } from "../../outbound/safe-fetch.ts";
import { systemClock } from "../system.ts";
import type { Examined } from "./examined.ts";

/** Only where it is switched on. The server says one word. */
export async function speechFinding({
  config,
}: Pick<Examined, "config">): Promise<Finding | undefined> {
  const settings = speechSettings(config);
  if (settings === undefined) return undefined;
  const { host } = new URL(settings.baseUrl);
  const http = safeHttp({ clock: systemClock });
  try {
    const { status, body } = await http.request(speechCall(settings, "OK"));
    const isSpeech = status < 300 && sniffType(body) === "audio/ogg";
    return isSpeech
      ? good("speech", {
          en: `${settings.model} at ${host} speaks answers.`,
          zh: `${host} 的 ${settings.model} 可以朗读回复。`,
        })
      : without(host, status < 300 ? "no OGG" : String(status));
  } catch (error) {
    if (error instanceof OutboundFailure) return without(host, error.code);
    throw error;
  } finally {
    await http.close();
  }
}

const without = (host: string, why: string): Finding =>
  note(
    "speech",
    {
      en: `${host} does not speak (${why}); answers stay text.`,
      zh: `${host} 不能朗读（${why}）；回复只有文字。`,
    },
    {
      en: "Check `voice.speech_model`, `voice.speech_voice` and `voice.api_key`.",
      zh: "请检查 `voice.speech_model`、`voice.speech_voice` 和 `voice.api_key`。",
    },
  );
