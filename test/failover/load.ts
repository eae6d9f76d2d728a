import { setTimeout as pause } from "node:timers/promises";
import type { Posted } from "../crash/instance-process.ts";
import type { World } from "../crash/world.ts";

/** People who write all the time and wait for their answers; a message is sent again until it is acknowledged, as a vendor does. */
export interface Load {
  /** Milliseconds until a message that is sent now is acknowledged, and until its answer is seen. */
  probe(): Promise<{ readonly acknowledgedMs: number; readonly answeredMs: number }>;
  readonly acknowledged: number;
  stop(): Promise<void>;
}

const people = ["ada", "bob", "cy", "dee", "eve", "fay"] as const;
const wishes = ["#plain", "#stage", "#remind2", "#parts2"] as const;
const betweenMs = 250;
/** A letter whose outcome a fault left unknown is not sent twice, so a person gives up waiting. */
const patienceMs = 10_000;

export function startLoad(world: World): Load {
  const over = new AbortController();
  let acknowledged = 0;
  let probes = 0;

  const post = async (posted: Posted, index: number): Promise<void> => {
    while (!(await isTaken(world, posted, index))) await pause(100);
    acknowledged += 1;
  };
  const isAnswered = (token: string): boolean =>
    world.post.ledger.some(({ letter }) => letter.text.split(/\s+/).includes(token));
  const write = async (from: string, index: number): Promise<void> => {
    for (let nth = 1; !over.signal.aborted; nth += 1) {
      // No token is the beginning of another: the checker looks for them in texts.
      const token = `${from}${String(nth).padStart(4, "0")}`;
      const channel = index % 2 === 0 ? "post" : "parcel";
      const text = `${token} ${wishes[(nth + index) % wishes.length]}`;
      await post({ id: `${from}-${nth}`, channel, from, text }, index);
      await Promise.race([world.post.until(() => isAnswered(token)), pause(patienceMs)]);
      await pause(betweenMs);
    }
  };
  const writing = people.map(write);

  return {
    get acknowledged() {
      return acknowledged;
    },
    async probe() {
      const token = `probe${++probes}`;
      const began = performance.now();
      await post({ id: token, channel: "parcel", from: token, text: `${token} #plain` }, probes);
      const acknowledgedMs = performance.now() - began;
      await world.post.until(() => isAnswered(token));
      return { acknowledgedMs, answeredMs: performance.now() - began };
    },
    async stop() {
      over.abort();
      await Promise.all(writing);
    },
  };
}

async function isTaken(world: World, posted: Posted, index: number): Promise<boolean> {
  const to = world.instances[index % world.instances.length];
  if (to === undefined) throw new Error("no process takes messages");
  const { status, answer } = await world.post1(posted, to);
  if (status !== undefined && status !== 503 && answer === undefined)
    throw new Error(`"${posted.text}" was answered with ${status}`);
  return answer !== undefined;
}
