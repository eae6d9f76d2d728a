import { iso } from "../../../domain/ports/clock.ts";
import type { DeskWork } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type {
  RecurrenceRule,
  SharedAct,
  SharedView,
  ShareResult,
  ShareWish,
} from "../../../domain/views/friends.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { zoneName } from "../../../domain/zone.ts";
import { instantOf } from "../../../language/instants.ts";
import { isPing } from "../../reminders/commands/overlap.ts";
import { ruleProblem, ruleText } from "../../reminders/commands/recurrence-rules.ts";
import { momentOf } from "../../reminders/api/requested-reminder.ts";
import { type Acting, theFriends, workOf } from "./friends-api.ts";
import { actOnDay } from "./shared-days.ts";
import { addFriends } from "./add-friends.ts";
import { acceptShared } from "../sharing/ask-first.ts";
import { clashAt } from "../availability/clash.ts";
import { assertWithin, looked, overLimit } from "../notices/limits.ts";
import { type Part, readParts, readShared, type Shared } from "../people.ts";
import { completePart, leaveShared } from "../sharing/leave.ts";
import { cancelShared, type SharedRevision, updateShared } from "../sharing/change-shared.ts";
import type { Group, SharedChange } from "../sharing/group-command.ts";
import { createShared } from "../sharing/share.ts";

const nobody = { conflicting: [], refusing: [], available: [] } as const;

export async function sharedViews(read: Reads): Promise<SharedView[]> {
  const shared = await readShared(read);
  const parts = await readParts(
    read,
    shared.map(({ id }) => id),
  );
  return shared.map((each) =>
    viewOf({ shared: each, parts: parts.filter(({ sharedId }) => sharedId === each.id) }),
  );
}

export const sharedView = async (read: Reads, id: string): Promise<SharedView> =>
  viewOf(await theGroup(read, id));

/** Whoever takes no part finds nothing, as if there were nothing. */
async function theGroup(read: Reads, id: string): Promise<Group> {
  const [shared] = await readShared(read, id);
  if (shared === undefined) throw new Refusal("not_found", "");
  return { shared, parts: await readParts(read, [id]) };
}

const viewOf = ({ shared, parts }: { shared: Shared; parts: readonly Part[] }): SharedView => ({
  id: shared.id,
  creator_account_id: shared.creatorId,
  title: shared.title,
  local_trigger_at: shared.start,
  captured_timezone: shared.zone,
  rrule: shared.rrule,
  exdates: shared.exdates,
  duration_minutes: shared.durationMinutes,
  status: shared.status,
  own_reminder_id: shared.reminderId,
  created_at: shared.createdAt,
  updated_at: shared.updatedAt,
  projections: parts.map(({ id, state, completion }) => ({
    account_id: id,
    lifecycle: state,
    completion_status: completion,
  })),
});

export const done = (status: ShareResult["status"], change: SharedChange): DeskWork<ShareResult> =>
  workOf(change.command, {
    status,
    shared_reminder: viewOf(change),
    breakdown: nobody,
    suggested_times: [],
  });

export const as = (status: ShareResult["status"], group: Group): ShareResult => ({
  status,
  shared_reminder: viewOf(group),
  breakdown: nobody,
  suggested_times: [],
});

export function momentIn(text: string, zone: string | undefined, home: string) {
  const named = zoneName(zone ?? home);
  if (named === undefined) throw new Refusal("invalid_request", "", { field: "captured_timezone" });
  const moment = momentOf(text, named);
  if (moment === undefined) throw new Refusal("invalid_request", "", { field: "local_trigger_at" });
  return { ...moment, zone: named };
}

/** A rule that can be kept, or the refusal of one that can't. Nobody is rung for by others every hour. */
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
  throw new Refusal("invalid_request", "", {
    field: "recurrence_rule",
    reason: problem === "too_often" ? "recurs_too_often" : "invalid_recurrence_rule",
  });
}

export async function share(at: Acting, wish: ShareWish): Promise<DeskWork<ShareResult>> {
  const { by, me, read } = at;
  const receivers = wish.receiver_account_ids.filter((id) => id !== by.accountId);
  if (receivers.length === 0)
    throw new Refusal("invalid_request", "", {
      field: "receiver_account_ids",
      reason: "needs_participants",
    });
  const others = await theFriends(read, receivers);
  const moment = momentIn(wish.local_trigger_at, wish.captured_timezone, me.zone);
  const change = createShared(
    by,
    { me, others },
    {
      ...moment,
      title: wish.title,
      rrule: ruleIn(wish.recurrence_rule, moment),
      durationMinutes: wish.duration_minutes ?? null,
    },
  );
  if (change.parts[0]?.row.next_fire_at === null)
    throw new Refusal("invalid_request", "", {
      field: "local_trigger_at",
      reason: "needs_past_time_confirmation",
    });
  const twin = (await twins(read, change))[0];
  if (twin !== undefined) return workOf(undefined, as("duplicate_active", twin));
  const who = others.map(({ id }) => id);
  assertWithin(await overLimit({ read, by }, { who, tells: true }));
  const refusing = others.filter(({ takes }) => takes === "refuse").map(({ id }) => id);
  // The time of those who refuse is not looked at.
  const open = who.filter((id) => !refusing.includes(id));
  const clash = await clashAt(
    { me, read, work: { maker: by } },
    { parts: change.parts, who: open },
  );
  if (clash === undefined && refusing.length === 0) return done("created", change);
  const conflicting = clash?.busy ?? [];
  const available = open.filter((id) => !conflicting.includes(id));
  const suggested_times = refusing.length > 0 ? [] : (clash?.slots ?? []).map(iso);
  const result = {
    status: "blocked",
    shared_reminder: null,
    breakdown: { conflicting, refusing, available },
    suggested_times,
  } as const;
  return { events: await looked({ read, by }, conflicting), result };
}

