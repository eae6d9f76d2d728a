import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../src/config.ts";
import { type App, defaultPageDir, startApp } from "../src/main.ts";
import { type FreshDatabase, freshDatabase } from "./support/postgres.ts";

const operatorToken = "an-operator-token-for-this-test";
const settings = `
channels:
  wechat: { ilink: { enabled: true } }
  whatsapp:
    enabled: true
    app_secrets: [a-secret-of-the-app]
    verify_tokens: [a-token-to-verify]
    accounts: [{ phone_number_id: "100", access_token: an-access-token }]
  evolution:
    enabled: true
    webhook_secrets: [a-secret-of-the-webhook]
    instances: [{ name: home, api_key: a-key-of-the-api }]
    api_base_url: http://127.0.0.1:9
    allowed_hosts: [127.0.0.1]
`;

describe("the product with every channel switched on", () => {
  let fresh: FreshDatabase;
  let dataDir: string;
  let app: App;

  beforeAll(async () => {
    fresh = await freshDatabase();
    dataDir = await mkdtemp(join(tmpdir(), "meanwhile-wiring-"));
    const { host, port, user, database } = fresh.connection;
    const env = {
      DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      MEANWHILE_PORT: "0",
      MEANWHILE_DATA: dataDir,
      MEANWHILE_OPERATOR_TOKEN: operatorToken,
      MEANWHILE_LOG__LEVEL: "error",
    };
    const config = loadConfig({ env, cwd: dataDir, readFile: () => settings });
    app = await startApp({ config, logStream: { write: () => true }, command: "test", pageDir: defaultPageDir });
  });
  afterAll(async () => {
    await app.close();
    await fresh.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const status = async (path: string, init: RequestInit = {}): Promise<number> => (await fetch(`${app.url}${path}`, init)).status;
  const json = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };

  it("takes what WhatsApp signs and nothing else", async () => {
    expect(await status("/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=a-token-to-verify&hub.challenge=42")).toBe(200);
    expect(await status("/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=wrong&hub.challenge=42")).toBe(403);
    expect(await status("/webhooks/whatsapp", json)).toBe(401);
  });

  it("takes what Evolution sends with its secret and nothing else", async () => {
    expect(await status("/webhooks/evolution", json)).toBe(401);
    expect(
      await status("/webhooks/evolution", { ...json, headers: { ...json.headers, "x-webhook-secret": "a-secret-of-the-webhook" } }),
    ).not.toBe(401);
  });

  it("leaves the operator's language to the browser unless the settings name one", async () => {
    const answer = await fetch(`${app.url}/api/session`, { headers: { authorization: `Bearer ${operatorToken}` } });
    expect(await answer.json()).toMatchObject({ role: "operator", account: { language: null } });
  });

  it("lets only who is signed in link a WeChat", async () => {
    expect(await status("/api/channels/wechat/login", json)).toBe(401);
    expect(await status("/api/channels/wechat/login/nothing", { headers: { authorization: `Bearer ${operatorToken}` } })).toBe(400);
  });
});
