import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Config, loadConfig } from "../../src/config.ts";
import { type App, startApp } from "../../src/main.ts";
import { vendorFindings } from "../../src/cli/doctor/channels.ts";
import { channels } from "../../src/channels/list.ts";
import { callServer } from "../support/api.ts";
import { bodyOf, loopbackServers } from "../support/loopback-server.ts";
import { createMigratedDatabase } from "../support/postgres.ts";
import { createBridge } from "./example-bridge.ts";

const secret = "a-secret-of-a-bridge-for-tests-0001";
const operatorToken = "a-token-for-tests-that-is-long-enough-to-pass";
const servers = loopbackServers();
const shown: { readonly to: string | undefined; readonly text: string }[] = [];
let told: () => void = () => undefined;
let config: Config;
let app: App;
let bridge: ReturnType<typeof createBridge>;
let close: () => Promise<void>;

beforeAll(async () => {
  const address = await servers.serve((request, response) => {
    void bodyOf(request).then(async (body) => {
      const status = await bridge.take(request.headers as Record<string, string>, body);
      response.writeHead(status).end();
    });
  });
  const database = await createMigratedDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "meanwhile-bridge-"));
  const { host, port, user, database: name } = database.connection;
  config = loadConfig({
    cwd: "/srv",
    readFile: () =>
      JSON.stringify({
        channels: {
          bridges: {
            enabled: true,
            allowed_hosts: [new URL(address).host],
            apps: [{ name: "club", secret, send_url: `${address}/send` }],
          },
        },
      }),
    env: {
      MEANWHILE_PORT: "0",
      MEANWHILE_DATA: dataDir,
      MEANWHILE_OPERATOR_TOKEN: operatorToken,
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`,
    },
  });
  app = await startApp({
    config,
    logStream: { write: () => true },
    command: "test",
    pageDir: dataDir,
  });
  bridge = createBridge({
    url: `${app.url}/webhooks/bridge/club`,
    secret,
    show: ({ to, text }) => {
      shown.push({ to: to?.id, text });
      told();
    },
  });
  close = async () => {
    await app.close();
    await servers.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
});
afterAll(() => close());

const untilShown = (count: number): Promise<void> =>
  new Promise((resolve) => {
    told = () => shown.length >= count && resolve();
    told();
  });

const call = (path: string, options: Parameters<typeof callServer>[2] = {}) =>
  callServer(Number(new URL(app.url).port), path, { token: operatorToken, ...options });

it("a bridge of thirty lines pairs a person, takes their message once and shows the answer once", async () => {
  const ada = { id: "@ada:example.org", name: "Ada" };
  expect(await bridge.hear({ id: "1", from: ada, text: "hello" })).toMatchObject({
    accepted: false,
    reason: "identity_pairing_required",
  });
  await untilShown(1);
  expect(shown[0]).toEqual({ to: ada.id, text: expect.stringContaining("pairing code") });
  const { json } = await call("/api/pairings", { method: "POST", json: { channel: "bridges" } });
  await bridge.hear({ id: "2", from: ada, text: (json as { code: string }).code });
  await untilShown(2);
  const wish = { id: "3", from: ada, text: "remind me tomorrow at 3pm to call Ann" };
  expect(await bridge.hear(wish)).toMatchObject({ accepted: true, duplicate: false });
  expect(await bridge.hear(wish)).toMatchObject({ accepted: true, duplicate: true });
  await untilShown(3);
  expect(shown.slice(2)).toEqual([{ to: ada.id, text: expect.stringContaining("call Ann") }]);
});

it("a bridge is checked by the doctor with a signed ping that no person sees", async () => {
  const before = shown.length;
  const findings = await vendorFindings({ config, channelList: channels, holder: undefined });
  expect(findings).toMatchObject([{ name: "bridges club", status: "ok" }]);
  expect(shown).toHaveLength(before);
});

it("the guide shows the bridge of this test, in both languages", () => {
  const here = import.meta.dirname;
  const code = readFileSync(join(here, "example-bridge.ts"), "utf8").trim();
  expect(code.split("\n").length).toBeLessThanOrEqual(36);
  for (const guide of ["webhook.md", "webhook.zh.md"])
    expect(readFileSync(join(here, "../../docs", guide), "utf8")).toContain(code);
});
