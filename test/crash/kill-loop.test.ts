import { describe, expect, it } from "vitest";
import type { Fate } from "../vendors/post-office.ts";
import { endsWell, long, useWorlds } from "./use-worlds.ts";
import type { World } from "./world.ts";

/** Small, fast, and the same for the same seed. */
function chanceOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const fates: readonly Fate[] = [
  { kind: "accept" },
  { kind: "accept" },
  { kind: "accept" },
  { kind: "accept_then_500" },
  { kind: "accept_then_cut" },
  { kind: "closed" },
  { kind: "busy", retryAfterSeconds: 1 },
];

/** One person who writes without end: each message is repeated until it is acknowledged, as a vendor does. */
async function chatter(
  world: World,
  who: { from: string; channel: string; below: (count: number) => number },
  isOver: () => boolean,
): Promise<void> {
  const wishes = ["#plain", "#stage", "#parts3", "#stage #parts2"];
  const policies = ["queue", "supersede", "busy"] as const;
  for (let nth = 1; !isOver(); nth += 1) {
    const text =
      who.below(12) === 0 ? "stop" : `${who.from}${nth} ${wishes[who.below(wishes.length)]}`;
    world.post.plan(...(who.below(3) === 0 ? [fates[who.below(fates.length)] as Fate] : []));
    await world.say(text, {
      id: `${who.from}-${nth}`,
      from: who.from,
      channel: who.channel,
      policy: policies[who.below(3)],
    });
  }
}

describe(
  "a product that is killed again and again at any moment",
  { timeout: long ? 3_600_000 : 600_000 },
  () => {
    const inWorld = useWorlds();

    it("a product that is killed again and again at any moment loses nothing that it acknowledged and sends nothing twice without a doubt", () =>
      inWorld(async (world) => {
        const seed = Number(process.env["MEANWHILE_SEED"] ?? Date.now() % 1_000_000);
        const below = chanceOf(seed);
        const cycles = long ? 200 : 3;
        let left = cycles;
        await world.start();
        const people = ["ada", "bob", "cy", "dee"].map((from, index) =>
          chatter(
            world,
            { from, channel: index % 2 === 0 ? "post" : "parcel", below },
            () => left === 0,
          ),
        );
        while (left > 0) {
          // Not after a time but after so many signs of life: a slow machine dies at the same places as a fast one.
          const target = world.client.length + world.post.calls.length + 1 + below(25);
          await world.until(() => world.client.length + world.post.calls.length >= target);
          left -= 1;
          await world.instances.at(-1)?.kill();
          await world.replaced();
        }
        await Promise.all(people);
        const history = await endsWell(world, `seed ${seed}`);
        expect(history.processes.filter(({ ended }) => ended.signal === "SIGKILL")).toHaveLength(
          cycles,
        );
      }));
  },
);
