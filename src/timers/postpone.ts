import { iso } from "../domain/ports/clock.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import { engine } from "../domain/principal.ts";
import { record } from "../store/log/record.ts";
import type { TimerEngine } from "./engine.ts";
import type { DueTimer } from "../domain/timers.ts";

export interface ClaimedTimer extends DueTimer {
  /** How often it could not be done before. */
  readonly failures: number;
}

/**
 * The reason why a timer waits. `no_route`: there is no conversation to say it in; it goes as soon
 * as there is one. `unknown_kind`: this version does not know its kind, a newer one may. `failed`:
 * its kind could not do it.
 */
export type Trouble = "no_route" | "unknown_kind" | "failed";

const minute = 60_000;
/**
 * A bug may be fixed in the next version, so no timer is ever dropped; a failing one costs little
 * meanwhile.
 */
const waitsMs: Readonly<Record<Trouble, readonly number[]>> = {
  failed: [5_000, 30_000, 2 * minute, 10 * minute, 60 * minute],
  no_route: [60 * minute],
  unknown_kind: [60 * minute],
};

export interface Postponing {
  readonly timer: ClaimedTimer;
  readonly now: number;
  readonly code: Trouble | undefined;
}

/** The event that a timer waits: until when, and why. */
export function postpone(on: TimerEngine, { timer, now, code }: Postponing): EventDraft[] {
  if (code === undefined) return [];
  const waits = waitsMs[code];
  const waitMs = waits[Math.min(timer.failures, waits.length - 1)] as number;
  on.metrics.count("meanwhile_timers_postponed_total", { kind: timer.kind, code });
  return [
    {
      stream: `timers:${on.settings.holder}`,
      kind: "timer_postponed",
      at: iso(now),
      accountId: timer.accountId,
      payload: {
        id: timer.id,
        due_at: iso(now + waitMs),
        failures: timer.failures + 1,
        code,
        account_id: timer.accountId,
      },
    },
  ];
}

/**
 * Records that its kind failed, in a transaction of its own, because the failed one was rolled
 * back.
 */
export async function postponeFailed(
  on: TimerEngine,
  timers: readonly ClaimedTimer[],
  error: unknown,
): Promise<void> {
  const ids = timers.map(({ id }) => id);
  const [first] = timers;
  on.log.error(
    { error, timers: ids.slice(0, 10), kind: first?.kind, failures: first?.failures },
    "a timer could not fire; it will be tried again",
  );
  await on.db.transaction(engine, async (sql) => {
    const now = await on.now(sql);
    const rows = await sql.rows<{ id: string }>(
      "select id from timer where id = any($1) order by id for update skip locked",
      [ids],
    );
    const held = new Set(rows.map(({ id }) => id));
    const still = timers.filter(({ id }) => held.has(id));
    await record(
      sql,
      on.projector,
      still.flatMap((timer) => postpone(on, { timer, now, code: "failed" })),
    );
  });
}
