import { CalendarFailure, fetchCalendar } from "../caldav/fetch-calendar.ts";
import type { FileReader } from "../domain/ports/file-reader.ts";
import { iso } from "../domain/ports/clock.ts";
import type { OutsideCalendarsApi } from "../domain/views/outside-calendars.ts";
import { instantOf } from "../language/calendar/instants.ts";
import {
  createOutsideCalendars,
  lookAgain,
  type OutsideCalendarDeps,
  reachOf,
} from "../outbound/calendars/calendars-api.ts";
import { safeHttp } from "../outbound/safe-fetch.ts";
import type { Spine } from "../spine/parts.ts";
import type { Keys } from "../store/secrets.ts";
import { openSoleWorker } from "../store/work/sole-worker.ts";
import { openDecisions } from "../turn/decisions.ts";
import type { Base } from "./base.ts";

const roundMs = 60_000;
const calendarsARound = 50;

/** Calendars elsewhere: their routes, and in one worker the looks of every half hour. */
export function openOutsideCalendars(
  base: Base,
  on: {
    readonly spine: Spine;
    readonly keys: Keys;
    readonly holder: string;
    readonly fileReader: FileReader;
  },
): OutsideCalendarsApi {
  const { config, store, clock, chance, closers } = base;
  const { db } = store;
  const http = safeHttp({ clock });
  closers.push(() => http.close());
  const deps: OutsideCalendarDeps = {
    db,
    clock,
    decisions: openDecisions({ db, projector: on.spine.projector, clock, chance }),
    fileReader: on.fileReader,
    keys: on.keys,
    instantOf,
    fetch: ({ byOperator, ...of }, since) =>
      fetchCalendar(http, { ...of, allowedHosts: reachOf(of.url, byOperator) }, since),
    problemOf: (error) => (error instanceof CalendarFailure ? error.problem : undefined),
  };
  if (config.workers.background && config.roles.includes("worker"))
    startRounds(base, deps, on.holder);
  return createOutsideCalendars(deps);
}

function startRounds({ log, closers }: Base, deps: OutsideCalendarDeps, holder: string): void {
  const sole = openSoleWorker({ db: deps.db, clock: deps.clock, log, holder });
  sole.hold("outside calendars", async (signal) => {
    while (!signal.aborted) {
      await deps.clock.wait(roundMs, signal);
      if (!signal.aborted) await lookAtDue(deps, log, signal);
    }
  });
  closers.push(() => sole.close());
}

/** Of accounts that are switched off nothing is fetched. */
async function lookAtDue(
  deps: OutsideCalendarDeps,
  log: Base["log"],
  signal: AbortSignal,
): Promise<void> {
  const due = await deps.db.rows<{ id: string }>(
    `select c.id from outside_calendar c join account a on a.id = c.account_id and a.lifecycle = 'active'
     where c.next_look_at is null or c.next_look_at <= $1 order by c.next_look_at nulls first limit ${calendarsARound}`,
    [iso(deps.clock.now())],
  );
  for (const { id } of due) {
    if (signal.aborted) return;
    await lookAgain(deps, id).catch((error: unknown) =>
      log.warn(
        { error },
        "a calendar elsewhere could not be looked at; the next round tries again",
      ),
    );
  }
}
