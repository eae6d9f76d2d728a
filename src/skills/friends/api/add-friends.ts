import { iso } from "../../../domain/ports/clock.ts";
import type { Decision } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { ShareOutcome } from "../../../domain/views/friends.ts";
import { theRow } from "../../reminders/api/reminder-views.ts";
import { isPing } from "../../reminders/commands/overlap.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import { clashAt } from "../availability/clash.ts";
import type { Group, SharedChange } from "../sharing/group-command.ts";
import { addPeople, shareOwn } from "../sharing/invite.ts";
import { assertWithin, recordLookup, overLimit } from "../notices/limits.ts";
import type { Friend } from "../people.ts";
import { type Acting, findFriends, workOf } from "./acting.ts";
import { as, toChangedOutcome, findDuplicates } from "./shared-views.ts";

/**
 * Adds friends to a shared reminder. Only its creator invites more people: all of them are the
 * creator's friends.
 */
export async function addFriends(
  at: Acting,
  group: Group,
  ids: readonly string[],
): Promise<Decision<ShareOutcome>> {
  const { by, read } = at;
  if (group.shared.creatorId !== by.accountId)
    throw new Refusal("forbidden", { reason: "only_the_creator_adds" });
  const own = group.parts.find(({ id }) => id === by.accountId);
  assertAhead(own?.row);
  const taking = group.parts.filter(({ state }) => state === "active").map(({ id }) => id);
  const friends = (await findFriends(read, ids)).filter(({ id }) => !taking.includes(id));
  if (friends.length === 0) return workOf(undefined, as("unchanged", group));
  return settleTimes(at, {
    friends,
    group,
    status: "added",
    change: addPeople(by, group, friends),
  });
}

/** Shares one of the person's own reminders. */
export async function shareReminder(
  at: Acting,
  id: string,
  ids: readonly string[],
): Promise<Decision<ShareOutcome>> {
  const { by, me, read } = at;
  const row = await theRow(read, by.accountId, id);
  if (row.kind !== "timed" && row.kind !== "recurring")
    throw new Refusal("invalid_request", { reason: `not_for_${row.kind}` });
  assertAhead(row);
  const friends = (await findFriends(read, ids)).filter((friend) => friend.id !== by.accountId);
  return settleTimes(at, {
    friends,
    status: "created",
    change: shareOwn(by, { me, others: friends }, { was: row, now: row }),
  });
}

function assertAhead(row: ReminderRow | undefined): asserts row is ReminderRow {
  if (row === undefined || row.lifecycle !== "active" || row.next_fire_at === null)
    throw new Refusal("invalid_request", { reason: "it_is_over" });
  if (isPing(row)) throw new Refusal("invalid_request", { reason: "recurs_too_often" });
}

interface AddRequest {
  readonly friends: readonly Friend[];
  readonly group?: Group;
  readonly status: "added" | "created";
  readonly change: SharedChange;
}

/** As for a new one: it never double-books a person. */
async function settleTimes(
  { by, me, read }: Acting,
  { friends, group, status, change }: AddRequest,
): Promise<Decision<ShareOutcome>> {
  const twin = (await findDuplicates(read, change)).find(
    ({ shared }) => shared.id !== change.shared.id,
  );
  if (twin !== undefined) return workOf(undefined, as("duplicate_active", twin));
  const told = change.parts
    .filter(({ id, state }) => id !== by.accountId && (state === "active" || state === "asked"))
    .map(({ id }) => id);
  assertWithin(await overLimit({ read, by }, { who: told, tells: true }));
  const refusing = friends.filter(({ takes }) => takes === "refuse").map(({ id }) => id);
  const asked = friends.map(({ id }) => id).filter((id) => !refusing.includes(id));
  const clash = await clashAt(
    { me, read, work: { maker: by } },
    { parts: change.parts, who: asked, beside: change.shared.id },
  );
  if (clash === undefined && refusing.length === 0) return toChangedOutcome(status, change);
  const conflicting = clash?.busy ?? [];
  const breakdown = {
    conflicting,
    refusing,
    available: asked.filter((id) => !conflicting.includes(id)),
  };
  const suggested_times = refusing.length > 0 ? [] : (clash?.slots ?? []).map(iso);
  const shared_reminder = group === undefined ? null : as("blocked", group).shared_reminder;
  return {
    events: await recordLookup({ read, by }, conflicting),
    result: { status: "blocked", shared_reminder, breakdown, suggested_times },
  };
}
