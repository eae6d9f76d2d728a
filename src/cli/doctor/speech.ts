import { type Finding, good, note } from "../../domain/finding.ts";
import { sniffType } from "../../domain/ports/media.ts";
import { speechSettings } from "../../main/settings.ts";
import { speechCall } from "../../model/speak.ts";
import { askOnce } from "./ask-once.ts";
import type { Examined } from "./examined.ts";

/** Only where it is switched on. The server says one word. */
export async function speechFinding({
  config,
}: Pick<Examined, "config">): Promise<Finding | undefined> {
  const settings = speechSettings(config);
  if (settings === undefined) return undefined;
  const { host } = new URL(settings.baseUrl);
  return askOnce(speechCall(settings, "OK"), {
    onAnswer({ status, body }) {
      const isSpeech = status < 300 && sniffType(body) === "audio/ogg";
      return isSpeech
        ? good("speech", {
            en: `${settings.model} at ${host} speaks answers.`,
            zh: `${host} 的 ${settings.model} 可以朗读回复。`,
          })
        : without(host, status < 300 ? "no OGG" : String(status));
    },
    onFailure: (code) => without(host, code),
  });
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
