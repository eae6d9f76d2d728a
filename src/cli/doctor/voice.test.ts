import { afterEach, expect, it } from "vitest";
import { loopbackServers } from "../../../test/support/loopback-server.ts";
import { startSpeechServer } from "../../../test/vendors/speech-server.ts";
import { loadConfig } from "../../config.ts";
import { speechFinding } from "./speech.ts";
import { voiceFinding } from "./voice.ts";

const servers = loopbackServers();
afterEach(() => servers.close());

const load = (voice: object) =>
  loadConfig({ env: {}, cwd: "/srv", readFile: () => JSON.stringify({ voice }) });

it("the doctor lets the server for speech hear silence, and says why voice messages stay files", async () => {
  const server = await startSpeechServer(servers, { key: "a-key" });
  const ask = (more: object) =>
    voiceFinding({ config: load({ base_url: server.url, api_key: "a-key", ...more }) });
  expect(await ask({})).toMatchObject({ name: "voice", status: "ok" });
  expect(server.heard[0]).toMatchObject({ name: "voice.wav", model: "whisper-1" });
  expect(server.heard[0]?.bytes).toHaveLength(44 + 6_400);
  expect(await ask({ api_key: "other" })).toMatchObject({
    status: "warn",
    says: { en: expect.stringContaining("(401)") },
  });
  expect(await ask({ base_url: "http://127.0.0.1:9/v1" })).toMatchObject({ status: "warn" });
  expect(await voiceFinding({ config: load({}) })).toBeUndefined();
  expect(server.violations).toEqual([]);
});

it("the doctor lets the server for speech say a word, and says why answers stay text", async () => {
  const server = await startSpeechServer(servers, { key: "a-key" });
  const voice = { base_url: server.url, api_key: "a-key", speech_model: "tts-1" };
  const ask = (more: object) => speechFinding({ config: load({ ...voice, ...more }) });
  expect(await ask({})).toMatchObject({ name: "speech", status: "ok" });
  expect(await ask({ api_key: "other" })).toMatchObject({
    status: "warn",
    says: { en: expect.stringContaining("(401)") },
  });
  server.plan.push({ status: 200, body: "RIFF….WAVE" });
  expect(await ask({})).toMatchObject({ says: { en: expect.stringContaining("(no OGG)") } });
  expect(await ask({ base_url: "http://127.0.0.1:9/v1" })).toMatchObject({ status: "warn" });
  expect(await speechFinding({ config: load({ base_url: server.url }) })).toBeUndefined();
});
