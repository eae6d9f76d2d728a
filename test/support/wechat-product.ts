import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../src/config.ts";
import type { Skill } from "../../src/domain/skill.ts";
import { type App, startApp } from "../../src/main.ts";
import { readAsReader } from "../../src/store/database/reader.ts";
import { type WechatConnector, wechatConnector } from "../vendors/wechat-connector.ts";
import { callServer, type CallOptions, type Reply } from "./api.ts";
import { loopbackServers } from "./loopback-server.ts";
import { createMigratedDatabase } from "./postgres.ts";

const operatorToken = "a-token-for-tests-that-is-long-enough-to-pass";

/** The whole product with personal WeChat through a connector that the test directs. */
export interface WechatProduct {
  readonly app: App;
  readonly connector: WechatConnector;
  /** For commands that work on the same installation. */
  readonly env: Readonly<Record<string, string>>;
  call(path: string, options?: CallOptions): Promise<Reply>;
  /** As the operator. */
  ask(path: string, options?: CallOptions): Promise<Reply>;
  /** A new account, bound to this person unless no wxid is given. */
  account(wxid?: string): Promise<string>;
  /** The rows of one statement, as the reader role sees them. */
  read(sql: string): Promise<readonly (readonly (string | null)[])[]>;
  close(): Promise<void>;
}

export async function startWechatProduct(
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly skills?: readonly Skill[];
  } = {},
): Promise<WechatProduct> {
  const servers = loopbackServers();
  const connector = await wechatConnector(servers);
  const database = await createMigratedDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "meanwhile-wechat-"));
  const { host, port, user, database: name } = database.connection;
  const env = {
    MEANWHILE_PORT: "0",
    MEANWHILE_DATA: dataDir,
    MEANWHILE_OPERATOR_TOKEN: operatorToken,
    MEANWHILE_DEFAULT_LANGUAGE: "zh",
    MEANWHILE_DEFAULT_TIMEZONE: "Asia/Shanghai",
    MEANWHILE_LIMITS__PER_IP_PER_MINUTE: "100000",
    MEANWHILE_LIMITS__PER_ACCOUNT_PER_MINUTE: "100000",
    MEANWHILE_CHANNELS__WECHAT__ENABLED: "true",
    MEANWHILE_CHANNELS__WECHAT__CONNECTOR_SEND_URL: connector.url,
    MEANWHILE_CHANNELS__WECHAT__ALLOWED_HOSTS: "127.0.0.1",
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`,
    ...options.env,
  };
  const app = await startApp({
    config: loadConfig({ env, cwd: dataDir }),
    logStream: { write: () => true },
    command: "test",
    pageDir: dataDir,
    skills: options.skills,
  });
  const call = (path: string, how?: CallOptions): Promise<Reply> =>
    callServer(Number(new URL(app.url).port), path, how);
  const ask = (path: string, how: CallOptions = {}): Promise<Reply> =>
    call(path, { token: operatorToken, ...how });
  return {
    app,
    connector,
    env,
    call,
    ask,
    async account(wxid) {
      const { id } = (
        await ask("/api/accounts", { method: "POST", json: { display_name: "Ming" } })
      ).json as { id: string };
      if (wxid !== undefined)
        await ask(`/api/accounts/${id}/identities`, {
          method: "POST",
          json: { channel: "wechat_personal", subject: wxid },
        });
      return id;
    },
    async read(sql) {
      for await (const answer of readAsReader(app.store.connection, sql)) return answer.rows;
      return [];
    },
    async close() {
      await app.close();
      await servers.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Looks again after every wake-up of the database, so that no test has to sleep. */
export async function eventually(
  { app }: WechatProduct,
  holds: () => Promise<boolean>,
): Promise<void> {
  let ring = (): void => undefined;
  const stop = await app.store.db.listen(() => ring());
  try {
    for (;;) {
      const rung = new Promise<void>((resolve) => (ring = resolve));
      if (await holds()) return;
      await rung;
    }
  } finally {
    await stop();
  }
}
