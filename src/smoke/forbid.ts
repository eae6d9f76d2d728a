import type { Forbid } from "./case.ts";
import { type Differences, type Evidence, type Finding, must } from "./finding.ts";
import type { ReminderRow } from "./snapshot.ts";

/** What a case forbids, and what every case does: seen in the rows alone, whatever was expected. */
export function forbidden(on: Evidence, found: Differences): Finding[] {
  const happened = findForbidden(on, found);
  const broken = on.forbid.filter((tag) => happened[tag]);
  return [
    ...must("forbidden by the case", "", broken.join()),
    ...must("the same thing twice", "", duplicates(on.after.reminders).join("; ")),
    ...(on.isAlone
      ? must(
          "rows of people outside of the case are as they were",
          on.before.elsewhere,
          on.after.elsewhere,
        )
      : []),
  ];
}

function findForbidden(
  { before, after, people, speaker }: Evidence,
  { reminders, shared }: Differences,
): Readonly<Record<Forbid, boolean>> {
  const isOwn = (row: ReminderRow): boolean => row.kind !== "shared_projection";
  const known = new Set(before.deliveries.map(({ id }) => id));
  const others = new Set(
    people.filter(({ who }) => who !== speaker).map(({ accountId }) => accountId),
  );
  const facts = {
    reminder_create: reminders.made.some(isOwn),
    reminder_change: reminders.changed.some((pair) => isOwn(pair.before)),
    reminder_end: [...reminders.ended.map((pair) => pair.before), ...reminders.vanished].some(
      isOwn,
    ),
    shared_create: shared.made.length > 0,
    shared_change: shared.changed.length > 0,
    shared_cancel: shared.ended.length + shared.vanished.length > 0,
    friend_change: JSON.stringify(before.friendships) !== JSON.stringify(after.friendships),
    tell_others: after.deliveries.some(
      ({ id, account_id: account }) => !known.has(id) && others.has(account),
    ),
  };
  return { ...facts, any_write: Object.values(facts).some(Boolean) };
}

/** Two active rows of one person with the same words at the same moment. */
function duplicates(rows: readonly ReminderRow[]): string[] {
  const active = rows.filter(({ lifecycle }) => lifecycle === "active");
  const keyOf = (row: ReminderRow): string =>
    JSON.stringify([
      row.owner_account_id,
      row.content.trim().toLowerCase(),
      row.next_fire_at,
      row.rrule,
    ]);
  return [...Map.groupBy(active, keyOf).values()]
    .filter(({ length }) => length > 1)
    .flatMap(([row]) => row?.content ?? []);
}
