import { connect } from "node:net";
import { expect, it } from "vitest";
import { webChannel } from "../../src/channels/web/descriptor.ts";
import { systemClock } from "../../src/cli/system.ts";
import { engine as asEngine } from "../../src/domain/principal.ts";
import { openPostgres } from "../../src/store/database/postgres-database.ts";
import {
  codeOf,
  openApi,
  openPostgresStore,
  operatorToken,
  spineEngine,
  textAt,
} from "../support/api.ts";
import { openStream } from "../support/event-stream.ts";
import { openLab } from "../support/lab.ts";
import { proxyTo } from "../support/database-proxy.ts";
import { silentLog } from "../support/silent-log.ts";

it("an API without its database accepts nothing: every route that needs it says 503 and when to come back, and recovers by itself", async () => {
  const store = await openPostgresStore();
  const proxy = await proxyTo(store.connection ?? {});
  const db = openPostgres(proxy.connection, { poolSize: 4, log: silentLog });
  const spine = await openLab({ db, channels: [webChannel()], settings: { work: false } });
  const lab = await openApi({
    db,
    clock: systemClock,
    engine: {
      ...spineEngine(spine.spine),
      ready: () => db.rows("select 1").then(() => ({ ok: true, checks: { database: "ok" } })),
    },
    webhooks: [
      {
        method: "post",
        path: "/webhooks/test",
        handle: async () => {
          await db.rows("select 1");
          return { status: 200, body: "taken", contentType: "text/plain" };
        },
      },
    ],
  });
  const ada = await lab.person();
  const chat = textAt(await ada.call("/api/conversations", { method: "POST", json: {} }), "id");
  const say = (text: string) =>
    ada.call(`/api/conversations/${chat}/messages`, {
      method: "POST",
      json: { text, client_id: text },
    });
  const stream = await openStream({
    port: lab.server.port,
    path: `/api/conversations/${chat}/stream`,
    headers: { Authorization: `Bearer ${ada.token}` },
  });
  await say("before");
  await stream.until((all) => all.length >= 1);

  proxy.cut();
  const attempts = [
    say("meanwhile"),
    lab.call("/webhooks/test", { method: "POST", body: "x" }),
    lab.call("/api/session", { method: "POST", json: { token: ada.token } }),
    lab.call(`/api/conversations/${chat}/stream`, { token: ada.token }),
    lab.call("/api/accounts", { token: operatorToken }),
    lab.call("/readyz"),
  ];
  for (const reply of await Promise.all(attempts))
    expect([reply.status, codeOf(reply), reply.headers["retry-after"]]).toEqual([
      503,
      "unavailable",
      "2",
    ]);
  expect((await lab.call("/healthz")).status).toBe(200);
  expect(lab.lines.some((line) => line.includes('"level":"error"'))).toBe(false);

  proxy.heal();
  expect((await say("meanwhile")).json).toMatchObject({ accepted: true, duplicate: false });
  const events = await stream.until((all) => all.length >= 2);
  expect(events[1]?.data["text"]).toBe("meanwhile");
  stream.close();
  await lab.close();
  await spine.close();
  await db.close();
  await proxy.close();
  await store.close();
});

it("a pool without a free connection is 503 after two seconds, and serves again when one is free", async () => {
  const store = await openPostgresStore();
  const db = openPostgres(store.connection ?? {}, { poolSize: 1, log: silentLog });
  const lab = await openApi({ db });
  const ada = await lab.person();
  const taken = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const hostage = db.transaction(asEngine, async () => {
    taken.resolve();
    await free.promise;
  });
  await taken.promise;
  const reply = await ada.call("/api/session");
  expect([reply.status, codeOf(reply)]).toEqual([503, "unavailable"]);
  free.resolve();
  await hostage;
  expect((await ada.call("/api/session")).status).toBe(200);
  await lab.close();
  await db.close();
  await store.close();
});

it("headers that never end are closed when their time is up", async () => {
  const store = await openPostgresStore();
  const lab = await openApi({ db: store.db, settings: { requestTimeoutMs: 200 } });
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(lab.server.port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString()));
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
    socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
  });
  expect(answer).toContain('"code":"request_timeout"');
  await lab.close();
  await store.close();
});
