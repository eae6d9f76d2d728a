import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { channels } from "../../channels/list.ts";
import { type Config, loadConfig } from "../../config.ts";
import { backupFinding } from "./backups.ts";
import { clockFinding } from "./database.ts";
import { dataFinding, keyFinding, nodeFinding, pageFinding, spaceFinding } from "./machine.ts";
import { echoLast, startModelServer } from "../../../test/vendors/model-server.ts";
import { channelFindings } from "./channels.ts";
import { embeddingsFinding } from "./embeddings.ts";
import { modelFinding, portFinding } from "./outside.ts";
import { keyFile } from "../../store/secrets.ts";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "meanwhile-doctor-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
});

const examine = (env: Record<string, string> = {}): { config: Config; holder: undefined } => ({
  config: loadConfig({ env: { MEANWHILE_DATA: dataDir, ...env }, cwd: "/" }),
  holder: undefined,
});

const findChannels = (
  { config }: { readonly config: Config },
  accounts?: Parameters<typeof channelFindings>[1],
) => channelFindings({ config, channelList: channels }, accounts);

/** A server that answers everything with one answer. */
async function answering(status: number, body = "{}"): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close().closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("WeChat by scanning alone is not called switched off", () => {
  const { config } = examine({ MEANWHILE_CHANNELS__WECHAT__ILINK__ENABLED: "true" });
  const found = findChannels({ config }).find(({ name }) => name === "channel wechat");
  expect(found?.says.en).toBe("By scanning a code only; no external connector.");
});

test("embeddings are looked at where they are switched on; without an answer it is said what happens instead", async () => {
  expect(await embeddingsFinding(examine())).toBeUndefined();
  const at = (url: string) =>
    examine({
      MEANWHILE_MEMORY__EMBEDDINGS: "meaning-1",
      MEANWHILE_MEMORY__EMBEDDINGS_BASE_URL: `${url}/v1`,
    });
  expect(await embeddingsFinding(at(await answering(200)))).toMatchObject({ status: "ok" });
  expect(await embeddingsFinding(at(await answering(404)))).toMatchObject({
    status: "warn",
    says: { en: expect.stringContaining("by words alone") as string },
  });
});

describe("this machine", () => {
  test("the doctor reports a Node that is too old", () => {
    expect(nodeFinding("24.1.0").status).toBe("ok");
    expect(nodeFinding("20.19.0")).toMatchObject({
      status: "fail",
      fix: { en: expect.stringContaining("npm ci") as string },
    });
  });

  test("a data directory for us alone is fine, one that others can enter is not", async () => {
    expect((await dataFinding(examine())).status).toBe("ok");
    await chmod(dataDir, 0o755);
    expect(await dataFinding(examine())).toMatchObject({
      status: "warn",
      fix: { en: `chmod 700 ${dataDir}` },
    });
  });

  test("a data directory that is a file can't be used", async () => {
    const file = join(dataDir, "file");
    await writeFile(file, "");
    expect((await dataFinding(examine({ MEANWHILE_DATA: file }))).status).toBe("fail");
  });

  test("a full disk is reported before it is full", () => {
    expect([50, 500, 50_000].map((free) => spaceFinding("/d", free).status)).toEqual([
      "fail",
      "warn",
      "ok",
    ]);
    expect(spaceFinding("/d", 50_000).says.en).toBe("/d, 49 GB free.");
  });

  test("a page that is not built yet is a note", async () => {
    expect(pageFinding(dataDir).status).toBe("warn");
    await writeFile(join(dataDir, "index.html"), "");
    expect(pageFinding(dataDir).status).toBe("ok");
  });
});

describe("the key for stored secrets", () => {
  test("the key for stored secrets is not missed while nothing is stored, and missed when something is", () => {
    expect(keyFinding(examine(), 0).status).toBe("ok");
    expect(keyFinding(examine(), undefined).status).toBe("ok");
    expect(keyFinding(examine(), 2)).toMatchObject({
      status: "fail",
      says: { en: expect.stringContaining("2 stored secrets") as string },
    });
  });

  test("the key for stored secrets is reported as good, open to others, or not a key", async () => {
    const file = keyFile(dataDir);
    await writeFile(file, `${"ab".repeat(32)}\n`, { mode: 0o600 });
    expect(keyFinding(examine(), 2).status).toBe("ok");
    await chmod(file, 0o644);
    expect(keyFinding(examine(), 2)).toMatchObject({
      status: "warn",
      fix: { en: `chmod 600 ${file}` },
    });
    await writeFile(file, "not a key");
    expect(keyFinding(examine(), 2)).toMatchObject({
      status: "fail",
      says: { en: expect.not.stringContaining("not a key\n") as string },
    });
    await rm(file);
    await mkdir(file);
    expect(keyFinding(examine(), 2).status).toBe("fail");
  });
});

describe("the clock", () => {
  const now = Date.UTC(2026, 0, 5);
  const minutes = (count: number): number => count * 60_000;

  test("this machine's clock must not be behind what has happened already", () => {
    expect(clockFinding({ now, newest: now - minutes(5) }, now).status).toBe("ok");
    expect(clockFinding({ now, newest: null }, now).status).toBe("ok");
    expect(clockFinding({ now, newest: now + minutes(90) }, now)).toMatchObject({
      status: "fail",
      says: {
        en: expect.stringContaining("90 minutes in the future") as string,
        zh: expect.stringContaining("90 分钟") as string,
      },
    });
  });

  test("this machine's clock must not be far from the database's", () => {
    expect(
      [0, 10_000, 120_000].map(
        (apart) => clockFinding({ now: now - apart, newest: null }, now).status,
      ),
    ).toEqual(["ok", "warn", "fail"]);
  });
});

