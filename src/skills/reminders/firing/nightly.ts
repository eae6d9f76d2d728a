import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { DueTimer, TimerOutcome, Firing, TimerKind } from "../../../domain/timers.ts";
import { nextOccurrence } from "../../../language/calendar/occurrences.ts";
import { nightlyText } from "./fire-words.ts";

export interface NightlyOptions {
  /** In the person's local time. */
  readonly hour: number;
}

/** Not in the middle of the night: what is later than this waits for the next evening. */
const tooLateMs = 2 * 3_600_000;

interface Untimed {
  readonly account_id: string;
  readonly language: string | null;
  readonly zone: string;
  readonly content: string | null;
}

/** Asks in the evening when to do the to-dos without a time. Repeated while there are any. */
export function nightlyTimer(options: NightlyOptions): TimerKind {
  return {
    kind: "nightly",
    async fire(due, on) {
      const rows = await on.read.rows<Untimed>(untimedSql, [due.map(({ accountId }) => accountId)]);
      const people = Map.groupBy(rows, ({ account_id }) => account_id);
      return due.flatMap((timer) =>
        evening(timer, { untimed: people.get(timer.accountId) ?? [], on, options }),
      );
    },
    async review(page, on) {
      const people = await on.read.rows<{ accountId: string; zone: string }>(
        `select a.id as "accountId", a.default_timezone as zone from account a
         where exists (select from reminder r where r.owner_account_id = a.id and r.lifecycle = 'active' and r.kind = 'no_trigger_time')
           and not exists (select from timer t where t.id = 'nightly:' || a.id)
         limit $1`,
        [page.size],
      );
      const events = people.map((person) =>
        nightlySet({ ...person, hour: options.hour, now: on.now }),
      );
      return { events, next: people.length === page.size ? "more" : undefined };
    },
  };
}

const untimedSql = `
  select a.id as account_id, a.language, a.default_timezone as zone, r.content
  from account a join reminder r on r.owner_account_id = a.id and r.lifecycle = 'active' and r.kind = 'no_trigger_time'
  where a.id = any($1) order by r.created_at, r.id`;

function evening(
  timer: DueTimer,
  at: { untimed: readonly Untimed[]; on: Firing; options: NightlyOptions },
): TimerOutcome[] {
  const [first] = at.untimed;
  if (first === undefined) return [];
  const { now } = at.on;
  const text = nightlyText(
    at.untimed.flatMap(({ content }) => content ?? []),
    first.language,
  );
  const { accountId } = timer;
  return [
    {
      accountId,
      events: [nightlySet({ accountId, zone: first.zone, hour: at.options.hour, now })],
      // To the person alone: notes made in a group are not repeated there.
      words:
        now - timer.dueAt > tooLateMs
          ? undefined
          : { messageId: at.on.newId(), conversationId: null, text },
    },
  ];
}

/** The next evening of a person with to-dos without a time. Idempotent. */
export function nightlySet(of: {
  accountId: string;
  zone: string;
  hour: number;
  now: number;
}): EventDraft {
  const { accountId, zone, now } = of;
  const clock = `${String(of.hour).padStart(2, "0")}:00:00`;
  const next = nextOccurrence({ start: `2020-01-01T${clock}`, zone, rrule: "FREQ=DAILY" }, now);
  if (next === undefined) throw new Error("every day has an evening");
  return {
    stream: `account:${accountId}`,
    kind: "timer_set",
    at: iso(now),
    accountId,
    payload: {
      id: `nightly:${accountId}`,
      kind: "nightly",
      account_id: accountId,
      conversation_id: null,
      due_at: iso(next.instant),
    },
  };
}
