import type { Decision } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { SharedAct, ShareOutcome } from "../../../domain/views/friends.ts";
import { instantOf } from "../../../language/calendar/instants.ts";
import { occurrencesBetween } from "../../reminders/commands/schedule.ts";
import { busyOn } from "../availability/clash.ts";
import type { Group } from "../sharing/group-command.ts";
import { assertWithin, recordLookup, overLimit } from "../notices/limits.ts";
import { skipShared, unskipShared } from "../sharing/skip-day.ts";
import { type Acting, momentIn, workOf } from "./acting.ts";
import { as, toChangedOutcome } from "./shared-views.ts";

type DayAct = Extract<SharedAct, { kind: "skip" | "unskip" }>;

/** Skips one occurrence of a shared series for everyone, or restores it. */
export async function actOnDay(
  at: Acting,
  group: Group,
  act: DayAct,
): Promise<Decision<ShareOutcome>> {
  const { shared } = group;
  const own = group.parts.find(({ id }) => id === at.by.accountId);
  if (own === undefined || own.state !== "active") return workOf(undefined, as("unchanged", group));
  const { start: day } = momentIn(act.occurrence, shared.zone, shared.zone);
  const isOut = shared.exdates.includes(day);
  if (shared.rrule !== null && isOut === (act.kind === "skip"))
    return workOf(undefined, as("unchanged", group));
  const instant = instantOf(day, shared.zone);
  const has = isOut || occurrencesBetween(own.row, { from: instant, to: instant + 1 }).length > 0;
  if (shared.rrule === null || !has || instant <= at.by.now)
    throw new Refusal("invalid_request", { field: "occurrence", reason: "no_such_occurrence" });
  return act.kind === "skip"
    ? toChangedOutcome("skipped", skipShared(at.by, group, { days: [day] }))
    : unskip(at, group, day);
}

async function unskip(
  { by, me, read }: Acting,
  group: Group,
  day: string,
): Promise<Decision<ShareOutcome>> {
  const who = group.parts
    .filter(({ id, state }) => id !== by.accountId && state === "active")
    .map(({ id }) => id);
  assertWithin(await overLimit({ read, by }, { who, tells: true }));
  const conflicting = (await busyOn({ me, read, work: { maker: by } }, group, day)).map(
    ({ id }) => id,
  );
  if (conflicting.length === 0)
    return toChangedOutcome("unskipped", unskipShared(by, group, [day]));
  const breakdown = {
    conflicting,
    refusing: [],
    available: who.filter((id) => !conflicting.includes(id)),
  };
  return {
    events: await recordLookup({ read, by }, conflicting),
    result: { ...as("blocked", group), breakdown },
  };
}
