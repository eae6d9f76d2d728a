import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import { type SendCallback, type WecomApp, wecomApp } from "../vendors/wecom-app.ts";
import type { PushedBubble } from "../vendors/wecom-chats.ts";
import { startWecomServer, type WecomServer } from "../vendors/wecom-server.ts";
import { startWecomSocketServer, type WecomSocketServer } from "../vendors/wecom-socket-server.ts";
import type { CrashInstance } from "./instance.ts";
import { long, useWorlds } from "./use-worlds.ts";
import type { StartOptions, World } from "./world.ts";

const servers: WecomServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.close();
    expect(server.violations).toEqual([]);
  }
});

/** WeCom before an address with several processes behind it: each call goes to the next that lives. */
async function wecomAt(
  world: World,
  behind: () => readonly CrashInstance[],
  more: Readonly<Record<string, string>> = {},
) {
  const server = await startWecomServer(systemClock);
  servers.push(server);
  let calls = 0;
  const sendCallback: SendCallback = async ({ path, query, body }) => {
    const living = behind().filter(({ alive }) => alive);
    const url = living[(calls += 1) % living.length]?.url;
    const answer = await fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, {
      method: "POST",
      body,
    });
    return { status: answer.status, body: await answer.text() };
  };
  const app = wecomApp({ clock: systemClock, server, sendCallback });
  const prefix = "MEANWHILE_CHANNELS__WECOM__";
  const env = {
    [`${prefix}ENABLED`]: "true",
    [`${prefix}TOKEN`]: "tOken_for_tests_01",
    [`${prefix}ENCODING_AES_KEY`]: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ",
    [`${prefix}API_BASE_URL`]: server.url,
    [`${prefix}ALLOWED_HOSTS`]: "127.0.0.1",
    ...more,
  };
  const start = (how: StartOptions = {}): Promise<CrashInstance> => world.start({ ...how, env });
  return { app, server, start };
}

const pollUntil = (world: World, app: WecomApp, done: () => boolean): Promise<void> =>
  world.until(async () => {
    await app.poll();
    return done();
  });

describe(
  "complaint 5, defect 10: WeCom goes on asking while processes are killed",
  { concurrent: true, timeout: 600_000 },
  () => {
    const inWorld = useWorlds();
    const zhang = { userid: "zhangsan" };

    it("complaint 5, defect 10: two gateways behind one address answer with one stream, which another worker ends under the same id", () =>
      inWorld(async (world) => {
        const gateways: CrashInstance[] = [];
        const { app, server, start } = await wecomAt(world, () => gateways);
        const [worker, ...others] = await Promise.all([
          start({ roles: "worker" }),
          start({ roles: "gateway" }),
          start({ roles: "gateway" }),
        ]);
        gateways.push(...others);
        const bubble = await app.text(zhang, "a1 #hold");
        const { id } = bubble;
        await worker.holding("a1");
        await pollUntil(world, app, () => bubble.content === "thinking about a1");
        await worker.kill();
        await gateways[0]?.kill();
        await app.poll();
        expect([bubble.id, bubble.finished]).toEqual([id, false]);
        const next = await start({ roles: "worker" });
        await world.expireLeases();
        await next.holding("a1");
        next.direct("release a1");
        await pollUntil(world, app, () => bubble.finished);
        expect([bubble.id, bubble.content, app.violations, server.ledger]).toEqual([
          id,
          "re a1",
          [],
          [],
        ]);
        await world.until(async () => (await statuses(world)).join() === "sent");
      }));

    it("complaint 5, defect 10: one process that dies while it sends an answer, and restarts, ends the stream once", () =>
      inWorld(async (world) => {
        const all: CrashInstance[] = [];
        const { app, server, start } = await wecomAt(world, () => all);
        all.push(await start({ failpoint: "outbox.sending" }));
        const bubble = await app.text(zhang, "a1 #plain", { msgid: "CAIQ/1=" });
        await all[0]?.ended;
        all.push(await start());
        await world.expireLeases();
        // The vendor's own retry of a message whose answer it may have missed.
        await app.text(zhang, "a1 #plain", { msgid: "CAIQ/1=" });
        await pollUntil(world, app, () => bubble.finished);
        expect([bubble.content, app.violations, server.ledger]).toEqual(["re a1", [], []]);
        await world.until(async () => (await statuses(world)).join() === "sent");
        expect(await world.db.rows("select 1 from turn")).toHaveLength(1);
      }));
  },
);

