import { describe, expect, it } from "vitest";
import { endsWell, listSeen, useWorlds } from "./use-worlds.ts";

describe("a stop from another process", { concurrent: true, timeout: 600_000 }, () => {
  const inWorld = useWorlds();
  const stopped = "Stopped.";

  it("a stop from another process ends input that no process has taken yet", () =>
    inWorld(async (world) => {
      const gateway = await world.start({ roles: "gateway" });
      await world.say("a1 #plain", { to: gateway });
      expect(await world.say("stop", { to: gateway })).toMatchObject({ control: "stopped" });
      await world.start({ roles: "worker" });
      await endsWell(world);
      expect(listSeen(world, "ada")).toEqual([stopped]);
    }));

  it("a stop from another process frees the lane while the turn is between two tools and its skill notices nothing; its late answer is written nowhere", () =>
    inWorld(async (world) => {
      const worker = await world.start({ roles: "worker" });
      const gateway = await world.start({ roles: "gateway" });
      await world.say("a1 #stage #deaf", { to: gateway });
      await worker.holding("a1");
      expect(await world.say("stop", { to: gateway })).toMatchObject({ control: "stopped" });
      await world.say("a2 #plain", { to: gateway });
      await world.post.until(() => listSeen(world, "ada").includes("re a2"));
      worker.direct("release a1");
      await worker.heard(({ at, token }) => at === "going_on" && token === "a1");
      await endsWell(world);
      expect(listSeen(world, "ada")).toEqual([stopped, "re a2"]);
    }));

  it("a stop from another process reaches the process that runs the turn, so that it stops paying for a model", () =>
    inWorld(async (world) => {
      const worker = await world.start({ roles: "worker" });
      const gateway = await world.start({ roles: "gateway" });
      await world.say("a1 #hold", { to: gateway });
      await worker.holding("a1");
      await world.say("stop", { to: gateway });
      expect(await worker.heard(({ at }) => at === "going_on")).toMatchObject({ aborted: true });
      await endsWell(world);
    }));

  it("a stop from another process holds also against a process that sleeps right before its commit and notices nothing", () =>
    inWorld(async (world) => {
      const worker = await world.start({
        roles: "worker",
        failpoint: "turn.before_commit:1:pause",
      });
      const gateway = await world.start({ roles: "gateway" });
      await world.say("a1 #stage", { to: gateway });
      await worker.stopped;
      expect(await world.say("stop", { to: gateway })).toMatchObject({ control: "stopped" });
      worker.signal("SIGCONT");
      await world.say("a2 #plain", { to: gateway });
      const history = await endsWell(world);
      expect(history.commands).toEqual([]);
      expect(listSeen(world, "ada")).toEqual([stopped, "re a2"]);
    }));

  it("a stop from another process in the middle of the commit waits for it, and then takes back what was not said yet", () =>
    inWorld(async (world) => {
      const worker = await world.start({ roles: "worker", failpoint: "turn.committing:1:pause" });
      const gateway = await world.start({ roles: "gateway" });
      await world.say("a1 #stage", { to: gateway });
      await worker.stopped;
      const stopping = world.say("stop", { to: gateway });
      worker.signal("SIGCONT");
      const stop = await stopping;
      const history = await endsWell(world);
      expect(history.commands).toHaveLength(1);
      expect(
        stop.kind === "control" && ["stopped", "already_finished"].includes(stop.control ?? ""),
      ).toBe(true);
      expect(listSeen(world, "ada").includes("re a1")).toBe(
        stop.kind === "control" && stop.control === "already_finished",
      );
    }));

  it("a stop from another process while parts are on their way takes back those that were not handed over", () =>
    inWorld(async (world) => {
      const held = Promise.withResolvers<void>();
      world.post.plan({ kind: "slow", until: held.promise });
      await world.start({ roles: "worker" });
      const gateway = await world.start({ roles: "gateway" });
      await world.say("a1 #parts4", { to: gateway });
      await world.post.call(0);
      expect(await world.say("stop", { to: gateway })).toMatchObject({ control: "stopped" });
      held.resolve();
      const history = await endsWell(world);
      expect(history.deliveries.map(({ status }) => status)).toEqual([
        "sent",
        "withdrawn",
        "withdrawn",
        "withdrawn",
        "sent",
      ]);
      expect(listSeen(world, "ada").at(-1)).toBe(stopped);
    }));

  it("a stop from another process followed by a message: in fifty ways to follow each other, no message vanishes", () =>
    inWorld(async (world) => {
      const { url } = await world.start();
      const mayBeStopped = new Set<string>();
      const ways = Array.from({ length: 50 }, (_, way) => ({
        from: `user${way}`,
        running: way % 5 !== 0,
        steps: way % 10,
        after: way >= 25,
      }));
      await Promise.all(
        ways.map(async ({ from, running, steps, after }) => {
          await world.say(`${from}-a #hold`, { from });
          if (running) await world.holding(`${from}-a`);
          const stop = world.say("stop", { from });
          if (after) await stop;
          // The message follows so many round trips later. One that overtakes a stop of waiting input is waiting input, too.
          for (let step = 0; step < steps; step += 1) await (await fetch(`${url}/healthz`)).text();
          if (!running && !after) mayBeStopped.add(from);
          await Promise.all([stop, world.say(`${from}-b #plain`, { from })]);
        }),
      );
      const history = await endsWell(world);
      const unanswered = history.messages.filter(
        ({ text, endedAs }) => text.endsWith("-b #plain") && endedAs !== "answered",
      );
      expect(unanswered.filter(({ text }) => !mayBeStopped.has(text.split("-b")[0] ?? ""))).toEqual(
        [],
      );
    }));
});
