import type { SoleWorker } from "../../domain/ports/channel-ports.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import { claim, type Held, renew } from "./claim.ts";
import type { Database } from "../database/database.ts";

export interface SoleDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly holder: string;
  readonly leaseMs?: number | undefined;
}

const usualLeaseMs = 15_000;
const restMs = 1_000;

/**
 * One row per name, with a lease and a fence on the database's clock. A holder that cannot renew in
 * time stops before the lease ends, because another process may take it then; an unavailable
 * database counts as well.
 */
export function openSoleWorker(deps: SoleDeps): SoleWorkers {
  const open = new Set<{ close(): Promise<void> }>();
  const signals: Signals = { wake: new AbortController(), release: new AbortController() };
  return {
    wake() {
      signals.wake.abort();
      signals.wake = new AbortController();
    },
    release() {
      signals.release.abort();
      signals.release = new AbortController();
    },
    hold(name, work) {
      const ending = new AbortController();
      const running = keepTrying({ ...deps, name, work, ending: ending.signal, signals });
      const held = {
        async close() {
          ending.abort();
          await running;
          open.delete(held);
        },
      };
      open.add(held);
      return held;
    },
    close: async () => void (await Promise.all([...open].map((one) => one.close()))),
  };
}

export interface SoleWorkers extends SoleWorker {
  /** A lease may be free now. */
  wake(): void;
  /** Ends the work held here, and takes it again if no other process has it. */
  release(): void;
  close(): Promise<void>;
}

interface Signals {
  wake: AbortController;
  release: AbortController;
}

interface Holding extends SoleDeps {
  readonly signals: Signals;
  readonly name: string;
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly ending: AbortSignal;
}

async function keepTrying(on: Holding): Promise<void> {
  const leaseMs = on.leaseMs ?? usualLeaseMs;
  while (!on.ending.aborted) {
    // Taken before the check, so that a lease freed meanwhile is seen by the next one.
    const woken = on.signals.wake.signal;
    try {
      const held = await take(on, leaseMs);
      if (held !== undefined) await workWhileHeld(on, held, leaseMs);
      if (on.ending.aborted) return;
      await on.clock.wait(
        held === undefined ? leaseMs / 3 : restMs,
        AbortSignal.any([on.ending, woken]),
      );
    } catch (error) {
      on.log.warn({ name: on.name, error }, "exclusive work was interrupted; trying again");
      if (!on.ending.aborted) await on.clock.wait(restMs, on.ending);
    }
  }
}

async function take(on: Holding, leaseMs: number): Promise<Held | undefined> {
  await on.db.rows("insert into sole_worker (id) values ($1) on conflict do nothing", [on.name]);
  const [row] = await claim<{ fence: number }>(
    on.db,
    { table: "sole_worker", waiting: "t.id = $4", order: "t.id", params: [on.name] },
    { holder: on.holder, leaseMs, limit: 1 },
  );
  return row === undefined ? undefined : { table: "sole_worker", id: on.name, fence: row.fence };
}

async function workWhileHeld(on: Holding, held: Held, leaseMs: number): Promise<void> {
  const lost = new AbortController();
  const done = new AbortController();
  const keeper = keep({ ...on, done: done.signal }, { held, leaseMs }, () => lost.abort());
  try {
    await on.work(AbortSignal.any([lost.signal, on.signals.release.signal, on.ending]));
  } finally {
    done.abort();
    await keeper;
    await on.db.rows(
      "update sole_worker set lease_until = null, lease_holder = null where id = $1 and fence = $2",
      [held.id, held.fence],
    );
  }
}

async function keep(
  on: Holding & { done: AbortSignal },
  of: { held: Held; leaseMs: number },
  onLost: () => void,
): Promise<void> {
  let renewedAt = on.clock.now();
  while (!on.done.aborted) {
    await on.clock.wait(of.leaseMs / 4, on.done);
    if (on.done.aborted) return;
    const asked = on.clock.now();
    const ours = await renew(on.db, of.held, of.leaseMs).catch(() => undefined);
    if (ours === true) renewedAt = asked;
    if (ours === false || on.clock.now() - renewedAt > (of.leaseMs * 3) / 4) return onLost();
  }
}
