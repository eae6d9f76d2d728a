import { describe, expect, it } from "vitest";
import { echoLast, startModelServer } from "../vendors/model-server.ts";
import { say } from "../vendors/model-script.ts";
import { endsWell, listSeen, useWorlds } from "./use-worlds.ts";

describe("a restart", { concurrent: true, timeout: 600_000 }, () => {
  const inWorld = useWorlds();
  const numbers = (count: number): number[] =>
    Array.from({ length: count }, (_, index) => index + 1);

  it.each(["SIGTERM", "SIGKILL"] as const)(
    "a restart by %s with ten messages behind a slow turn leaves all of them answered",
    (signal) =>
      inWorld(async (world) => {
        const first = await world.start();
        await world.say("a0 #hold");
        await first.holding("a0");
        for (const nth of numbers(10)) await world.say(`a${nth} #plain`);
        first.signal(signal);
        await first.ended;
        await world.expireLeases();
        const second = await world.start();
        await second.holding("a0");
        second.direct("release a0");
        const history = await endsWell(world);
        expect(
          history.messages.filter(
            ({ direction, endedAs }) => direction === "inbound" && endedAs === "answered",
          ),
        ).toHaveLength(11);
      }),
  );

  it("a restart with a backlog of thirty messages in three conversations leaves each answered, in its order", () =>
    inWorld(async (world) => {
      const gateway = await world.start({ roles: "gateway" });
      for (const nth of numbers(10))
        await Promise.all(
          ["ada", "bob", "cy"].map((from) =>
            world.say(`${from}${nth} #plain`, { from, to: gateway }),
          ),
        );
      await gateway.kill();
      await world.start();
      await endsWell(world);
      for (const from of ["ada", "bob", "cy"])
        expect(listSeen(world, from).join(" ").match(/\d+/g)?.map(Number)).toEqual(numbers(10));
    }));

  it("a restart that is forced by a second signal, with twelve replies waiting, delivers all of them, once", () =>
    inWorld(async (world) => {
      const held = Promise.withResolvers<void>();
      world.post.plan({ kind: "slow", until: held.promise }, { kind: "slow", until: held.promise });
      const first = await world.start({ env: { MEANWHILE_OUTBOX__CONCURRENCY: "2" } });
      await Promise.all(
        numbers(12).map((nth) =>
          world.say(`m${nth} #plain`, { from: `user${nth}`, channel: "parcel" }),
        ),
      );
      await world.until(
        async () => (await world.db.rows("select 1 from delivery_attempt")).length === 12,
      );
      await world.post.call(1);
      first.signal("SIGTERM");
      await first.heard(({ at }) => at === "ending");
      first.signal("SIGTERM");
      expect(await first.ended).toMatchObject({ code: 143 });
      held.resolve();
      await world.expireLeases();
      await world.start();
      await endsWell(world);
      expect(new Set(world.post.ledger.map(({ letter }) => letter.peer)).size).toBe(12);
      expect(world.post.ledger).toHaveLength(12);
    }));

  it("a restart before the channel is ready keeps a reply that was made meanwhile, which loses no attempt", () =>
    inWorld(async (world) => {
      const first = await world.start({ failpoint: "turn.committed" });
      await world.post1({ id: "a-1", channel: "post", from: "ada", text: "a1 #plain" }, first);
      await first.ended;
      const second = await world.start({ notReady: ["post"] });
      await world.say("b1 #plain", { from: "bob", channel: "parcel" });
      await world.say("a2 #plain");
      await world.until(
        async () =>
          (await world.db.rows("select 1 from delivery_attempt where provider_type = 'post'"))
            .length === 2,
      );
      expect(
        await world.db.rows(
          "select status, retry_attempt from delivery_attempt where provider_type = 'post'",
        ),
      ).toEqual([
        { status: "pending", retry_attempt: 0 },
        { status: "pending", retry_attempt: 0 },
      ]);
      second.direct("ready post");
      await endsWell(world);
      expect(listSeen(world, "ada")).toEqual(["re a1", "re a2"]);
    }));

  it("a restart without the channel keeps its replies, and a later process that has it delivers them", () =>
    inWorld(async (world) => {
      const first = await world.start({ channels: { parcel: "resend" } });
      await world.say("a1 #parts2");
      await world.say("b1 #plain", { from: "bob", channel: "parcel" });
      await world.post.until(() => listSeen(world, "bob").length === 1);
      await world.until(
        async () =>
          (await world.db.rows("select 1 from delivery_attempt where provider_type = 'post'"))
            .length === 1,
      );
      expect(await first.stop()).toMatchObject({ code: 0 });
      await world.start();
      const history = await endsWell(world);
      expect(history.deliveries.map(({ status }) => status)).toEqual(["sent", "sent"]);
    }));

  it("a model which says nothing leads to an apology after a restart, not to silence", () =>
    inWorld(async (world) => {
      const model = await startModelServer({ behaviour: () => say("") });
      try {
        const env = {
          MEANWHILE_MODEL_BASE_URL: model.baseUrl,
          MEANWHILE_MODEL_API_KEY: model.apiKey,
          MEANWHILE_MODEL: "m",
        };
        await world.start({ env });
        await world.say("hello there");
        const history = await endsWell(world);
        expect(history.messages.map(({ endedAs }) => endedAs)).toEqual(["dead_lettered", null]);
        expect(listSeen(world, "ada")).toEqual([expect.stringContaining("no usable answer")]);
      } finally {
        await model.close();
      }
    }));

  it("a turn whose time is over is over after a restart: its late answer is written nowhere", () =>
    inWorld(async (world) => {
      const first = await world.start({ env: { MEANWHILE_TURN__TIMEOUT_SECONDS: "1" } });
      await world.say("a1 #deaf #stage");
      await first.holding("a1");
      await world.post.until(() => world.post.ledger.length === 1);
      first.direct("release a1");
      await first.heard(({ at }) => at === "going_on");
      await world.say("a2 #plain");
      await endsWell(world);
      expect(listSeen(world, "ada")).toEqual([expect.stringContaining("took too long"), "re a2"]);
    }));

  it("a restart in the middle of a model's answer makes the next process ask again and answer once", () =>
    inWorld(async (world) => {
      const held = Promise.withResolvers<void>();
      const model = await startModelServer({ behaviour: echoLast });
      try {
        model.script(
          say(["half an ", "answer"], {
            before: (index) => (index === 1 ? held.promise : Promise.resolve()),
          }),
        );
        const env = {
          MEANWHILE_MODEL_BASE_URL: model.baseUrl,
          MEANWHILE_MODEL_API_KEY: model.apiKey,
          MEANWHILE_MODEL: "m",
        };
        const first = await world.start({ env });
        await world.say("hello there");
        await model.request(0);
        await first.kill();
        await world.expireLeases();
        await world.start({ env });
        await endsWell(world);
        expect(listSeen(world, "ada")).toEqual(["You said: hello there"]);
      } finally {
        held.resolve();
        await model.close();
      }
    }));
});
