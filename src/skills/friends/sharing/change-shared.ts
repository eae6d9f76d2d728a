import { iso } from "../../../domain/ports/clock.ts";
import { instantOf } from "../../../language/calendar/instants.ts";
import {
  restoreRow,
  reviseRow,
  type Revision,
  type RowChange,
} from "../../reminders/commands/commands.ts";
import { cleanContent, contentHash } from "../../reminders/commands/content.ts";
import { keepSkippedDays } from "../../reminders/commands/series-days.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import {
  cancelParts,
  command,
  factsOf,
  type Group,
  groupEvent,
  onBehalf,
  type SharedChange,
  toCancelled,
} from "./group-command.ts";
import type { News } from "../notices/notify.ts";
import type { Part, Person, Shared } from "../people.ts";
import { type SharedWish, timingFor } from "./share.ts";

export interface SharedRevision {
  readonly title?: string | undefined;
  readonly durationMinutes?: number | null | undefined;
  readonly timing?: Omit<SharedWish, "title" | "durationMinutes"> | undefined;
}

const ownVersion = (by: Maker, parts: readonly Part[]): number | undefined =>
  parts.find(({ id }) => id === by.accountId)?.socialVersion;

const isIn = ({ state, completion }: Part): boolean =>
  state === "active" && completion === "pending";

/** The group's own days, by the rule on each participant's row. */
const daysOf = (
  { start, zone, rrule, exdates }: Shared,
  to: Pick<SharedWish, "start" | "zone" | "rrule">,
): readonly string[] =>
  keepSkippedDays({ local_start: start, captured_timezone: zone, rrule, exdates }, to);

/**
 * The same thing at another time, of another length or by another name, for all who still take
 * part.
 */
export function updateShared(
  by: Maker,
  { shared, parts }: Group,
  to: SharedRevision,
): SharedChange {
  const changes = parts.filter(isIn).map(({ row, zone }): RowChange => {
    const timing =
      to.timing === undefined
        ? undefined
        : timingFor({ ...to.timing, durationMinutes: null }, zone);
    const days =
      timing === undefined
        ? {}
        : {
            timing: {
              ...timing,
              allDay: to.timing?.allDay ?? false,
              workdays: timing.rrule === row.rrule ? row.workdays : null,
              exdates: keepSkippedDays(row, timing),
            },
          };
    const revision: Revision = { content: to.title, durationMinutes: to.durationMinutes, ...days };
    return {
      kind: "reminder_updated",
      before: row,
      after: reviseRow(onBehalf(by, row.owner_account_id), row, revision),
    };
  });
  const after: Shared = {
    ...shared,
    title: to.title === undefined ? shared.title : cleanContent(to.title),
    durationMinutes: to.durationMinutes === undefined ? shared.durationMinutes : to.durationMinutes,
    ...(to.timing === undefined
      ? {}
      : {
          start: to.timing.start,
          zone: to.timing.zone,
          rrule: to.timing.rrule,
          allDay: to.timing.allDay ?? false,
          exdates: daysOf(shared, to.timing),
        }),
    version: shared.version + 1,
    updatedAt: iso(by.now),
  };
  const own = changes.find((change) => change.after.owner_account_id === by.accountId);
  const [first] = changes;
  const shown = own ?? first;
  const tell = (): News => ({
    type: "shared_reminder_updated",
    objectType: "shared_reminder",
    objectId: shared.id,
    facts: {
      ...(shown === undefined ? {} : factsOf(shown.after)),
      was_title: shared.title,
      was_starts_at: shown?.before?.next_fire_at ?? iso(instantOf(shared.start, shared.zone)),
    },
  });
  const fact = groupEvent(by, {
    kind: "shared_reminder_updated",
    payload: {
      id: shared.id,
      title: after.title,
      title_hash: contentHash(after.title),
      local_trigger_at: after.start,
      captured_timezone: after.zone,
      rrule: after.rrule,
      duration_minutes: after.durationMinutes,
      ...(after.allDay === shared.allDay ? {} : { all_day: after.allDay }),
      exdates: after.exdates,
    },
  });
  const others = parts.filter((part) => isIn(part) && part.id !== by.accountId);
  const rows = new Map(changes.map((change) => [change.after.owner_account_id, change.after]));
  return {
    shared: after,
    parts: parts.map((part) => ({ ...part, row: rows.get(part.id) ?? part.row })),
    command: command(
      by,
      {
        operation: "update_shared_reminder",
        shared: after,
        people: parts.map((part) => part.id),
        expects: shared.version,
        ownVersion: ownVersion(by, parts),
      },
      { facts: [fact], changes, tell, to: others },
    ),
  };
}

/** It is called off for all. */
export function cancelShared(by: Maker, { shared, parts }: Group): SharedChange {
  const active = parts.filter(({ state }) => state === "active");
  const changes = cancelParts(by, active);
  const after = toCancelled(by, shared);
  const fact = groupEvent(by, {
    kind: "shared_reminder_cancelled",
    payload: { id: shared.id, cancelled_by: by.accountId, accounts: active.map(({ id }) => id) },
  });
  const tell = (to: Person): News => ({
    type: "shared_reminder_cancelled",
    objectType: "shared_reminder",
    objectId: shared.id,
    facts: factsOf(parts.find(({ id }) => id === to.id)?.row ?? (parts[0] as Part).row),
  });
  // People who have not answered yet are notified that there is nothing to answer any more.
  const others = parts.filter(
    ({ id, state }) => id !== by.accountId && (state === "active" || state === "asked"),
  );
  return {
    shared: after,
    parts: parts.map((part) =>
      part.state === "active" ? { ...part, state: "cancelled" as const } : part,
    ),
    command: command(
      by,
      {
        operation: "cancel_shared_reminder",
        shared: after,
        people: parts.map((part) => part.id),
        expects: shared.version,
      },
      { facts: [fact], changes, tell, to: others },
    ),
  };
}

/** Restores a cancelled reminder for those who took part then. `undefined`: its time has passed. */
export function restoreShared(by: Maker, { shared, parts }: Group): SharedChange | undefined {
  const back = parts.filter(({ state }) => state === "cancelled");
  const changes = back.flatMap(({ row }): RowChange[] => {
    const after =
      row.lifecycle === "deleted" ? restoreRow(onBehalf(by, row.owner_account_id), row) : undefined;
    return after === undefined ? [] : [{ kind: "reminder_restored", before: row, after }];
  });
  const rows = new Map(changes.map((change) => [change.after.owner_account_id, change.after]));
  if (!rows.has(by.accountId)) return undefined;
  const after: Shared = {
    ...shared,
    status: "active",
    ownPart: "active",
    version: shared.version + 1,
    updatedAt: iso(by.now),
  };
  const people = parts.map((part) => part.id);
  const fact = groupEvent(by, {
    kind: "shared_reminder_restored",
    payload: { id: shared.id, accounts: back.map(({ id }) => id) },
  });
  const tell = (to: Person): News => ({
    type: "shared_reminder_restored",
    objectType: "shared_reminder",
    objectId: shared.id,
    facts: factsOf(rows.get(to.id) ?? (parts[0] as Part).row),
  });
  return {
    shared: after,
    parts: parts.map((part) =>
      part.state === "cancelled"
        ? { ...part, state: "active" as const, row: rows.get(part.id) ?? part.row }
        : part,
    ),
    command: command(
      by,
      {
        operation: "restore_shared_reminder",
        shared: after,
        people,
        expects: shared.version,
        ownVersion: ownVersion(by, parts),
      },
      { facts: [fact], changes, tell, to: back.filter(({ id }) => id !== by.accountId) },
    ),
  };
}
