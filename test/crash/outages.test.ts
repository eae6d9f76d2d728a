import { describe, expect, it } from "vitest";
import { type DatabaseProxy, proxyTo } from "../support/database-proxy.ts";
import { endsWell, long, listSeen, useWorlds } from "./use-worlds.ts";
import type { World } from "./world.ts";

describe("when something is away", { concurrent: true, timeout: 600_000 }, () => {
  const inWorld = useWorlds();
  const overProxy = (story: (world: World, proxy: DatabaseProxy) => Promise<void>) =>
    inWorld(async (world) => {
      const proxy = await proxyTo(world.connection);
      try {
        await story(world, proxy);
      } finally {
        await proxy.close();
      }
    });

  it.each(["cut", ...(long ? (["freeze"] as const) : [])] as const)(
    "a database that is away (%s) lets no message be acknowledged; the product says that it is not ready, and goes on by itself afterwards",
    (how) =>
      overProxy(async (world, proxy) => {
        const instance = await world.start({ env: { DATABASE_URL: proxy.url } });
        await world.say("a1 #plain");
        await world.calm();
        proxy[how]();
        const posted = { id: "a-2", channel: "post", from: "ada", text: "a2 #plain" };
        const refused = await Promise.all([1, 2, 3].map(() => world.post1(posted, instance)));
        expect(refused.map(({ status }) => status)).toEqual([503, 503, 503]);
        expect((await fetch(`${instance.url}/readyz`)).status).toBe(503);
        expect((await fetch(`${instance.url}/healthz`)).status).toBe(200);
        proxy.heal();
        await world.until(async () => (await world.post1(posted, instance)).answer !== undefined);
        await endsWell(world);
        expect(listSeen(world, "ada")).toEqual(["re a1", "re a2"]);
      }),
  );

  it("a database that is away while a turn commits makes the turn be done again and answered once", () =>
    overProxy(async (world, proxy) => {
      const instance = await world.start({ env: { DATABASE_URL: proxy.url } });
      await world.say("a1 #hold #stage");
      await instance.holding("a1");
      proxy.cut();
      instance.direct("release a1");
      await instance.heard(({ at }) => at === "going_on");
      proxy.heal();
      await endsWell(world);
      expect(listSeen(world, "ada")).toEqual(["re a1"]);
    }));

  it("a database that is away while a vendor takes a letter records the vendor's verdict when it is back", () =>
    overProxy(async (world, proxy) => {
      const held = Promise.withResolvers<void>();
      world.post.plan({ kind: "slow", until: held.promise });
      await world.start({ env: { DATABASE_URL: proxy.url } });
      await world.say("a1 #plain");
      await world.post.call(0);
      proxy.cut();
      held.resolve();
      await world.post.until(() => world.post.calls[0]?.answered === 200);
      proxy.heal();
      const history = await endsWell(world);
      expect(history.deliveries.map(({ status }) => status)).toEqual(["sent"]);
    }));

  it("a slow vendor gets a letter once, however often two processes look for work", () =>
    inWorld(async (world) => {
      const held = Promise.withResolvers<void>();
      world.post.plan({ kind: "slow", until: held.promise });
      await world.start();
      const second = await world.start();
      await world.say("a1 #plain", { to: second });
      await world.post.call(0);
      for (let look = 0; look < 50; look += 1) await world.sweep();
      await world.say("b1 #plain", { from: "bob", to: second });
      await world.post.until(() => listSeen(world, "bob").length === 1);
      expect(world.post.calls.filter(({ letter }) => letter.peer === "ada")).toHaveLength(1);
      held.resolve();
      await endsWell(world);
      expect(listSeen(world, "ada")).toEqual(["re a1"]);
    }));

  it("a vendor that is away, in every way there is, changes no order, and no person gets a copy without a doubt", () =>
    inWorld(async (world) => {
      world.post.plan(
        { kind: "closed" },
        { kind: "busy", retryAfterSeconds: 1 },
        { kind: "accept_then_500" },
        { kind: "accept" },
        { kind: "accept_then_cut" },
        { kind: "refuse", status: 403 },
      );
      await world.start();
      for (const channel of ["parcel", "post"] as const) {
        await world.say(`${channel}1 #parts4`, { from: channel, channel });
        await world.say(`${channel}2 #plain`, { from: channel, channel });
      }
      await endsWell(world);
    }));
});
