import type { FailpointName } from "../../src/domain/ports/failpoints.ts";
import type { World } from "./world.ts";

/** What people do while processes die. Each step survives the death of the process that it talks to. */
export interface Scenario {
  readonly name: string;
  run(world: World): Promise<void>;
  /** Points that it passes, and how often at least when nothing dies. */
  passes(point: FailpointName): number;
}

/** Points that are passed only where a person asks to be reminded, and for all that is due at once together. */
export const isOfTimers = (point: FailpointName): boolean => point.startsWith("timers.");

/** Everyone at once: a process that dies, dies in the middle of all of it. */
export const everything: Scenario = {
  name: "all of that at once",
  passes: (point) => (isOfTimers(point) ? 1 : 4),
  async run(world) {
    await Promise.all([
      world.say("a1 #plain"),
      world.say("b1 #parts4", { from: "bob", channel: "parcel" }),
      world.say("c1 #stage", { from: "cy", channel: "parcel" }),
      world.say("d1 #parts2 #stage", { from: "dee" }),
      world.say("f1 #remind", { from: "fay", channel: "parcel" }),
      (async () => {
        await world.say("e1 #hold #stage", { from: "eve" });
        await world.holding("e1");
        await world.say("stop", { from: "eve" });
        await world.say("e2 #stage", { from: "eve" });
      })(),
    ]);
    await world.say("a2 #plain");
  },
};

const everywhere =
  (times: Partial<Record<FailpointName, number>> = {}) =>
  (point: FailpointName): number =>
    times[point] ?? (isOfTimers(point) ? 0 : 1);

export const scenarios: readonly Scenario[] = [
  {
    name: "B11: reminders of two people that are due at once",
    passes: everywhere({ "timers.claimed": 1, "timers.firing": 1, "timers.fired": 1 }),
    async run(world) {
      await Promise.all([
        world.say("a1 #remind", { channel: "parcel" }),
        world.say("b1 #remind", { from: "bob", channel: "parcel" }),
        world.say("b2 #remind", { from: "bob", channel: "parcel" }),
      ]);
    },
  },
  {
    name: "a reminder that repeats until it is done, and is not done",
    passes: everywhere({ "timers.claimed": 3, "timers.firing": 3, "timers.fired": 3 }),
    run: async (world) => void (await world.say("a1 #repeat", { channel: "parcel" })),
  },
  {
    name: "one message",
    passes: everywhere({ "turn.staged": 0 }),
    run: async (world) => void (await world.say("a1 #plain")),
  },
  {
    name: "three messages in two conversations",
    passes: everywhere({
      "turn.staged": 0,
      "accept.before_commit": 2,
      "accept.committed": 2,
      "turn.claimed": 2,
      "outbox.sending": 2,
      "outbox.recorded": 2,
    }),
    async run(world) {
      await Promise.all([
        world.say("a1 #plain"),
        world.say("b1 #plain", { from: "bob", channel: "parcel" }),
      ]);
      await world.say("a2 #plain");
    },
  },
  {
    name: "a reply in four parts",
    passes: everywhere({
      "turn.staged": 0,
      "outbox.sending": 4,
      "outbox.answered": 4,
      "outbox.recorded": 4,
    }),
    async run(world) {
      await world.say("a1 #parts4");
      await world.say("b1 #parts4", { from: "bob", channel: "parcel" });
    },
  },
  {
    name: "a reply with staged commands",
    passes: everywhere({ "turn.staged": 2 }),
    async run(world) {
      await Promise.all([world.say("a1 #stage"), world.say("a2 #stage")]);
    },
  },
  {
    name: "a stop while the turn runs, then another message",
    passes: everywhere({
      "turn.staged": 2,
      "accept.before_commit": 3,
      "accept.committed": 3,
      "turn.claimed": 2,
      "turn.started": 2,
      "turn.model_called": 2,
      "turn.chunk_shown": 2,
      "outbox.sending": 2,
      "outbox.answered": 2,
      "outbox.recorded": 2,
    }),
    async run(world) {
      await world.say("a1 #hold #stage");
      await world.holding("a1");
      await world.say("stop");
      await world.say("a2 #stage");
    },
  },
];
