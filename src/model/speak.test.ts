import { afterEach, beforeEach, expect, it } from "vitest";
import { loopbackServers } from "../../test/support/loopback-server.ts";
import { silentLog } from "../../test/support/silent-log.ts";
import { type SpeechServer, startSpeechServer } from "../../test/vendors/speech-server.ts";
import { systemClock } from "../cli/system.ts";
import { safeHttp } from "../outbound/safe-fetch.ts";
import { createSpeaker } from "./speak.ts";

const servers = loopbackServers();
const never = new AbortController().signal;
let http: ReturnType<typeof safeHttp>;
let server: SpeechServer;
beforeEach(async () => {
  http = safeHttp({ clock: systemClock });
  server = await startSpeechServer(servers, { key: "a-key" });
});
afterEach(async () => {
  await http.close();
  await servers.close();
  expect(server.violations).toEqual([]);
});
const speak = (more: object = {}) =>
  createSpeaker({
    http,
    log: silentLog,
    settings: { baseUrl: server.url, apiKey: "a-key", model: "tts-1", voice: "alloy", ...more },
  }).speak("Call Ann.", never);

it("words go to the server with its model and voice, and come back as a voice message", async () => {
  expect(Buffer.from((await speak()) ?? []).toString()).toBe("OggS sound");
  expect(server.spoken).toEqual([
    { model: "tts-1", voice: "alloy", input: "Call Ann.", response_format: "opus" },
  ]);
});

it.each([
  [500, "{}"],
  [200, "<html>"],
  [200, ""],
  [302, "OggS elsewhere"],
])(
  "an answer %i %s of the server for speech means that there is no sound",
  async (status, body) => {
    server.plan.push({ status, body });
    expect(await speak()).toBeUndefined();
  },
);

it("an answer stays text when the server for speech is away, or refuses the key", async () => {
  expect(await speak({ apiKey: "other" })).toBeUndefined();
  expect(await speak({ baseUrl: "http://127.0.0.1:9/v1" })).toBeUndefined();
});
