import { iso } from "../../../domain/ports/clock.ts";
import type { Decision } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type {
  RecurrenceRule,
  SharedAct,
  ShareOutcome,
  ShareWish,
} from "../../../domain/views/friends.ts";
import { instantOf } from "../../../language/calendar/instants.ts";
import { isPing } from "../../reminders/commands/overlap.ts";
import { ruleProblem, ruleText } from "../../reminders/commands/recurrence-rules.ts";
import { actOnDay } from "./shared-days.ts";
import { addFriends } from "./add-friends.ts";
import { acceptShared } from "../sharing/ask-first.ts";
import { clashAt } from "../availability/clash.ts";
import { assertWithin, recordLookup, overLimit } from "../notices/limits.ts";
import { completePart, leaveShared } from "../sharing/leave.ts";
import { cancelShared, type SharedRevision, updateShared } from "../sharing/change-shared.ts";
import type { Part, Shared } from "../people.ts";
import type { Group, SharedChange } from "../sharing/group-command.ts";
import { createShared } from "../sharing/share.ts";
import { type Acting, momentIn, findFriends, workOf } from "./acting.ts";
import { as, toChangedOutcome, theGroup, findDuplicates, viewOf } from "./shared-views.ts";

/**
 * A rule that can be kept, or the refusal of one that can't. Others cannot set hourly reminders for
 * a friend.
 */
function ruleIn(
  rule: RecurrenceRule | undefined,
  at: { start: string; zone: string },
): string | null {
  const rrule = ruleText(rule);
  const problem =
    rrule === undefined
      ? "bad_rule"
      : rrule === null
        ? undefined
        : isPing({ rrule })
          ? "too_often"
          : ruleProblem(rrule, at);
  if (rrule !== undefined && problem === undefined) return rrule;
  throw new Refusal("invalid_request", {
    field: "recurrence_rule",
    reason: problem === "too_often" ? "recurs_too_often" : "invalid_recurrence_rule",
  });
}

export async function share(at: Acting, wish: ShareWish): Promise<Decision<ShareOutcome>> {
  const { by, me, read } = at;
  const receivers = wish.receiver_account_ids.filter((id) => id !== by.accountId);
  if (receivers.length === 0)
    throw new Refusal("invalid_request", {
      field: "receiver_account_ids",
      reason: "needs_participants",
    });
  const others = await findFriends(read, receivers);
  const allDay = wish.all_day === true;
  const moment = dayIn(momentIn(wish.local_trigger_at, wish.captured_timezone, me.zone), {
    allDay,
    minutes: wish.duration_minutes,
  });
  const change = createShared(
    by,
    { me, others },
    {
      ...moment,
      title: wish.title,
      rrule: ruleIn(wish.recurrence_rule, moment),
      durationMinutes: wish.duration_minutes ?? null,
      allDay,
    },
  );
  if (change.parts[0]?.row.next_fire_at === null)
    throw new Refusal("invalid_request", {
      field: "local_trigger_at",
      reason: "needs_past_time_confirmation",
    });
  const twin = (await findDuplicates(read, change))[0];
  if (twin !== undefined) return workOf(undefined, as("duplicate_active", twin));
  const who = others.map(({ id }) => id);
  assertWithin(await overLimit({ read, by }, { who, tells: true }));
  const refusing = others.filter(({ takes }) => takes === "refuse").map(({ id }) => id);
  // The calendar of a person who refuses is not looked at.
  const open = who.filter((id) => !refusing.includes(id));
  const clash = await clashAt(
    { me, read, work: { maker: by } },
    { parts: change.parts, who: open },
  );
  if (clash === undefined && refusing.length === 0) return toChangedOutcome("created", change);
  const conflicting = clash?.busy ?? [];
  const available = open.filter((id) => !conflicting.includes(id));
  const suggested_times = refusing.length > 0 ? [] : (clash?.slots ?? []).map(iso);
  const result = {
    status: "blocked",
    shared_reminder: null,
    breakdown: { conflicting, refusing, available },
    suggested_times,
  } as const;
  return { events: await recordLookup({ read, by }, conflicting), result };
}

export async function actOnShared(
  at: Acting,
  id: string,
  act: SharedAct,
): Promise<Decision<ShareOutcome>> {
  const group = await theGroup(at.read, id);
  if (group.shared.status === "cancelled") return workOf(undefined, as("already_cancelled", group));
  if (group.shared.ownPart === "asked" && act.kind !== "accept" && act.kind !== "decline")
    throw new Refusal("forbidden", { reason: "accept_it_first" });
  switch (act.kind) {
    case "cancel":
      return toChangedOutcome("cancelled", cancelShared(at.by, group));
    case "reschedule":
      return reschedule(at, group, act);
    case "add":
      return addFriends(at, group, act.receiver_account_ids);
    case "skip":
    case "unskip":
      return actOnDay(at, group, act);
    case "accept":
      return toShareOutcome("accepted", group, acceptShared(at.by, group, at.me));
    case "decline":
      return decline(at, group);
    case "complete":
      return complete(at, group);
    default:
      return act satisfies never;
  }
}

