import type { Reads } from "../../../domain/ports/reads.ts";
import type { SharedView, ShareOutcome } from "../../../domain/views/friends.ts";
import { readNotices, type SharedNotice } from "../notices/shared-notices.ts";
import { type Part, readParts, readShared, type Shared } from "../people.ts";
import type { Group, SharedChange } from "../sharing/group-command.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { Decision } from "../../../domain/ports/decisions.ts";
import { workOf } from "./acting.ts";

const nobody = { conflicting: [], refusing: [], available: [] } as const;

export async function listSharedViews(read: Reads): Promise<SharedView[]> {
  const shared = await readShared(read);
  const parts = await readParts(
    read,
    shared.map(({ id }) => id),
  );
  const notices = await readNotices(
    read,
    shared.map(({ id }) => id),
  );
  return shared.map((each) =>
    viewOf({ shared: each, parts: parts.filter(({ sharedId }) => sharedId === each.id) }, notices),
  );
}

export const readSharedView = async (read: Reads, id: string): Promise<SharedView> =>
  viewOf(await theGroup(read, id), await readNotices(read, [id]));

/** For people who do not take part it does not exist. */
export async function theGroup(read: Reads, id: string): Promise<Group> {
  const [shared] = await readShared(read, id);
  if (shared === undefined) throw new Refusal("not_found");
  return { shared, parts: await readParts(read, [id]) };
}

/** The view of a fresh decision: no friend has been notified of it yet. */
export const viewOf = (
  { shared, parts }: { shared: Shared; parts: readonly Part[] },
  notices: readonly SharedNotice[] = [],
): SharedView => ({
  id: shared.id,
  creator_account_id: shared.creatorId,
  title: shared.title,
  local_trigger_at: shared.start,
  captured_timezone: shared.zone,
  rrule: shared.rrule,
  exdates: shared.exdates,
  duration_minutes: shared.durationMinutes,
  all_day: shared.allDay,
  status: shared.status,
  own_reminder_id: shared.reminderId,
  created_at: shared.createdAt,
  updated_at: shared.updatedAt,
  projections: parts.map(({ id, state, completion }) => {
    const notice = notices.find((each) => each.sharedId === shared.id && each.accountId === id);
    return {
      account_id: id,
      lifecycle: state,
      completion_status: completion,
      notice: notice?.state ?? null,
      told_at: notice?.toldAt ?? null,
      reached_at: notice?.reachedAt ?? null,
    };
  }),
});

export const toChangedOutcome = (
  status: ShareOutcome["status"],
  change: SharedChange,
): Decision<ShareOutcome> =>
  workOf(change.command, {
    status,
    shared_reminder: viewOf(change),
    breakdown: nobody,
    suggested_times: [],
  });

export const as = (status: ShareOutcome["status"], group: Group): ShareOutcome => ({
  status,
  shared_reminder: viewOf(group),
  breakdown: nobody,
  suggested_times: [],
});

export async function findDuplicates(read: Reads, change: SharedChange): Promise<Group[]> {
  const { shared } = change;
  const same = (await readShared(read)).filter(
    (each) =>
      each.status === "active" &&
      each.creatorId === shared.creatorId &&
      each.title === shared.title &&
      each.start === shared.start &&
      each.zone === shared.zone &&
      each.rrule === shared.rrule &&
      each.durationMinutes === shared.durationMinutes &&
      each.allDay === shared.allDay,
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
