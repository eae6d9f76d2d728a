import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { channels } from "../../src/channels/list.ts";
import { composeSettings } from "../../src/main/channel-settings.ts";
import { type App, defaultPageDir, startApp } from "../../src/main.ts";
import { freshDatabase } from "../support/postgres.ts";
import { startTelegramServer, type TelegramServer } from "../vendors/telegram/server.ts";

const operatorToken = "an-operator-token-for-this-test";
const bot = "7100000001";

type Fields = Readonly<Record<string, unknown>>;
interface Form {
  readonly name: string;
  readonly is_on: boolean;
  readonly is_forgotten: boolean;
  readonly values: Fields;
  readonly origins: Fields;
  readonly places: Fields;
}

let database: Awaited<ReturnType<typeof freshDatabase>>;
let telegram: TelegramServer;
let app: App;
let other: App;
const lines: string[] = [];
const directories: string[] = [];

async function start(env: Readonly<Record<string, string>> = {}): Promise<App> {
  const dataDir = await mkdtemp(join(tmpdir(), "meanwhile-channel-settings-"));
  directories.push(dataDir);
  const { host, port, user, database: name } = database.connection;
  const config = loadConfig({
    env: {
      DATABASE_URL: `postgresql://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
      MEANWHILE_PORT: "0",
      MEANWHILE_DATA: dataDir,
      MEANWHILE_OPERATOR_TOKEN: operatorToken,
      MEANWHILE_SECRET_KEY: "7".repeat(64),
      MEANWHILE_LOG__LEVEL: "debug",
      MEANWHILE_LIMITS__PER_IP_PER_MINUTE: "100000",
      MEANWHILE_CHANNELS__TELEGRAM__API_BASE_URL: telegram.url,
      MEANWHILE_CHANNELS__TELEGRAM__ALLOWED_HOSTS: "127.0.0.1",
      ...env,
    },
    cwd: dataDir,
    readFile: () => undefined,
  });
  const logStream = { write: (line: string) => lines.push(line) };
  return startApp({ config, logStream, command: "test", pageDir: defaultPageDir });
}

beforeAll(async () => {
  database = await freshDatabase();
  telegram = await startTelegramServer([bot]);
  app = await start();
  other = await start({ MEANWHILE_ROLES: "gateway" });
});
afterAll(async () => {
  await other.close();
  await app.close();
  await telegram.close();
  await database.drop();
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
});

async function call(way: string, body?: object, at: App = app) {
  const [method = "GET", path = ""] = way.split(" ");
  const answer = await fetch(`${at.url}/api/channels/settings${path}`, {
    method,
    headers: { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: JSON.parse(text) as Fields };
}

async function callAddress(method: string, body?: object, at: App = app) {
  const answer = await fetch(`${at.url}/api/server/address`, {
    method,
    headers: { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = (await answer.json()) as Fields;
  return { status: answer.status, json };
}

/** The status of a request under another host name. `fetch` does not let its caller choose it. */
/** Not by a probe, which is answered under any name. */
const statusUnder = (host: string): Promise<number | undefined> =>
  new Promise((done, fail) => {
    get(`${app.url}/openapi.json`, { headers: { host } }, ({ statusCode }) => done(statusCode)).on(
      "error",
      fail,
    );
  });

const readAudit = async (): Promise<string> => {
  const headers = { authorization: `Bearer ${operatorToken}` };
  return (await fetch(`${app.url}/api/audit?limit=100`, { headers })).text();
};

async function readForm(name: string, at: App = app): Promise<Form> {
  const { json } = await call("GET ", undefined, at);
  const found = (json["channels"] as Form[]).find((form) => form.name === name);
  if (found === undefined) throw new Error(`there is no form of ${name}`);
  return found;
}

const pollsBegun = (): number =>
  telegram.calls.filter(({ method }) => method === "getUpdates").length;

describe("a channel's settings in the page", () => {
  it("a channel is tested, switched on, followed by every process, and switched off, without a restart", async () => {
    const wrong = { set: { token: `${bot}:AAanother-token-of-a-bot-9876` } };
    expect((await call("POST /telegram/test", wrong)).text).toContain('"fail"');
    const set = { token: telegram.tokenOf(bot), enabled: true };
    expect((await call("POST /telegram/test", { set })).text).not.toContain('"fail"');
    expect(pollsBegun()).toBe(0);
    expect((await call("POST /telegram", { set })).status).toBe(200);
    await telegram.until(() => pollsBegun() > 0);
    expect(await readForm("telegram")).toMatchObject({
      is_on: true,
      values: { token: { kept: "token" } },
      origins: { token: "page", api_base_url: "settings", access: "default" },
      places: { api_base_url: "MEANWHILE_CHANNELS__TELEGRAM__API_BASE_URL" },
    });
    await expect.poll(async () => (await readForm("telegram", other)).is_on).toBe(true);
    expect((await call("POST /telegram/off", {})).status).toBe(200);
    expect(await readForm("telegram")).toMatchObject({ is_on: false, is_forgotten: true });
    const after = pollsBegun();
    telegram.queue(bot, { message: { text: "anybody?" } });
    expect(telegram.waiting(bot)).toBe(1);
    expect(pollsBegun()).toBe(after);
    await expect.poll(async () => (await readForm("telegram", other)).is_on).toBe(false);
  });

  it("a mistake is named by its field in both languages, and nothing is saved", async () => {
    const short = { set: { encoding_aes_key: "a".repeat(42), token: "x", enabled: true } };
    expect((await call("POST /wecom/check", short)).json).toMatchObject({
      problems: [{ path: "encoding_aes_key", says: { zh: expect.stringContaining("43") } }],
    });
    const app = { set: { corp_id: "company", encoding_aes_key: "a" } };
    expect((await call("POST /wecom_app/check", app)).json).toMatchObject({
      problems: [
        { path: "corp_id", says: { zh: expect.stringContaining("ww") } },
        { path: "encoding_aes_key", says: { zh: expect.stringContaining("43") } },
      ],
    });
    expect((await call("POST /wecom", short)).status).toBe(400);
    expect((await call("POST /wecom", { set: { enabled: true } })).status).toBe(400);
    expect((await call("POST /wecom", { set: { nonsense: 1 } })).status).toBe(400);
    expect((await call("POST /nonsense", { set: {} })).status).toBe(404);
    expect(await readForm("wecom")).toMatchObject({ is_on: false, is_forgotten: false });
  });

  it("a saved secret is shown nowhere, stays with its field, and goes to no other address", async () => {
    const secret = telegram.tokenOf(bot);
    await call("POST /telegram", { set: { token: secret } });
    const elsewhere = { set: { api_base_url: "https://elsewhere.example" } };
    expect((await call("POST /telegram/check", elsewhere)).json).toMatchObject({
      problems: [{ path: "token" }],
    });
    expect((await call("POST /telegram", elsewhere)).status).toBe(400);
    const moved = { set: { allowed_users: [{ kept: "token" }], access: "list" } };
    expect((await call("POST /telegram", moved)).status).toBe(400);
    const texts = [
      (await call("GET ")).text,
      JSON.stringify(await app.store.db.rows("select * from sealed_secret")),
      await readAudit(),
      lines.join("\n"),
    ];
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    expect(texts[2]).toContain("channel_settings_changed");
    expect((await call("DELETE /telegram")).status).toBe(200);
    expect(await readForm("telegram")).toMatchObject({ values: { token: null } });
  });
});

describe("saved settings of channels", () => {
  const settings = loadConfig({ env: {}, cwd: "/srv", readFile: () => undefined });

  it("a section that was read can be read again, for every channel", () => {
    const values = new Map(channels.map(({ name }) => [name, {}]));
    const { config, problems } = composeSettings({ settings, channelList: channels, values });
    expect([...problems]).toEqual([]);
    expect(config.channels).toEqual(settings.channels);
  });

  it("values that can't be used switch their channel off and say so", () => {
    const on = loadConfig({
      env: {
        MEANWHILE_CHANNELS__DISCORD__ENABLED: "true",
        MEANWHILE_CHANNELS__DISCORD__TOKEN: "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.abcdefghijklmnopqrstu",
        MEANWHILE_CHANNELS__WECHAT__ILINK__ENABLED: "true",
      },
      cwd: "/srv",
      readFile: () => undefined,
    });
    const { config, problems } = composeSettings({
      settings: on,
      channelList: channels,
      values: new Map<string, Fields | Error>([
        ["discord", { busy_policy: "another" }],
        ["wechat", new Error("sealed with another key")],
      ]),
    });
    expect([...problems.keys()].toSorted()).toEqual(["discord", "wechat"]);
    expect([config.channels.discord.enabled, config.channels.wechat.ilink.enabled]).toEqual([
      false,
      false,
    ]);
  });
});

describe("the server's public address in the page", () => {
  it("a saved address is in links and callbacks and answered to at once, in every process, and can be forgotten", async () => {
    expect(await callAddress("GET")).toMatchObject({
      json: { in_use: "none", saved: null, configured: null, reach: "machine" },
    });
    expect(await statusUnder("chat.example.org")).toBe(421);
    const saved = await callAddress("POST", { address: "https://chat.example.org/" });
    expect(saved.json).toEqual({
      address: "https://chat.example.org",
      in_use: "page",
      saved: "https://chat.example.org",
      configured: null,
      reach: "internet",
      lacks_proxy: true,
    });
    expect(await statusUnder("chat.example.org")).toBe(200);
    expect(await statusUnder("other.example.org")).toBe(421);
    const headers = { authorization: `Bearer ${operatorToken}` };
    const setup = await fetch(`${app.url}/api/channels/setup`, { headers });
    expect(await setup.json()).toMatchObject({
      public_url: "https://chat.example.org",
      is_public: true,
    });
    await expect
      .poll(async () => (await callAddress("GET", undefined, other)).json["address"])
      .toBe("https://chat.example.org");
    expect(await readAudit()).toContain("public_address_changed");
    expect((await callAddress("DELETE")).json).toMatchObject({ in_use: "none", saved: null });
    expect(await statusUnder("chat.example.org")).toBe(421);
  });

  it("an address that is none, has a path, or makes a channel unsafe is refused and changes nothing", async () => {
    const wrong = [
      "chat.example.org",
      "ftp://chat.example.org",
      "https://chat.example.org/below",
      "https://me:secret@chat.example.org",
    ];
    for (const address of wrong)
      expect(await callAddress("POST", { address })).toMatchObject({
        status: 400,
        json: { error: { code: "invalid_request" } },
      });
    expect((await callAddress("GET")).json).toMatchObject({ in_use: "none" });
  });
});
