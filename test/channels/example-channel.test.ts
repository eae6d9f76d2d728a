import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { channels } from "../../src/channels/list.ts";
import { channelFindings, vendorFindings } from "../../src/cli/doctor/channels.ts";
import { type Config, ConfigError, loadConfig } from "../../src/config.ts";
import { configSecrets, describeConfig } from "../../src/config/secrets.ts";
import { weakPoints } from "../../src/config/weak-points.ts";
import { type App, startApp } from "../../src/main.ts";
import { callServer } from "../support/api.ts";
import { bodyOf, loopbackServers } from "../support/loopback-server.ts";
import { createMigratedDatabase } from "../support/postgres.ts";
import { pager } from "./example-channel/descriptor.ts";

/** How a channel is added: its folder, and this line. */
const channelList = [...channels, pager];

const secret = "a-secret-of-the-pager";
const operatorToken = "a-token-for-tests-that-is-long-enough-to-pass";
const on = {
  MEANWHILE_CHANNELS__PAGER__ENABLED: "true",
  MEANWHILE_CHANNELS__PAGER__WEBHOOK_SECRETS: secret,
  MEANWHILE_CHANNELS__PAGER__API_TOKEN: "a-token-of-the-pager",
};
const load = (env: Record<string, string>, file = ""): Config =>
  loadConfig({ env, cwd: "/srv", readFile: () => file, channels: channelList });

describe("the settings of a channel that was added by one line", () => {
  it("the settings of a channel that was added by one line are read, validated, masked and judged like those of any other channel", () => {
    const config = load(on);
    expect(config.channels).toMatchObject({ pager: { enabled: true, busy_policy: "queue" } });
    expect(configSecrets(config, channelList)).toEqual(
      expect.arrayContaining([secret, "a-token-of-the-pager"]),
    );
    expect(JSON.stringify(describeConfig(config, channelList))).not.toMatch(/of-the-pager/);
    const short = load({ ...on, MEANWHILE_CHANNELS__PAGER__WEBHOOK_SECRETS: "twelve-chars" });
    expect(weakPoints(short, channelList).map(({ says }) => says.en)).toEqual([
      expect.stringContaining("channels.pager.webhook_secrets"),
    ]);
  });

  it("the settings of a channel that was added by one line are refused with a sentence where they are wrong", () => {
    expect(() => load({ MEANWHILE_CHANNELS__PAGER__ENABLED: "true" })).toThrow(
      /`channels.pager` is enabled but has no `webhook_secrets`/,
    );
    expect(() => load({}, "channels: { pager: { api_tokn: x } }")).toThrow(
      /Did you mean `channels.pager.api_token`\?/,
    );
    expect(() => loadConfig({ env: on, cwd: "/srv", readFile: () => "" })).toThrow(ConfigError);
  });
});

describe("the product with a channel that was added by one line", () => {
  const servers = loopbackServers();
  const sent: unknown[] = [];
  const arrived = Promise.withResolvers<void>();
  let config: Config;
  let app: App;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const vendor = await servers.serve((request, response) => {
      void bodyOf(request).then((body) => {
        if (request.url === "/pages") {
          sent.push(JSON.parse(body));
          arrived.resolve();
        }
        response.end("{}");
      });
    });
    const database = await createMigratedDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), "meanwhile-pager-"));
    const { host, port, user, database: name } = database.connection;
    config = load({
      ...on,
      MEANWHILE_CHANNELS__PAGER__API_BASE_URL: vendor,
      MEANWHILE_CHANNELS__PAGER__ALLOWED_HOSTS: new URL(vendor).host,
      MEANWHILE_PORT: "0",
      MEANWHILE_DATA: dataDir,
      MEANWHILE_OPERATOR_TOKEN: operatorToken,
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`,
    });
    app = await startApp({
      config,
      channelList,
      logStream: { write: () => true },
      command: "test",
      pageDir: dataDir,
    });
    close = async () => {
      await app.close();
      await servers.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    };
  });
  afterAll(() => close());

  const call = (path: string, options: Parameters<typeof callServer>[2] = {}) =>
    callServer(Number(new URL(app.url).port), path, options);

  it("the product with a channel that was added by one line takes a message by its webhook, answers it, and refuses one without the secret", async () => {
    const message = { id: "1", from: "555", text: "remind me tomorrow at 3pm to call Ann" };
    const post = (headers: Record<string, string>) =>
      call("/webhooks/pager", { method: "POST", json: message, headers });
    expect((await post({})).status).toBe(401);
    expect((await post({ "x-pager-secret": secret })).status).toBe(200);
    await arrived.promise;
    expect(sent[0]).toMatchObject({ to: "555", text: expect.stringContaining("call Ann") });
  });

  it("a channel that was added by one line is checked by the doctor", async () => {
    expect(await vendorFindings({ config, channelList, holder: undefined })).toMatchObject([
      { name: "pager", status: "ok" },
    ]);
    expect(channelFindings({ config, channelList }).map(({ name }) => name)).toContain(
      "channel pager",
    );
  });

  it("a channel that was added by one line is listed for the page, with its words and its address, and pairs people there", async () => {
    const token = operatorToken;
    expect((await call("/api/channels/apps", { token })).json).toMatchObject({
      channels: expect.arrayContaining([
        expect.objectContaining({
          channel: "pager",
          name: { en: "Pager", zh: "寻呼机" },
          troubles: { battery: { en: "The battery is empty.", zh: "电池没电了。" } },
        }),
      ]),
      apps: expect.arrayContaining([
        expect.objectContaining({ name: "pager", addresses: ["/webhooks/pager"] }),
      ]),
    });
    expect((await call("/api/channels/setup", { token })).json).toMatchObject({
      webhooks: [expect.objectContaining({ path: "/webhooks/pager" })],
    });
    const pairing = { method: "POST", token, json: { channel: "pager" } };
    expect((await call("/api/pairings", pairing)).status).toBe(201);
  });
});
