import { describe, expect, it } from "vitest";
import type { FailpointName } from "../../src/domain/ports/failpoints.ts";
import { endsWell, long, listSeen, useWorlds } from "./use-worlds.ts";

describe("several processes on one database", { concurrent: true, timeout: 600_000 }, () => {
  const inWorld = useWorlds();

  it("a process that is killed in the middle of a turn is replaced by another, which answers once", () =>
    inWorld(async (world) => {
      const [first, second] = await Promise.all([world.start(), world.start({ roles: "gateway" })]);
      await world.say("a1 #hold #stage", { to: second });
      await first.holding("a1");
      await first.kill();
      const third = await world.start({ roles: "worker" });
      await world.expireLeases();
      await third.holding("a1");
      third.direct("release a1");
      await endsWell(world);
      expect(listSeen(world, "ada")).toEqual(["re a1"]);
    }));

  it("a lease that runs out by itself is enough: its holder's end need not be noticed", () =>
    inWorld(async (world) => {
      const brief = { MEANWHILE_TURN__LEASE_SECONDS: "3" };
      const first = await world.start({ failpoint: "turn.started", env: brief });
      await world.post1({ id: "a-1", channel: "post", from: "ada", text: "a1 #plain" }, first);
      await first.ended;
      const second = await world.start({ env: brief });
      await world.post.until(() => world.post.ledger.length === 1);
      expect(second.said.filter(({ at }) => at === "turn")).toHaveLength(1);
      await endsWell(world);
    }));

  /** Where it sleeps, what the others can do meanwhile. Inside a transaction they wait until the database cuts it off. */
  const pauses: readonly FailpointName[] = [
    "turn.before_commit",
    "turn.committing",
    "outbox.answered",
    ...(long
      ? ([
          "turn.claimed",
          "outbox.sending",
          "turn.started",
          "turn.model_called",
          "turn.chunk_shown",
          "turn.staged",
          "turn.committed",
          "outbox.recorded",
        ] as const)
      : []),
  ];
  it.each(pauses)(
    "a process that sleeps at %s longer than its lease writes nothing when it wakes",
    (point) =>
      inWorld(async (world) => {
        const sleeper = await world.start({ failpoint: `${point}:1:pause` });
        await world.say("a1 #stage", { channel: "parcel", to: sleeper });
        await sleeper.stopped;
        await world.start();
        // Waits for a row that the sleeper has locked: until the database cuts it off.
        await world.expireLeases();
        await world.calm();
        const story = () =>
          world.db.rows(
            "select e.id, e.kind from event_log e join conversation c on c.id = e.conversation_id where c.peer = 'ada'",
          );
        const before = await story();
        sleeper.signal("SIGCONT");
        // Asked to end, it finishes what it has in hand first: what it was going to write is written by then, or never.
        expect(await sleeper.stop()).toMatchObject({ code: 0 });
        expect(await story()).toEqual(before);
        await endsWell(world);
        expect(listSeen(world, "ada")).toEqual(["re a1"]);
      }),
  );

  it("a process that sleeps in the middle of accepting keeps no message from the others: the vendor's next try gets through", () =>
    inWorld(async (world) => {
      const sleeper = await world.start({ failpoint: "accept.before_commit:2:pause" });
      await world.say("a1 #plain", { to: sleeper });
      await world.calm();
      const posted = { id: "a-2", channel: "post", from: "ada", text: "a2 #plain" };
      const slow = world.post1(posted, sleeper);
      await sleeper.stopped;
      const other = await world.start();
      await world.until(async () => (await world.post1(posted, other)).answer !== undefined);
      sleeper.signal("SIGCONT");
      expect((await slow).status).toBe(503);
      await endsWell(world);
      expect(listSeen(world, "ada")).toEqual(["re a1", "re a2"]);
    }));
});