const toShareOutcome = (
  status: ShareOutcome["status"],
  group: Group,
  change: SharedChange | undefined,
): Decision<ShareOutcome> =>
  change === undefined
    ? workOf(undefined, as("unchanged", group))
    : toChangedOutcome(status, change);

const ownPart = ({ by }: Acting, group: Group): Part | undefined =>
  group.parts.find((part) => part.id === by.accountId);

function decline(at: Acting, group: Group): Decision<ShareOutcome> {
  const state = ownPart(at, group)?.state;
  const isOpen = state === "active" || state === "asked";
  const left = isOpen ? leaveShared(at.by, group, at.by.accountId) : undefined;
  return toShareOutcome("declined", group, left);
}

/** A series continues; only a single reminder is completed for good. */
function complete(at: Acting, group: Group): Decision<ShareOutcome> {
  const own = ownPart(at, group);
  if (own === undefined || own.state !== "active" || own.completion === "completed")
    return workOf(undefined, as("unchanged", group));
  const isOver = own.row.rrule === null;
  const parts = group.parts.map((part) =>
    part === own && isOver ? { ...part, completion: "completed" as const } : part,
  );
  return workOf(completePart(at.by, group.shared, own.row), as("completed", { ...group, parts }));
}

async function reschedule(
  at: Acting,
  group: Group,
  act: Extract<SharedAct, { kind: "reschedule" }>,
): Promise<Decision<ShareOutcome>> {
  const { by, me, read } = at;
  const { shared } = group;
  const revision = revisionOf(shared, act);
  if (revision === undefined) return workOf(undefined, as("unchanged", group));
  const change = updateShared(by, group, revision);
  if (revision.timing !== undefined && ownPart(at, change)?.row.next_fire_at === null)
    throw new Refusal("invalid_request", {
      field: "local_trigger_at",
      reason: "needs_past_time_confirmation",
    });
  const others = change.parts
    .filter(({ id, state }) => state === "active" && id !== by.accountId)
    .map(({ id }) => id);
  assertWithin(await overLimit({ read, by }, { who: others, tells: true }));
  const takesOtherTime = revision.timing !== undefined || revision.durationMinutes !== undefined;
  const clash = takesOtherTime
    ? await clashAt(
        { me, read, work: { maker: by } },
        { parts: change.parts, who: others, beside: shared.id },
      )
    : undefined;
  if (clash === undefined) return toChangedOutcome("rescheduled", change);
  const available = others.filter((id) => !clash.busy.includes(id));
  const breakdown = { conflicting: clash.busy, refusing: [], available };
  const result = {
    status: "blocked",
    shared_reminder: viewOf(group),
    breakdown,
    suggested_times: clash.slots.map(iso),
  } as const;
  return { events: await recordLookup({ read, by }, clash.busy), result };
}

/** The changed part of the request. `undefined`: all of it is so already. */
function revisionOf(
  shared: Shared,
  act: Extract<SharedAct, { kind: "reschedule" }>,
): SharedRevision | undefined {
  const allDay = act.all_day ?? shared.allDay;
  const moment = dayIn(
    act.local_trigger_at === undefined
      ? { start: shared.start, zone: shared.zone }
      : momentIn(act.local_trigger_at, act.captured_timezone, shared.zone),
    { allDay, minutes: act.duration_minutes },
  );
  const rrule =
    act.recurrence_rule === undefined ? shared.rrule : ruleIn(act.recurrence_rule, moment);
  const isMoved =
    rrule !== shared.rrule || allDay !== shared.allDay || isOtherMoment(moment, shared);
  const isLonger =
    act.duration_minutes !== undefined && act.duration_minutes !== shared.durationMinutes;
  const isRenamed = act.title !== undefined && act.title !== shared.title;
  if (!isMoved && !isLonger && !isRenamed) return undefined;
  return {
    ...(isRenamed ? { title: act.title } : {}),
    ...(isLonger ? { durationMinutes: act.duration_minutes } : {}),
    ...(isMoved ? { timing: { ...moment, rrule, allDay } } : {}),
  };
}

const isOtherMoment = ({ start, zone, instant }: Moment, shared: Shared): boolean =>
  (instant ?? instantOf(start, zone)) !== instantOf(shared.start, shared.zone);

interface Moment {
  readonly start: string;
  readonly zone: string;
  readonly instant?: number;
}

/** Of whole days only the date counts, and their length is a number of days. */
function dayIn(
  moment: Moment,
  { allDay, minutes }: { allDay: boolean; minutes?: number | null | undefined },
): Moment {
  if (!allDay) return moment;
  if ((minutes ?? 0) % 1_440 !== 0)
    throw new Refusal("invalid_request", { field: "duration_minutes" });
  return { start: `${moment.start.slice(0, 10)}T00:00:00`, zone: moment.zone };
}
