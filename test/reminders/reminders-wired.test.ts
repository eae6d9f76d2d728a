import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { defaultPageDir, startApp } from "../../src/main.ts";
import { openPostgres } from "../../src/store/database/postgres-database.ts";
import { freshDatabase } from "../support/postgres.ts";
import { remind } from "../support/reminder-lab.ts";
import { silentLog } from "../support/silent-log.ts";

const token = "an-operator-token-for-this-test";

it("reminders fire in the whole product while background chores are switched off", async () => {
  const fresh = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "meanwhile-reminders-"));
  const { host, port, user, database } = fresh.connection;
  const env = {
    DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    MEANWHILE_PORT: "0",
    MEANWHILE_DATA: dataDir,
    MEANWHILE_OPERATOR_TOKEN: token,
    MEANWHILE_LOG__LEVEL: "error",
    MEANWHILE_WORKERS__BACKGROUND: "false",
  };
  const config = loadConfig({ env, cwd: dataDir, readFile: () => undefined });
  const app = await startApp({
    config,
    logStream: { write: () => undefined },
    command: "test",
    pageDir: defaultPageDir,
  });
  const db = openPostgres(fresh.connection, { poolSize: 2, log: silentLog });
  onTestFinished(async () => {
    await db.close();
    await app.close();
    await fresh.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const call = async <T>(path: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const asked =
      body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
    return (await (await fetch(`${app.url}${path}`, asked)).json()) as T;
  };
  const { id: conversationId } = await call<{ id: string }>("/api/conversations", {});
  const [talk] = await db.rows<{ account_id: string }>(
    "select account_id from conversation where id = $1",
    [conversationId],
  );
  const accountId = talk?.account_id ?? "";
  // Set a minute ago for half a minute ago: it is due at once, whatever the clock says.
  const now = Date.now() - 60_000;
  await remind(db, {
    accountId,
    conversationId,
    content: "drink water",
    at: new Date(now + 30_000).toISOString().slice(0, 19),
    now,
  });
  const listTexts = async (): Promise<string[]> => {
    const { messages } = await call<{ messages: { text: string }[] }>(
      `/api/conversations/${conversationId}/messages`,
    );
    return messages.map(({ text }) => text);
  };
  let heard: string[] = [];
  while (heard.length === 0) heard = await listTexts();
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatch(/^⏰ .*drink water/);
});
