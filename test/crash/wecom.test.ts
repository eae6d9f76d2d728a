import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import { type Knock, type WecomApp, wecomApp } from "../vendors/wecom-app.ts";
import { startWecomServer, type WecomServer } from "../vendors/wecom-server.ts";
import type { Instance } from "./instance.ts";
import { useWorlds } from "./use-worlds.ts";
import type { StartOptions, World } from "./world.ts";

const servers: WecomServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.close();
    expect(server.violations).toEqual([]);
  }
});

/** WeCom before an address with several processes behind it: each call goes to the next that lives. */
async function wecomAt(world: World, behind: () => readonly Instance[]) {
  const server = await startWecomServer(systemClock);
  servers.push(server);
  let calls = 0;
  const knock: Knock = async ({ path, query, body }) => {
    const living = behind().filter(({ alive }) => alive);
    const url = living[(calls += 1) % living.length]?.url;
    const answer = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, { method: "POST", body });
    return { status: answer.status, body: await answer.text() };
  };
  const app = wecomApp({ clock: systemClock, server, knock });
  const prefix = "MEANWHILE_CHANNELS__WECOM__";
  const env = {
    [`${prefix}ENABLED`]: "true",
    [`${prefix}TOKEN`]: "tOken_for_tests_01",
    [`${prefix}ENCODING_AES_KEY`]: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ",
    [`${prefix}API_BASE_URL`]: server.url,
    [`${prefix}ALLOWED_HOSTS`]: "127.0.0.1",
  };
  const start = (how: StartOptions = {}): Promise<Instance> => world.start({ ...how, env });
  return { app, server, start };
}

const polled = (world: World, app: WecomApp, done: () => boolean): Promise<void> =>
  world.until(async () => {
    await app.poll();
    return done();
  });

describe("complaint 5, defect 10: WeCom goes on asking while processes are killed", { concurrent: true, timeout: 120_000 }, () => {
  const inWorld = useWorlds();
  const zhang = { userid: "zhangsan" };

  it("two gateways behind one address answer with one stream, which another worker ends under the same id", () =>
    inWorld(async (world) => {
      const gateways: Instance[] = [];
      const { app, server, start } = await wecomAt(world, () => gateways);
      const [worker, ...doors] = await Promise.all([start({ roles: "worker" }), start({ roles: "gateway" }), start({ roles: "gateway" })]);
      gateways.push(...doors);
      const bubble = await app.text(zhang, "a1 #hold");
      const { id } = bubble;
      await worker.holding("a1");
      await polled(world, app, () => bubble.content === "thinking about a1");
      await worker.kill();
      await gateways[0]?.kill();
      await app.poll();
      expect([bubble.id, bubble.finished]).toEqual([id, false]);
      const next = await start({ roles: "worker" });
      await world.expireLeases();
      await next.holding("a1");
      next.direct("release a1");
      await polled(world, app, () => bubble.finished);
      expect([bubble.id, bubble.content, app.violations, server.ledger]).toEqual([id, "re a1", [], []]);
      await world.until(async () => (await statuses(world)).join() === "sent");
    }));

  it("one process that dies with the answer in its hand, and comes back, ends the stream, once", () =>
    inWorld(async (world) => {
      const all: Instance[] = [];
      const { app, server, start } = await wecomAt(world, () => all);
      all.push(await start({ failpoint: "outbox.sending" }));
      const bubble = await app.text(zhang, "a1 #plain", { msgid: "CAIQ/1=" });
      await all[0]?.ended;
      all.push(await start());
      await world.expireLeases();
      // The vendor's own retry of a message whose answer it may have missed.
      await app.text(zhang, "a1 #plain", { msgid: "CAIQ/1=" });
      await polled(world, app, () => bubble.finished);
      expect([bubble.content, app.violations, server.ledger]).toEqual(["re a1", [], []]);
      await world.until(async () => (await statuses(world)).join() === "sent");
      expect(await world.db.rows("select 1 from turn")).toHaveLength(1);
    }));
});

const statuses = async (world: World): Promise<string[]> =>
  (await world.db.rows<{ status: string }>("select status from delivery_attempt order by ordinal")).map(({ status }) => status);
