import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { callServer, type Reply } from "../support/api.ts";
import { type Instance, startInstance } from "../support/instance.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { createMigratedDatabase } from "../support/postgres.ts";
import { startWebhookReceiver } from "../vendors/webhook-receiver.ts";
import { ownersConnection } from "../../src/store/database/owner.ts";

const servers = loopbackServers();
afterAll(() => servers.close());
const token = "a-token-for-tests-that-is-long-enough-to-pass";
const portOf = ({ url }: Instance): number => Number(new URL(url).port);

it(
  "a product that is killed while it calls a webhook loses no event: each is sent again under its id",
  { timeout: 600_000 },
  async () => {
    const receiver = await startWebhookReceiver(servers, () => Date.now());
    const database = await createMigratedDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), "meanwhile-webhooks-"));
    const { host, port, user, database: name } = database.connection;
    const env = {
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`,
      MEANWHILE_OPERATOR_TOKEN: token,
    };
    const start = (): Promise<Instance> => startInstance({ dataDir, env });
    let instance = await start();
    const post = (path: string, json: object): Promise<Reply> =>
      callServer(portOf(instance), path, { method: "POST", json, token });
    try {
      const made = await post("/api/webhooks", { url: receiver.url, types: ["reminder.done"] });
      receiver.secrets.push((made.json as { secret: string }).secret);
      const items = Array.from({ length: 5 }, (_, nth) => ({
        operation: "create",
        content: `water plant ${nth}`,
        kind: "no_trigger_time",
      }));
      await post("/api/reminders/batch", { items });
      const listed = await callServer(portOf(instance), "/api/reminders", { token });
      const { reminders } = listed.json as { reminders: { id: string }[] };
      receiver.fates.push("held");
      for (const { id } of reminders) await post(`/api/reminders/${id}/complete`, {});
      // The first call is under way, the others wait behind it.
      await expect.poll(() => receiver.calls.length, { timeout: 20_000 }).toBe(1);
      await instance.end("SIGKILL");
      // The test does not wait until the dead one is missed.
      await ownersConnection(database.connection, (sql) =>
        sql.rows("update webhook_call set lease_until = now() where lease_until is not null"),
      );
      instance = await start();
      await expect.poll(() => receiver.taken.length, { timeout: 60_000 }).toBe(5);
      expect(receiver.violations).toEqual([]);
      expect(receiver.calls.filter(({ id }) => id === receiver.calls[0]?.id)).toHaveLength(2);
      expect(new Set(receiver.taken.map(({ body }) => JSON.stringify(body.data))).size).toBe(5);
    } finally {
      await instance.end("SIGKILL");
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
