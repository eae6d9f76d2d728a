import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabasePool } from "./crash-database.ts";
import type { CrashInstance } from "./instance.ts";
import { endsWell, listSeen } from "./use-worlds.ts";
import { openWorld, type World } from "./world.ts";

/** All of these happen in one world, each to people of its own; the last one checks what became of everything. */
describe("a stop from another process", { timeout: 600_000 }, () => {
  const stopped = "Stopped.";
  let world: World;
  let gateway: CrashInstance;
  let worker: CrashInstance | undefined;

  beforeAll(async () => {
    world = await openWorld(await createDatabasePool().take());
    gateway = await world.start({ roles: "gateway" });
  });
  afterAll(() => world.close());

  const say = (from: string, text: string) => world.say(text, { from, to: gateway });
  const startWorker = async (failpoint?: string): Promise<CrashInstance> => {
    await worker?.stop();
    return (worker = await world.start({ roles: "worker", failpoint }));
  };
  const useWorker = async (): Promise<CrashInstance> => worker ?? startWorker();
  /** What became of a person's commands and parts, in order. */
  const list = async (column: "staged_command" | "delivery_attempt", from: string) => {
    await world.calm();
    const rows = await world.db.rows<{ status: string }>(
      `select t.status from ${column} t join conversation c on c.id = t.conversation_id where c.peer = $1 order by t.id`,
      [from],
    );
    return rows.map(({ status }) => status);
  };

  it("a stop from another process ends input that no process has taken yet", async () => {
    await say("ada", "a1 #plain");
    expect(await say("ada", "stop")).toMatchObject({ control: "stopped" });
    await useWorker();
    await world.calm();
    expect(listSeen(world, "ada")).toEqual([stopped]);
  });

  it("a stop from another process frees the lane while the turn is between two tools and its skill notices nothing; its late answer is written nowhere", async () => {
    const { holding, direct, heard } = await useWorker();
    await say("bob", "b1 #stage #deaf");
    await holding("b1");
    expect(await say("bob", "stop")).toMatchObject({ control: "stopped" });
    await say("bob", "b2 #plain");
    await world.post.until(() => listSeen(world, "bob").includes("re b2"));
    direct("release b1");
    await heard(({ at, token }) => at === "going_on" && token === "b1");
    await world.calm();
    expect(listSeen(world, "bob")).toEqual([stopped, "re b2"]);
  });

  it("a stop from another process reaches the process that runs the turn, so that it stops paying for a model", async () => {
    const { holding, heard } = await useWorker();
    await say("cy", "c1 #hold");
    await holding("c1");
    await say("cy", "stop");
    expect(await heard(({ at, token }) => at === "going_on" && token === "c1")).toMatchObject({
      aborted: true,
    });
  });

  it("a stop from another process while parts are on their way takes back those that were not handed over", async () => {
    await useWorker();
    await world.calm();
    const held = Promise.withResolvers<void>();
    const before = world.post.calls.length;
    world.post.plan({ kind: "slow", until: held.promise });
    await say("dee", "d1 #parts4");
    await world.post.call(before);
    expect(await say("dee", "stop")).toMatchObject({ control: "stopped" });
    held.resolve();
    expect(await list("delivery_attempt", "dee")).toEqual([
      "sent",
      "withdrawn",
      "withdrawn",
      "withdrawn",
      "sent",
    ]);
    expect(listSeen(world, "dee").at(-1)).toBe(stopped);
  });

  it("a stop from another process followed by a message: in fifty ways to follow each other, no message vanishes", async () => {
    const { holding } = await useWorker();
    const mayBeStopped = new Set<string>();
    const ways = Array.from({ length: 50 }, (_, way) => ({
      from: `user${way}`,
      running: way % 5 !== 0,
      steps: way % 10,
      after: way >= 25,
    }));
    await Promise.all(
      ways.map(async ({ from, running, steps, after }) => {
        await say(from, `${from}-a #hold`);
        if (running) await holding(`${from}-a`);
        const stop = say(from, "stop");
        if (after) await stop;
        // The message follows so many round trips later. One that overtakes a stop of waiting input is waiting input, too.
        for (let step = 0; step < steps; step += 1)
          await (await fetch(`${gateway.url}/healthz`)).text();
        if (!running && !after) mayBeStopped.add(from);
        await Promise.all([stop, say(from, `${from}-b #plain`)]);
      }),
    );
    await world.calm();
    const unanswered = await world.db.rows<{ peer: string }>(
      `select c.peer from message m join conversation c on c.id = m.conversation_id
       where m.text like '%-b #plain' and m.ended_as is distinct from 'answered'`,
    );
    expect(unanswered.filter(({ peer }) => !mayBeStopped.has(peer))).toEqual([]);
  });

  it("a stop from another process holds also against a process that sleeps right before its commit and notices nothing", async () => {
    const sleeper = await startWorker("turn.before_commit:1:pause");
    await say("eve", "e1 #stage");
    await sleeper.stopped;
    expect(await say("eve", "stop")).toMatchObject({ control: "stopped" });
    sleeper.signal("SIGCONT");
    await say("eve", "e2 #plain");
    expect(await list("staged_command", "eve")).toEqual([]);
    expect(listSeen(world, "eve")).toEqual([stopped, "re e2"]);
  });

  it("a stop from another process in the middle of the commit waits for it, and then takes back what was not said yet", async () => {
    const sleeper = await startWorker("turn.committing:1:pause");
    await say("fay", "f1 #stage");
    await sleeper.stopped;
    const stopping = say("fay", "stop");
    sleeper.signal("SIGCONT");
    const stop = await stopping;
    expect(await list("staged_command", "fay")).toHaveLength(1);
    expect(
      stop.kind === "control" && ["stopped", "already_finished"].includes(stop.control ?? ""),
    ).toBe(true);
    expect(listSeen(world, "fay").includes("re f1")).toBe(
      stop.kind === "control" && stop.control === "already_finished",
    );
  });

  it("a stop from another process leaves a history in which every invariant holds", async () => {
    await useWorker();
    await endsWell(world);
  });
});