describe("the model", () => {
  const model = (url: string, more: Readonly<Record<string, string>> = {}) =>
    modelFinding(
      examine({
        MEANWHILE_MODEL_BASE_URL: url,
        MEANWHILE_MODEL: "m1",
        MEANWHILE_MODEL_API_KEY: "k",
        ...more,
      }),
    );

  test("a model that is not connected is a note", async () => {
    expect(await modelFinding(examine())).toMatchObject({
      status: "warn",
      fix: { en: expect.stringContaining("Settings → Language model") as string },
    });
  });

  test("a model that answers is well, whether it lists its models or not", async () => {
    expect((await model(await answering(200, '{"data":[{"id":"m1"}]}'))).status).toBe("ok");
    const provider = await startModelServer({ behaviour: echoLast });
    onTestFinished(() => provider.close());
    expect(
      (await model(provider.baseUrl, { MEANWHILE_MODEL_API_KEY: provider.apiKey })).status,
    ).toBe("ok");
    expect(provider.violations).toEqual([]);
  });

  test("a model whose key, name or address is wrong is a fault that says which; one that is busy is a note", async () => {
    const provider = await startModelServer();
    onTestFinished(() => provider.close());
    const refused = await model(provider.baseUrl);
    expect([refused.status, refused.fix?.en, provider.violations]).toEqual([
      "fail",
      "Set MEANWHILE_MODEL_API_KEY.",
      ["the key is wrong"],
    ]);
    provider.script({ kind: "status", status: 404 });
    const unknown = await model(provider.baseUrl, { MEANWHILE_MODEL_API_KEY: provider.apiKey });
    expect([unknown.status, unknown.fix?.en]).toEqual([
      "fail",
      "Check MEANWHILE_MODEL and MEANWHILE_MODEL_BASE_URL.",
    ]);
    expect((await model(await answering(401))).status).toBe("fail");
    expect((await model(await answering(500))).status).toBe("warn");
    expect((await model("http://127.0.0.1:1")).status).toBe("fail");
  });
});

describe("the port", () => {
  test("the doctor tells a free port from one that another program uses", async () => {
    const { port } = new URL(await answering(200));
    expect(await portFinding(examine({ MEANWHILE_PORT: port }))).toMatchObject({
      status: "fail",
      says: { en: expect.stringContaining("EADDRINUSE") as string },
    });
    expect((await portFinding(examine({ MEANWHILE_PORT: "0" }))).status).toBe("ok");
  });

  test("the doctor recognises a port that Meanwhile itself holds by its answer", async () => {
    const { port } = new URL(await answering(200, '{"ok":true}'));
    const byUrl = examine({ MEANWHILE_PORT: port, DATABASE_URL: "postgresql://somewhere/else" });
    expect(await portFinding(byUrl)).toMatchObject({
      status: "ok",
      says: { en: expect.stringContaining("answers at") as string },
    });
  });
});

test("the doctor shows a channel as ready or switched off", () => {
  expect(findChannels(examine())[0]).toMatchObject({
    name: "channel web",
    status: "ok",
    says: { en: "Ready." },
  });
  expect(findChannels(examine({ MEANWHILE_CHANNELS__WEB__ENABLED: "false" }))[0]?.says.en).toBe(
    "Switched off.",
  );
});

test("a login that ended is a fault that says what to do, and replies that no channel takes are worth a note", () => {
  const account = {
    channel: "wechat_personal",
    channelAccount: "connector",
    accountId: null,
    lifecycle: "active",
  } as const;
  const ended = {
    ...account,
    state: "needs_login",
    reason: "session_expired",
    since: "2026-01-05T09:00:00.000Z",
    connectedAt: null,
  } as const;
  const env = {
    MEANWHILE_CHANNELS__WECHAT__ENABLED: "true",
    MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: "long-enough",
  };
  const found = findChannels(examine(env), [ended]);
  expect(found.find(({ name }) => name === "channel wechat")?.status).toBe("warn");
  expect(found.at(-1)).toMatchObject({
    name: "wechat_personal connector",
    status: "fail",
    fix: { en: expect.stringContaining("Log in again") },
  });
});

test("a backup that is missing or old is worth a note that says what to do, and a fresh one is well", () => {
  const now = Date.parse("2026-01-05T09:00:00.000Z");
  const off = examine({ MEANWHILE_BACKUPS__NIGHTLY: "false" });
  const backupAge = (hours: number) => ({
    at: new Date(now - hours * 3_600_000).toISOString(),
    bytes: 2_097_152,
    events: 7,
  });
  expect(backupFinding(examine(), null, now)).toMatchObject({
    status: "warn",
    fix: { en: expect.stringContaining("ten minutes") },
  });
  expect(backupFinding(off, null, now).fix?.en).toContain("npx meanwhile backup");
  expect(backupFinding(examine(), backupAge(6), now)).toMatchObject({
    status: "ok",
    says: { en: "The newest backup is 6 hours old (2.0 MB)." },
  });
  expect(backupFinding(examine(), backupAge(72), now)).toMatchObject({
    status: "warn",
    fix: { en: expect.stringContaining("read the log") },
  });
});
