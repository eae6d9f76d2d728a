import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { type App, defaultPageDir, startApp } from "../../src/main.ts";
import { freshDatabase } from "../support/postgres.ts";
import { startModelServer } from "../vendors/model-server.ts";

const operatorToken = "an-operator-token-for-this-test";

interface Own {
  readonly app: App;
  readonly close: () => Promise<void>;
}

/** The whole product on a database and a directory of its own. */
async function startOwn(of: {
  env: Record<string, string>;
  file?: string;
  log?: (line: string) => void;
}): Promise<Own> {
  const fresh = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "meanwhile-wiring-"));
  const { host, port, user, database } = fresh.connection;
  const env = {
    DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    MEANWHILE_PORT: "0",
    MEANWHILE_DATA: dataDir,
    MEANWHILE_OPERATOR_TOKEN: operatorToken,
    MEANWHILE_LOG__LEVEL: "error",
    ...of.env,
  };
  const config = loadConfig({ env, cwd: dataDir, readFile: () => of.file });
  const logStream = { write: (line: string) => of.log?.(line) };
  const app = await startApp({ config, logStream, command: "test", pageDir: defaultPageDir });
  return {
    app,
    close: async () => {
      await app.close();
      await fresh.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

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

describe("the product with a model whose key is refused", () => {
  it("the product with a model whose key is refused says to the person what is wrong, says so once in the log, and stays ready for everything else", async () => {
    const provider = await startModelServer();
    const lines: string[] = [];
    const env = {
      MEANWHILE_MODEL_BASE_URL: provider.baseUrl,
      MEANWHILE_MODEL: "m1",
      MEANWHILE_MODEL_API_KEY: "wrong",
    };
    const own = await startOwn({ env, log: (line) => lines.push(line) });
    onTestFinished(async () => {
      await own.close();
      await provider.close();
    });
    const call = async (path: string, body?: object): Promise<unknown> => {
      const headers = {
        authorization: `Bearer ${operatorToken}`,
        "content-type": "application/json",
      };
      const asked =
        body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
      return (await fetch(`${own.app.url}${path}`, asked)).json();
    };
    expect(await call("/readyz")).toMatchObject({
      ok: true,
      degraded: false,
      checks: { model: "ok" },
    });
    const { id } = (await call("/api/conversations", {})) as { id: string };
    const replies = async (): Promise<string[]> => {
      const { messages } = (await call(`/api/conversations/${id}/messages`)) as {
        messages: { direction: string; text: string }[];
      };
      return messages.filter(({ direction }) => direction === "outbound").map(({ text }) => text);
    };
    for (const count of [1, 2]) {
      await call(`/api/conversations/${id}/messages`, { text: "hello", client_id: `c${count}` });
      await expect.poll(replies, { timeout: 15_000 }).toHaveLength(count);
    }
    expect((await replies())[0]).toMatch(/does not accept the key.*operator of this server/);
    expect(await call("/readyz")).toMatchObject({
      ok: true,
      degraded: true,
      checks: { database: "ok", model: "key_refused" },
    });
    expect(lines.filter((line) => line.includes('"reason":"key_refused"'))).toHaveLength(1);
  });
});

describe("the product with every channel switched on", () => {
  let own: Own;
  let app: App;

  beforeAll(async () => {
    own = await startOwn({ env: {}, file: settings });
    app = own.app;
  });
  afterAll(() => own.close());

  const status = async (path: string, init: RequestInit = {}): Promise<number> =>
    (await fetch(`${app.url}${path}`, init)).status;
  const json = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };

  it("the product takes what has WhatsApp's signature and nothing else", async () => {
    expect(
      await status(
        "/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=a-token-to-verify&hub.challenge=42",
      ),
    ).toBe(200);
    expect(
      await status("/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=wrong&hub.challenge=42"),
    ).toBe(403);
    expect(await status("/webhooks/whatsapp", json)).toBe(401);
  });

  it("the product says for a channel that is not set up that it is not", async () => {
    const reply = await fetch(`${app.url}/webhooks/wechat/personal`, json);
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { error: { code: "unsupported_provider" } },
    ]);
  });

  it("the product takes what Evolution sends with its secret and nothing else", async () => {
    expect(await status("/webhooks/evolution", json)).toBe(401);
    expect(
      await status("/webhooks/evolution", {
        ...json,
        headers: { ...json.headers, "x-webhook-secret": "a-secret-of-the-webhook" },
      }),
    ).not.toBe(401);
  });

  it("the product leaves the operator's language to the browser unless the settings name one", async () => {
    const answer = await fetch(`${app.url}/api/session`, {
      headers: { authorization: `Bearer ${operatorToken}` },
    });
    expect(await answer.json()).toMatchObject({ role: "operator", account: { language: null } });
  });

  it("the product lets only a person who is signed in link a WeChat", async () => {
    expect(await status("/api/channels/wechat/login", json)).toBe(401);
    expect(
      await status("/api/channels/wechat/login/nothing", {
        headers: { authorization: `Bearer ${operatorToken}` },
      }),
    ).toBe(400);
  });
});
