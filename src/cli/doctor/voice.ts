import { type Finding, good, note } from "../../domain/finding.ts";
import { voiceSettings } from "../../main/settings.ts";
import { transcriptionCall } from "../../model/transcribe.ts";
import { askOnce } from "./ask-once.ts";
import type { Examined } from "./examined.ts";

const patienceMs = 10_000;

/** Only where it is switched on. The server gets a fifth of a second of silence. */
export async function voiceFinding({
  config,
}: Pick<Examined, "config">): Promise<Finding | undefined> {
  const settings = voiceSettings(config);
  if (settings === undefined) return undefined;
  const { host } = new URL(settings.baseUrl);
  const call = transcriptionCall(settings, { bytes: createSilence(), type: "audio/wav" });
  if (call === undefined) return undefined;
  return askOnce(
    { ...call, timeoutMs: patienceMs },
    {
      onAnswer: ({ status }) =>
        status < 300
          ? good("voice", {
              en: `${settings.model} at ${host} hears voice messages.`,
              zh: `${host} 的 ${settings.model} 可以听写语音消息。`,
            })
          : without(host, String(status)),
      onFailure: (code) => without(host, code),
    },
  );
}

const without = (host: string, why: string): Finding =>
  note(
    "voice",
    {
      en: `${host} does not transcribe (${why}); voice messages stay files.`,
      zh: `${host} 不能听写（${why}）；语音消息只作为文件保存。`,
    },
    {
      en: "Check `voice.base_url`, `voice.name` and `voice.api_key`.",
      zh: "请检查 `voice.base_url`、`voice.name` 和 `voice.api_key`。",
    },
  );

const rate = 16_000;

/** A WAV file: one channel, 16 bits. */
function createSilence(): Uint8Array {
  const data = (rate / 5) * 2;
  const file = Buffer.alloc(44 + data);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(36 + data, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(data, 40);
  return file;
}
