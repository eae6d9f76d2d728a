import { afterEach, beforeEach, expect, it } from "vitest";
import { loopbackServers } from "../../test/support/loopback-server.ts";
import { silentLog } from "../../test/support/silent-log.ts";
import { type SpeechServer, startSpeechServer } from "../../test/vendors/speech-server.ts";
import { systemClock } from "../cli/system.ts";
import { safeHttp } from "../outbound/safe-fetch.ts";
import { createTranscriber } from "./transcribe.ts";

const servers = loopbackServers();
const never = new AbortController().signal;
const speech = { bytes: Buffer.from("OggS…"), type: "audio/ogg" };
let http: ReturnType<typeof safeHttp>;
let server: SpeechServer;
beforeEach(async () => {
  http = safeHttp({ clock: systemClock });
  server = await startSpeechServer(servers, { key: "a-key", says: " call Ann \n" });
});
afterEach(async () => {
  await http.close();
  await servers.close();
  expect(server.violations).toEqual([]);
});
const transcriber = (more: object = {}) =>
  createTranscriber({
    http,
    log: silentLog,
    settings: {
      baseUrl: server.url,
      apiKey: "a-key",
      model: "whisper-1",
      timeoutMs: 5_000,
      ...more,
    },
  });

it("a voice message goes to the server as a file with its model, and comes back as text", async () => {
  expect(await transcriber().transcribe(speech, never)).toBe("call Ann");
  expect(server.heard).toEqual([
    { name: "voice.ogg", model: "whisper-1", bytes: Buffer.from(speech.bytes) },
  ]);
});

it("a voice message in a format that such servers do not know, or too large, is not sent", async () => {
  const { transcribe } = transcriber();
  expect(await transcribe({ ...speech, type: "audio/silk" }, never)).toBeUndefined();
  const large = { ...speech, bytes: new Uint8Array(25 * 1024 ** 2 + 1) };
  expect(await transcribe(large, never)).toBeUndefined();
  expect(server.heard).toEqual([]);
});

it.each([
  [500, "{}"],
  [200, "<html>"],
  [200, '{"text":7}'],
  [200, '{"text":" "}'],
  [302, ""],
])(
  "an answer %i %s of the server for speech means that there are no words",
  async (status, body) => {
    server.plan.push({ status, body });
    expect(await transcriber().transcribe(speech, never)).toBeUndefined();
  },
);

it("a server for speech that is away, or that refuses the key, leaves the message a file", async () => {
  expect(await transcriber({ apiKey: "other" }).transcribe(speech, never)).toBeUndefined();
  const away = { baseUrl: "http://127.0.0.1:9/v1" };
  expect(await transcriber(away).transcribe(speech, never)).toBeUndefined();
});
