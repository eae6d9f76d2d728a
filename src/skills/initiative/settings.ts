import type { EventDraft } from "../../domain/events/catalogue.ts";
import type { InitiativeSort } from "../../domain/events/initiative.ts";
import { iso } from "../../domain/ports/clock.ts";
import type { Reads } from "../../domain/ports/reads.ts";
import type { InitiativeView } from "../../domain/views/initiative.ts";
import { nextOccurrence } from "../../language/calendar/occurrences.ts";

const switchedOff: InitiativeView = {
  brief: false,
  follow_ups: false,
  silence_days: null,
  most_per_day: 2,
};
/** After a silence of so many days, unless the person names another. */
export const usualSilence = 3;

export async function readInitiative(read: Reads, accountId: string): Promise<InitiativeView> {
  const [row] = await read.rows<InitiativeView>(
    "select brief, follow_ups, silence_days, most_per_day from initiative where account_id = $1",
    [accountId],
  );
  return row ?? switchedOff;
}

/** The person's clock: their zone, and when their mornings begin. */
export interface Clocks {
  readonly zone: string;
  readonly morning: string;
}

export async function readClocks(read: Reads, accountId: string): Promise<Clocks | undefined> {
  const [row] = await read.rows<Clocks>(
    "select default_timezone as zone, morning from account where id = $1",
    [accountId],
  );
  return row;
}

/** When the evening's question comes. */
const evening = "19:00";

/** What comes at a time of the day. A silence has none. */
export type TimedSort = Exclude<InitiativeSort, "silence">;

/** The next time of its kind. Idempotent: a person has one timer of each. */
export function draftTimer(
  sort: TimedSort,
  of: {
    readonly accountId: string;
    readonly clocks: Clocks;
    readonly now: number;
    readonly at?: number;
  },
): EventDraft {
  const { accountId, clocks, now } = of;
  const clock = sort === "brief" ? clocks.morning : evening;
  const start = `2020-01-01T${clock}:00`;
  const next = nextOccurrence({ start, zone: clocks.zone, rrule: "FREQ=DAILY" }, now);
  if (next === undefined) throw new Error("every day has a morning and an evening");
  return {
    stream: `account:${accountId}`,
    kind: "timer_set",
    at: iso(now),
    accountId,
    payload: {
      id: `initiative:${sort}:${accountId}`,
      kind: "initiative",
      account_id: accountId,
      conversation_id: null,
      due_at: iso(of.at ?? next.instant),
    },
  };
}

/** The setting and, for what is on, its next time. What is off ends when its timer finds it off. */
export function draftSetting(
  wanted: InitiativeView,
  of: { readonly accountId: string; readonly clocks: Clocks; readonly now: number },
): EventDraft[] {
  const sorts = [
    ...(wanted.brief ? (["brief"] as const) : []),
    ...(wanted.follow_ups ? (["follow_up"] as const) : []),
  ];
  return [
    {
      stream: `initiative:${of.accountId}`,
      kind: "initiative_set",
      at: iso(of.now),
      accountId: of.accountId,
      payload: { account_id: of.accountId, ...wanted },
    },
    ...sorts.map((sort) => draftTimer(sort, of)),
  ];
}