describe(
  "complaint 5: the process that holds a long connection is killed",
  { concurrent: true, timeout: 600_000 },
  () => {
    const inWorld = useWorlds();
    const zhang = { userid: "zhangsan" };
    const reply = "aibot_respond_msg";

    /** WeCom's side of the line, which ends with the story: others go on beside it. */
    const withLine = (
      story: (world: World, on: ReturnType<typeof lineAt>) => Promise<void>,
    ): Promise<void> =>
      inWorld(async (world) => {
        const server = await startWecomSocketServer({ clock: systemClock });
        try {
          await story(world, lineAt(world, server));
          expect(server.violations).toEqual([]);
        } finally {
          await server.close();
        }
      });

    function lineAt(world: World, server: WecomSocketServer) {
      server.bot("AIB1", "s3cret");
      const prefix = "MEANWHILE_CHANNELS__WECOM__";
      const env = {
        [`${prefix}ENABLED`]: "true",
        [`${prefix}TRANSPORT`]: "long_connection",
        [`${prefix}BOT_ID`]: "AIB1",
        [`${prefix}SECRET`]: "s3cret",
        [`${prefix}WS_URL`]: server.url,
        [`${prefix}ALLOWED_HOSTS`]: "127.0.0.1",
      };
      const start = (how: StartOptions = {}): Promise<CrashInstance> =>
        world.start({ ...how, roles: "worker", env });
      const says = async (text: string): Promise<PushedBubble> => {
        await world.until(() => server.isLive("AIB1"));
        return server.text(zhang, text) ?? Promise.reject(new Error("nobody holds the bot"));
      };
      return { server, start, says };
    }

    it("complaint 5: a long connection whose process is killed is taken by the next one, which ends the stream under its id; what WeCom had already is not said again", () =>
      withLine(async (world, { server, start, says }) => {
        const first = await start();
        const bubble = await says("a1 #hold");
        await first.holding("a1");
        await world.until(() => bubble.content === "thinking about a1");
        const { id } = bubble;
        const second = await start({ failpoint: "outbox.answered" });
        expect(server.opened).toBe(1);
        await first.kill();
        await world.expireLeases();
        await second.holding("a1");
        second.direct("release a1");
        // It has WeCom's word on the end and dies before it has written that down.
        await second.stopped;
        expect([bubble.finished, bubble.id, bubble.content]).toEqual([true, id, "re a1"]);
        const said = server.frames.filter(({ cmd }) => cmd === reply).length;
        await world.expireLeases();
        await start();
        await world.until(async () => (await statuses(world)).join() === "sent");
        const more = await says("a2 #plain");
        await world.until(() => more.finished && server.isLive("AIB1"));
        expect(
          server.frames.filter(({ cmd, reqId }) => cmd === reply && reqId === bubble.reqId).length,
        ).toBe(said);
        expect([server.opened, server.pushed, more.content]).toEqual([3, [], "re a2"]);
        expect(await world.db.rows("select 1 from turn where status = 'committed'")).toHaveLength(
          2,
        );
      }));
  },
);

/** Leases that outlast every test: whatever goes on after a death goes on because the death was noticed. */
const longLease = { MEANWHILE_TURN__LEASE_SECONDS: "3600" };
/** Promised to people. Noticing takes two to three seconds. */
const soonMs = 5_000;

describe(
  "the end of a process's connection tells the others that it died",
  { concurrent: true, timeout: 600_000 },
  () => {
    const inWorld = useWorlds();
    const zhang = { userid: "zhangsan" };

    it("a callback whose process is killed goes on at once in the other one, and what was read stays until there is more", () =>
      inWorld(async (world) => {
        const all: CrashInstance[] = [];
        const { app, start } = await wecomAt(world, () => all, longLease);
        all.push(await start());
        const bubble = await app.text(zhang, "a1 #hold");
        await all[0]?.holding("a1");
        await pollUntil(world, app, () => bubble.content === "thinking about a1");
        all.push(await start());
        await all[0]?.kill();
        const killedAt = Date.now();
        await all[1]?.holding("a1");
        expect(Date.now() - killedAt).toBeLessThan(soonMs);
        await app.poll();
        expect([bubble.content, bubble.finished]).toEqual([
          expect.stringMatching(/^thinking about a1/),
          false,
        ]);
        all[1]?.direct("release a1");
        await pollUntil(world, app, () => bubble.finished);
        expect([bubble.content, app.violations]).toEqual(["re a1", []]);
      }));

    /** A bot at WeCom's side of a long connection, and the settings that lead there. */
    const withBot = (
      story: (
        world: World,
        on: { server: WecomSocketServer; env: Readonly<Record<string, string>> },
      ) => Promise<void>,
    ): Promise<void> =>
      inWorld(async (world) => {
        const server = await startWecomSocketServer({ clock: systemClock });
        server.bot("AIB1", "s3cret");
        const prefix = "MEANWHILE_CHANNELS__WECOM__";
        const env = {
          ...longLease,
          [`${prefix}ENABLED`]: "true",
          [`${prefix}TRANSPORT`]: "long_connection",
          [`${prefix}BOT_ID`]: "AIB1",
          [`${prefix}SECRET`]: "s3cret",
          [`${prefix}WS_URL`]: server.url,
          [`${prefix}ALLOWED_HOSTS`]: "127.0.0.1",
        };
        try {
          await story(world, { server, env });
          expect(server.violations).toEqual([]);
        } finally {
          await server.close();
        }
      });

    // Both ways to notice a death are those of the callback above, so the long run takes these.
    it.runIf(long)(
      "a long connection whose only process is killed is connected by the next one as soon as it runs, by no lease",
      () =>
        withBot(async (world, { server, env }) => {
          const first = await world.start({ env });
          await world.until(() => server.isLive("AIB1"));
          await first.kill();
          await world.until(() => !server.isLive("AIB1"));
          await world.start({ env });
          const readyAt = Date.now();
          await world.until(() => server.isLive("AIB1"));
          expect(Date.now() - readyAt).toBeLessThan(soonMs);
        }),
    );

    it.runIf(long)(
      "a long connection whose process is killed is connected by the other process soon, which goes on with the answer",
      () =>
        withBot(async (world, { server, env }) => {
          const first = await world.start({ env });
          await world.until(() => server.isLive("AIB1"));
          const bubble = server.text(zhang, "a1 #hold");
          await first.holding("a1");
          await world.until(() => bubble?.content === "thinking about a1");
          const second = await world.start({ env });
          await first.kill();
          const killedAt = Date.now();
          await world.until(() => !server.isLive("AIB1"));
          await world.until(() => server.isLive("AIB1"));
          await second.holding("a1");
          expect(Date.now() - killedAt).toBeLessThan(soonMs);
          second.direct("release a1");
          await world.until(() => bubble?.finished === true);
          expect(bubble?.content).toBe("re a1");
        }),
    );
  },
);

const statuses = async (world: World): Promise<string[]> =>
  (
    await world.db.rows<{ status: string }>("select status from delivery_attempt order by ordinal")
  ).map(({ status }) => status);
