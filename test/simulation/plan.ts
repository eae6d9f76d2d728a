import type { BusyPolicy } from "../../src/domain/message.ts";
import { type Dice, rollDice } from "./dice.ts";

/** All that a seed decides before the first step, as data: a failing plan is made smaller by leaving parts of it out. */
export interface Plan {
  readonly seed: number;
  /** How many processes share the database. */
  readonly processes: number;
  /** They notice each other's death; otherwise only leases tell. */
  readonly isWatched: boolean;
  readonly messages: readonly PlannedMessage[];
  readonly faults: readonly Fault[];
  /** When an operator sends again by hand what is parked. */
  readonly resendsAt: readonly number[];
}

export interface PlannedMessage {
  /** Milliseconds after the start. */
  readonly at: number;
  readonly id: string;
  readonly from: string;
  readonly channel: "post" | "parcel";
  readonly text: string;
  readonly policy: BusyPolicy;
}

/** Where something crosses a port, and so where something can go wrong; and among how many crossings chance chooses. */
const points = {
  begin: 60,
  statement: 200,
  commit: 50,
  committed: 60,
  call: 8,
  taken: 6,
  model: 6,
  wake: 60,
  request: 8,
  answer: 8,
  failpoint: 60,
  /** A commit after which a process has a part in hand. */
  claimed: 8,
} as const;

export type Point = keyof typeof points;

/** The `nth` crossing of its kind, counted over all processes, meets this. */
export interface Fault {
  readonly at: Point;
  readonly nth: number;
  readonly what: Trouble;
  /** How long a process is away or paused, how late something comes, or how far a clock leaps. */
  readonly ms: number;
}

/**
 * - `crash`, `crash_with_database`: it is there again after a while
 * - `end`: it is asked to stop, and started again
 * - `pause`: it does nothing for a while, often longer than its leases
 * - `sleep`: the same over a part that it sends, until another process sends that part
 * - `leap`: its clock shows another time from now on
 * - `lose`: a connection, a call or a wake-up; `double` and `late` likewise
 * - `refuse`, `busy`, `reject`, `outage`, `cut`: what a vendor does; `fail`, `slow`: what a model does
 */
export type Trouble =
  | "crash"
  | "crash_with_database"
  | "end"
  | "pause"
  | "sleep"
  | "leap"
  | "lose"
  | "double"
  | "late"
  | "refuse"
  | "busy"
  | "reject"
  | "outage"
  | "cut"
  | "fail"
  | "slow";

/** As often as it stands here: what is rare in a run is often what is hard. */
const struck: readonly Point[] = [
  ...(Object.keys(points) as Point[]).filter((point) => point !== "claimed"),
  ...(["committed", "call", "taken", "taken", "failpoint", "commit"] as const),
];

const anywhere = ["crash", "crash", "crash_with_database", "end", "pause", "leap"] as const;

const troubles: Readonly<Record<Point, readonly Trouble[]>> = {
  begin: [...anywhere, "lose"],
  statement: [...anywhere, "lose"],
  commit: [...anywhere, "lose", "lose"],
  committed: ["crash", "crash", "crash_with_database", "lose", "lose", "lose", "pause", "pause"],
  call: ["crash", "end", "pause", "refuse", "refuse", "busy", "reject", "outage", "outage", "lose"],
  taken: ["crash", "crash", "end", "end", "lose", "late", "cut", "cut", "sleep", "sleep", "sleep"],
  model: ["crash", "end", "fail", "slow", "slow", "pause"],
  wake: ["lose", "lose", "double", "late"],
  request: ["lose", "double", "double", "late"],
  answer: ["lose", "crash"],
  failpoint: ["crash", "crash", "crash", "pause"],
  claimed: ["pause"],
};

const pauses = [500, 6_000, 18_000, 40_000];
const leaps = [-200_000, -25_000, 20_000, 60_000, 200_000];

/** What a message asks the scripted skill for, as often as it stands here. */
const wishes = [
  ..."#plain #plain #plain #plain #stage #stage #stage #remind #remind #remind9 #remind25".split(
    " ",
  ),
  ..."#parts3 #parts3 #hold #hold #deaf #forget #forget #bug stop stop stop".split(" "),
];
/** Marks that a token carries: what becomes of its turn, or of the part that answers it. */
const marks = ["", "", "", "", "", "", "", "", "", "", "stuck", "stuck", "fatal", "killer", "gone"];

const people = [
  { from: "ada", channel: "post" },
  { from: "bob", channel: "parcel" },
  { from: "cyd", channel: "post" },
] as const;

export function makePlan(seed: number): Plan {
  const dice = rollDice(seed);
  const processes = 1 + dice.below(3);
  const messages = makeMessages(dice);
  const isAnyStuck = messages.some(({ text }) => text.includes("stuck"));
  const plan = {
    seed,
    processes,
    isWatched: processes > 1 && dice.chance(0.5),
    messages,
    faults: Array.from({ length: dice.below(6) }, () => makeFault(dice)),
    resendsAt: isAnyStuck && dice.chance(0.5) ? [30_000 + dice.below(60_000)] : [],
  };
  // To fall asleep between a claim and its call is too rare to be left to chance alone.
  if (!dice.chance(0.1)) return plan;
  const asleep = { nth: 1 + dice.below(points.claimed), ms: dice.pick([18_000, 40_000]) };
  return { ...plan, faults: [...plan.faults, { at: "claimed", what: "pause", ...asleep }] };
}

function makeMessages(dice: Dice): PlannedMessage[] {
  const crowd = people.slice(0, 1 + dice.below(people.length));
  let at = 0;
  return Array.from({ length: 3 + dice.below(5) }, (_, index): PlannedMessage => {
    at += dice.chance(0.3) ? dice.below(30_000) : dice.below(400);
    const wish = dice.pick(wishes);
    return {
      at,
      id: `v${index}`,
      ...dice.pick(crowd),
      text: wish === "stop" ? wish : `m${index}${dice.pick(marks)} ${wish}`,
      policy: dice.pick(["queue", "queue", "supersede", "supersede", "busy"]),
    };
  });
}

function makeFault(dice: Dice): Fault {
  const at = dice.pick(struck);
  const what = dice.pick(troubles[at]);
  return {
    at,
    nth: 1 + dice.below(points[at]),
    what,
    ms: dice.pick(what === "leap" ? leaps : pauses),
  };
}