export async function twins(read: Reads, change: SharedChange): Promise<Group[]> {
  const { shared } = change;
  const same = (await readShared(read)).filter(
    (each) =>
      each.status === "active" &&
      each.creatorId === shared.creatorId &&
      each.title === shared.title &&
      each.start === shared.start &&
      each.zone === shared.zone &&
      each.rrule === shared.rrule &&
      each.durationMinutes === shared.durationMinutes,
  );
  const parts = await readParts(
    read,
    same.map(({ id }) => id),
  );
  const people = (of: readonly Part[]): string =>
    of
      .map(({ id }) => id)
      .toSorted()
      .join();
  return same
    .map((each) => ({ shared: each, parts: parts.filter(({ sharedId }) => sharedId === each.id) }))
    .filter((group) => people(group.parts) === people(change.parts));
}

export async function actOnShared(
  at: Acting,
  id: string,
  act: SharedAct,
): Promise<DeskWork<ShareResult>> {
  const { by, read } = at;
  const group = await theGroup(read, id);
  if (group.shared.status === "cancelled") return workOf(undefined, as("already_cancelled", group));
  if (group.shared.ownPart === "asked" && act.kind !== "accept" && act.kind !== "decline")
    throw new Refusal("forbidden", "", { reason: "accept_it_first" });
  if (act.kind === "cancel") return done("cancelled", cancelShared(by, group));
  if (act.kind === "reschedule") return reschedule(at, group, act);
  if (act.kind === "add") return addFriends(at, group, act.receiver_account_ids);
  if (act.kind === "skip" || act.kind === "unskip") return actOnDay(at, group, act);
  const own = group.parts.find((part) => part.id === by.accountId);
  if (act.kind === "accept") {
    const accepted = acceptShared(by, group, at.me);
    return accepted === undefined
      ? workOf(undefined, as("unchanged", group))
      : done("accepted", accepted);
  }
  const isAsked = own?.state === "asked" && act.kind === "decline";
  if (own === undefined || (own.state !== "active" && !isAsked))
    return workOf(undefined, as("unchanged", group));
  if (act.kind === "decline") {
    const left = leaveShared(by, group, by.accountId);
    return left === undefined ? workOf(undefined, as("unchanged", group)) : done("declined", left);
  }
  if (own.completion === "completed") return workOf(undefined, as("unchanged", group));
  const isOver = own.row.rrule === null;
  const parts = group.parts.map((part) =>
    part === own && isOver ? { ...part, completion: "completed" as const } : part,
  );
  return workOf(completePart(by, group.shared, own.row), as("completed", { ...group, parts }));
}

async function reschedule(
  at: Acting,
  group: Group,
  act: Extract<SharedAct, { kind: "reschedule" }>,
): Promise<DeskWork<ShareResult>> {
  const { by, me, read } = at;
  const { shared } = group;
  const moment =
    act.local_trigger_at === undefined
      ? { start: shared.start, zone: shared.zone }
      : momentIn(act.local_trigger_at, act.captured_timezone, shared.zone);
  const rrule =
    act.recurrence_rule === undefined ? shared.rrule : ruleIn(act.recurrence_rule, moment);
  const instant = "instant" in moment ? moment.instant : undefined;
  const isMoved =
    rrule !== shared.rrule ||
    (instant ?? instantOf(moment.start, moment.zone)) !== instantOf(shared.start, shared.zone);
  const isLonger =
    act.duration_minutes !== undefined && act.duration_minutes !== shared.durationMinutes;
  const isRenamed = act.title !== undefined && act.title !== shared.title;
  if (!isMoved && !isLonger && !isRenamed) return workOf(undefined, as("unchanged", group));
  const revision: SharedRevision = {
    ...(isRenamed ? { title: act.title } : {}),
    ...(isLonger ? { durationMinutes: act.duration_minutes } : {}),
    ...(isMoved ? { timing: { ...moment, rrule } } : {}),
  };
  const change = updateShared(by, group, revision);
  if (isMoved && change.parts.find(({ id }) => id === by.accountId)?.row.next_fire_at === null)
    throw new Refusal("invalid_request", "", {
      field: "local_trigger_at",
      reason: "needs_past_time_confirmation",
    });
  const others = change.parts
    .filter(({ id, state }) => state === "active" && id !== by.accountId)
    .map(({ id }) => id);
  assertWithin(await overLimit({ read, by }, { who: others, tells: true }));
  const clash =
    isMoved || isLonger
      ? await clashAt(
          { me, read, work: { maker: by } },
          { parts: change.parts, who: others, beside: shared.id },
        )
      : undefined;
  if (clash === undefined) return done("rescheduled", change);
  const available = others.filter((id) => !clash.busy.includes(id));
  const breakdown = { conflicting: clash.busy, refusing: [], available };
  const result = {
    status: "blocked",
    shared_reminder: viewOf(group),
    breakdown,
    suggested_times: clash.slots.map(iso),
  } as const;
  return { events: await looked({ read, by }, clash.busy), result };
}
