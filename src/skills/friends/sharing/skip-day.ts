import { iso } from "../../../domain/ports/clock.ts";
import { instantOf } from "../../../language/calendar/instants.ts";
import type { RowChange } from "../../reminders/commands/commands.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import { command, type Group, onBehalf, groupEvent, type SharedChange } from "./group-command.ts";
import type { News } from "../notices/notify.ts";
import type { Part, Person } from "../people.ts";
import { skip, unskip } from "../../reminders/commands/occurrence-commands.ts";

/** Those whose row still follows the series. */
const isFollowing = ({ state, row }: Part): boolean => state === "active" && row.rrule !== null;

interface Days {
  /** Wall times in the series' own zone. */
  readonly days: readonly string[];
  /** Without a notice: the accompanying one says it already. */
  readonly quietly?: boolean;
}

/** These times of a series are left out for all who take part. */
export function skipShared(by: Maker, group: Group, { days, quietly = false }: Days): SharedChange {
  const { shared } = group;
  const changes = group.parts
    .filter((part) => isFollowing(part) && part.row.lifecycle === "active")
    .map(({ row }) =>
      changeDays(
        row,
        (of, day) => skip(onBehalf(by, row.owner_account_id), of, day).changes[0]?.after,
        days,
      ),
    );
  const exdates = [...new Set([...shared.exdates, ...days])].toSorted();
  return dayChange(by, { group, exdates, changes, days, quietly }, "shared_reminder_skipped");
}

/** They are in it again. */
export function unskipShared(by: Maker, group: Group, days: readonly string[]): SharedChange {
  const changes = group.parts
    .filter(isFollowing)
    .map(({ row }) =>
      changeDays(
        row,
        (of, day) => unskip(onBehalf(by, row.owner_account_id), of, day)?.changes[0]?.after,
        days,
      ),
    );
  const exdates = group.shared.exdates.filter((day) => !days.includes(day));
  return dayChange(
    by,
    { group, exdates, changes, days, quietly: false },
    "shared_reminder_unskipped",
  );
}

/** Several days are one change of the row. */
function changeDays(
  row: ReminderRow,
  step: (of: ReminderRow, day: string) => ReminderRow | undefined,
  days: readonly string[],
): RowChange {
  const after = days.reduce((of, day) => step(of, day) ?? of, row);
  return { kind: "reminder_updated", before: row, after: { ...after, version: row.version + 1 } };
}

interface DayChange {
  readonly group: Group;
  readonly exdates: readonly string[];
  readonly changes: readonly RowChange[];
  readonly days: readonly string[];
  readonly quietly: boolean;
}

function dayChange(
  by: Maker,
  on: DayChange,
  type: "shared_reminder_skipped" | "shared_reminder_unskipped",
): SharedChange {
  const { shared, parts } = on.group;
  const after = {
    ...shared,
    exdates: on.exdates,
    version: shared.version + 1,
    updatedAt: iso(by.now),
  };
  const rows = new Map(on.changes.map((change) => [change.after.owner_account_id, change.after]));
  const fact = groupEvent(by, {
    kind: "shared_reminder_updated",
    payload: { id: shared.id, exdates: on.exdates },
  });
  const times = on.days.map((day) => iso(instantOf(day, shared.zone)));
  const tell = (to: Person): News => ({
    type,
    objectType: "shared_reminder",
    objectId: shared.id,
    facts: {
      title: shared.title,
      starts_at: times[0] ?? null,
      times,
      next_at: rows.get(to.id)?.next_fire_at ?? null,
    },
  });
  const others = parts.filter(
    (part) => isFollowing(part) && part.id !== by.accountId && rows.has(part.id),
  );
  return {
    shared: after,
    parts: parts.map((part) => ({ ...part, row: rows.get(part.id) ?? part.row })),
    command: command(
      by,
      {
        operation:
          type === "shared_reminder_skipped"
            ? "skip_shared_occurrence"
            : "unskip_shared_occurrence",
        shared: after,
        people: parts.map((part) => part.id),
        expects: shared.version,
      },
      { facts: [fact], changes: on.changes, tell, to: on.quietly ? [] : others },
    ),
  };
}
