import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { type App, defaultPageDir, startApp } from "../../src/main.ts";
import { type FreshDatabase, freshDatabase } from "../support/postgres.ts";

const packaging = join(import.meta.dirname, "..", "..", "packaging");
const operatorToken = "an-operator-token-for-this-test";

describe("a gateway and a worker on one database", () => {
  let fresh: FreshDatabase;
  let dataDir: string;
  const apps: App[] = [];

  const start = async (role: "gateway" | "worker"): Promise<App> => {
    const { host, port, user, database } = fresh.connection;
    const env = {
      DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      MEANWHILE_PORT: "0",
      MEANWHILE_DATA: dataDir,
      MEANWHILE_ROLES: role,
      MEANWHILE_OPERATOR_TOKEN: operatorToken,
      MEANWHILE_LOG__LEVEL: "error",
    };
    const config = loadConfig({ env, cwd: "/", readFile: () => undefined });
    const app = await startApp({
      config,
      logStream: { write: () => true },
      command: "test",
      pageDir: defaultPageDir,
    });
    apps.push(app);
    return app;
  };
  beforeAll(async () => {
    fresh = await freshDatabase();
    dataDir = await mkdtemp(join(tmpdir(), "meanwhile-roles-"));
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await fresh.drop();
    await rm(dataDir, { recursive: true });
  });

  it("a gateway and a worker on one database share the work: the gateway takes a message and the worker answers it", async () => {
    const gateway = await start("gateway");
    const worker = await start("worker");
    const call = async (path: string, body?: unknown) => {
      const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      const answer = await fetch(`${gateway.url}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" },
      });
      return (await answer.json()) as { id: string };
    };
    const { id } = await call("/api/conversations", {});
    const stream = await fetch(`${gateway.url}/api/conversations/${id}/stream`, {
      headers: { authorization: `Bearer ${operatorToken}` },
    });
    await call(`/api/conversations/${id}/messages`, { text: "hello", client_id: "one" });
    let heard = "";
    for await (const chunk of stream.body ?? []) {
      heard += new TextDecoder().decode(chunk);
      if (/"status":"sent"/.test(heard)) break;
    }
    expect(heard).toContain('"state":"replied"');

    expect(worker.operatorLink).toBeUndefined();
    expect((await fetch(`${worker.url}/readyz`)).status).toBe(200);
    expect(
      (
        await fetch(`${worker.url}/api/session`, {
          headers: { authorization: `Bearer ${operatorToken}` },
        })
      ).status,
    ).toBe(404);
    expect((await fetch(`${worker.url}/`)).status).toBe(404);
  });

  it("a gateway and a worker answer every probe that the packaged files ask for, and Prometheus, by a pod's address", async () => {
    const files = ["Dockerfile", "kubernetes/meanwhile.yaml"].map((file) =>
      readFileSync(join(packaging, file), "utf8"),
    );
    const probes = new Set(files.flatMap((text) => text.match(/\/(?:healthz|readyz)\b/g) ?? []));
    expect([...probes].sort()).toEqual(["/healthz", "/readyz"]);
    for (const app of apps) {
      const ask = (path: string): Promise<number> => askAs(`${app.url}${path}`, "10.244.1.7:7788");
      for (const probe of probes) expect(await ask(probe), probe).toBe(200);
      expect(await ask("/metrics"), "a scrape").toBe(200);
    }
  });
});

/** The status of an answer under another name than the address of the call. */
const askAs = (url: string, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${operatorToken}` };
    get(url, { headers }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(answer.statusCode ?? 0));
    }).once("error", reject);
  });
