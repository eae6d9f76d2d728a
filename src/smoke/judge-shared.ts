import { wallTimeAt } from "../language/calendar/instants.ts";
import type { ExpectedShared, Who } from "./case.ts";
import { isAlike, personOf } from "./judge-reminders.ts";
import { type Differences, type Evidence, type Finding, must } from "./finding.ts";
import { momentAt } from "./moments.ts";
import type { ReminderRow, SharedRow, Snapshot } from "./snapshot.ts";

/**
 * Shared reminders: one row for all participants, and for each of them a reminder of their own at
 * the same moment.
 */
export function judgeShared(on: Evidence, { shared, reminders }: Differences): Finding[] {
  const {
    made = [],
    moved = [],
    renamed = [],
    joined = [],
    cancelled = [],
    restored = [],
    over = [],
  } = on.expected.shared ?? {};
  const taken = new Set<string>();
  const findings = made.flatMap((wish) => {
    const row = shared.made.find((each) => !taken.has(each.id) && isAlike(wish.title, each.title));
    if (row === undefined) return must(`a new shared reminder “${wish.title}”`, "one", "none");
    taken.add(row.id);
    if (wish.as !== undefined) on.named.set(wish.as, row.id);
    return judgeMade(on, wish, row);
  });
  const findNamed = (name: string): string | undefined => on.named.get(name);
  const named = [
    ...[...moved, ...renamed, ...joined, ...over].map(({ row }) => row),
    ...cancelled,
    ...restored,
  ];
  // A reminder that fired is over for those who received it.
  const gone = [
    ...(on.expected.fired ?? []),
    ...(on.expected.parked ?? []),
    ...(on.expected.arrived ?? []),
  ];
  const touched = new Set([...taken, ...[...named, ...gone].map(findNamed)]);
  const strays = [
    ...reminders.made,
    ...reminders.changed.map(({ after }) => after),
    ...reminders.ended.map(({ after }) => after),
  ]
    .filter(({ kind }) => kind === "shared_projection")
    .filter(({ shared_reminder_id: id }) => !touched.has(id ?? ""));
  return [
    ...findings,
    ...moved.flatMap(({ row, at, minutes }) =>
      judgeMoved(on, {
        id: findNamed(row) ?? "",
        name: row,
        due: momentAt(at, on.now, personOf(on).zone),
        minutes,
      }),
    ),
    ...renamed.flatMap(({ row, title }) =>
      judgeRenamed(on, { id: findNamed(row) ?? "", name: row, title }),
    ),
    ...joined.flatMap((wish) => judgeJoined(on, { id: findNamed(wish.row) ?? "", ...wish })),
    ...cancelled.flatMap((name) => judgeCancelled(on, { id: findNamed(name) ?? "", name })),
    ...restored.flatMap((name) => judgeRestored(on, { id: findNamed(name) ?? "", name })),
    ...over.flatMap((wish) => judgeOver(on, { id: findNamed(wish.row) ?? "", ...wish })),
    ...must(
      "shared reminders made that nobody asked for",
      "",
      titles(shared.made.filter(({ id }) => !touched.has(id))),
    ),
    ...must(
      "shared reminders changed that nobody meant",
      "",
      titles(shared.changed.map(({ after }) => after).filter(({ id }) => !touched.has(id))),
    ),
    ...must(
      "shared reminders cancelled that nobody meant",
      "",
      titles(shared.ended.map(({ after }) => after).filter(({ id }) => !touched.has(id))),
    ),
    ...must(
      "parts of shared reminders that nobody meant",
      "",
      strays.map(({ content }) => content).join("; "),
    ),
  ];
}

const titles = (rows: readonly SharedRow[]): string => rows.map(({ title }) => title).join("; ");

const partsOf = ({ after }: Evidence, id: string): ReminderRow[] =>
  after.reminders.filter(
    ({ shared_reminder_id: of, lifecycle }) => of === id && lifecycle === "active",
  );

function judgeMade(on: Evidence, wish: ExpectedShared, row: SharedRow): Finding[] {
  const everybody: Who[] = [on.speaker, ...wish.with];
  const owners = on.people
    .filter(({ who }) => everybody.includes(who))
    .map(({ accountId }) => accountId);
  const parts = partsOf(on, row.id);
  const about = (what: string): string => `“${wish.title}”: ${what}`;
  const dues = [...new Set(parts.map(({ next_fire_at: at }) => at))];
  return [
    ...must(about("status"), "active", row.status),
    ...must(
      about("whose reminders it made"),
      owners.toSorted().join(),
      parts
        .map(({ owner_account_id: id }) => id)
        .toSorted()
        .join(),
    ),
    ...must(about("moments of its parts"), 1, dues.length),
    ...(parts.every(({ rrule }) => rrule === null)
      ? parts.flatMap((part) => judgeZone(on, part))
      : []),
    ...judgeMoment(on, wish, dues[0] ?? null),
    ...(wish.minutes === undefined
      ? []
      : must(about("minutes"), wish.minutes, row.duration_minutes)),
  ];
}

function judgeMoment(on: Evidence, { title, at }: ExpectedShared, due: string | null): Finding[] {
  const { zone } = personOf(on);
  const found = due === null ? null : Date.parse(due);
  if (!("freeNear" in at))
    return must(
      `“${title}”: at`,
      wallTimeAt(momentAt(at, on.now, zone), zone),
      found === null ? "never" : wallTimeAt(found, zone),
    );
  if (found === null) return must(`“${title}”: at`, "a free moment", "never");
  const isNear = Math.abs(found - momentAt(at.freeNear, on.now, zone)) <= at.hours * 3_600_000;
  const busy = on.before.reminders.filter((row) => isAt(row, found));
  return [
    ...must(`“${title}”: within ${at.hours} hours of what was wished`, true, isNear),
    ...must(`“${title}”: falls on`, "", busy.map(({ content }) => content).join("; ")),
  ];
}

/** Half an hour where no length is known, as the product counts it. */
const minutesOf = ({ duration_minutes: minutes }: ReminderRow): number => minutes ?? 30;

const isAt = (row: ReminderRow, at: number): boolean => {
  if (row.lifecycle !== "active" || row.next_fire_at === null) return false;
  const from = Date.parse(row.next_fire_at);
  return at < from + minutesOf(row) * 60_000 && from < at + 30 * 60_000;
};

interface Moved {
  readonly id: string;
  readonly name: string;
  readonly due: number;
  readonly minutes: number | undefined;
}

function judgeMoved(on: Evidence, { id, name, due, minutes }: Moved): Finding[] {
  const parts = partsOf(on, id);
  const before = on.before.reminders.filter(
    ({ shared_reminder_id: of, lifecycle }) => of === id && lifecycle === "active",
  ).length;
  const { zone } = personOf(on);
  const times = [
    ...new Set(
      parts.map(({ next_fire_at: at }) =>
        at === null ? "never" : wallTimeAt(Date.parse(at), zone),
      ),
    ),
  ];
  return [
    ...judgeStands(on, { id, name }),
    ...must(`${name}: title`, titleIn(on.before, id), titleIn(on.after, id)),
    ...must(`${name}: everybody keeps their part`, before, parts.length),
    ...must(`${name}: at`, wallTimeAt(due, zone), times.join()),
    ...must(`${name}: minutes`, minutes ?? lengthIn(on.before, id), lengthIn(on.after, id)),
  ];
}

function judgeCancelled(on: Evidence, { id, name }: { id: string; name: string }): Finding[] {
  const row = on.after.shared.find((each) => each.id === id);
  return [
    ...must(`${name}: status`, "cancelled", row?.status ?? "gone"),
    ...must(`${name}: parts that are left`, 0, partsOf(on, id).length),
  ];
}

const titleIn = ({ shared }: Snapshot, id: string): string =>
  shared.find((each) => each.id === id)?.title ?? "gone";

const lengthIn = ({ shared }: Snapshot, id: string): number | null =>
  shared.find((each) => each.id === id)?.duration_minutes ?? null;

const judgeStands = ({ after }: Evidence, { id, name }: { id: string; name: string }): Finding[] =>
  must(`${name}: status`, "active", after.shared.find((each) => each.id === id)?.status ?? "gone");

/** Each one's own part is on their own clock. */
const judgeZone = ({ people }: Evidence, part: ReminderRow): Finding[] =>
  must(
    `“${part.content}”: zone of ${part.owner_account_id}'s part`,
    people.find(({ accountId }) => accountId === part.owner_account_id)?.zone ?? "unknown",
    part.captured_timezone,
  );

function judgeRenamed(
  on: Evidence,
  { id, name, title }: { id: string; name: string; title: string },
): Finding[] {
  const timesIn = ({ reminders }: Snapshot): string =>
    reminders
      .flatMap((row) =>
        row.shared_reminder_id === id && row.lifecycle === "active"
          ? [`${row.id} ${row.next_fire_at}`]
          : [],
      )
      .join();
  return [
    ...judgeStands(on, { id, name }),
    ...must(
      `${name}: title`,
      true,
      [titleIn(on.after, id), ...partsOf(on, id).map(({ content }) => content)].every((each) =>
        isAlike(title, each),
      ),
    ),
    ...must(`${name}: its times`, timesIn(on.before), timesIn(on.after)),
  ];
}

function judgeJoined(
  on: Evidence,
  { id, row, with: others }: { id: string; row: string; with: readonly Who[] },
): Finding[] {
  const everybody: Who[] = ["me", ...others];
  const owners = on.people
    .filter(({ who }) => everybody.includes(who))
    .map(({ accountId }) => accountId);
  const dues = ({ reminders }: Snapshot): string =>
    [
      ...new Set(
        reminders
          .filter((each) => each.shared_reminder_id === id && each.lifecycle === "active")
          .map((each) => each.next_fire_at),
      ),
    ].join();
  const parts = partsOf(on, id).map((part) => part.owner_account_id);
  return [
    ...judgeStands(on, { id, name: row }),
    ...must(`${row}: who takes part`, owners.toSorted().join(), parts.toSorted().join()),
    ...must(`${row}: moments of its parts`, dues(on.before), dues(on.after)),
  ];
}

function judgeRestored(on: Evidence, { id, name }: { id: string; name: string }): Finding[] {
  const all = on.after.reminders.filter(({ shared_reminder_id: of }) => of === id).length;
  return [
    ...judgeStands(on, { id, name }),
    ...must(`${name}: parts that are there again`, all, partsOf(on, id).length),
  ];
}

function judgeOver(
  on: Evidence,
  { id, row, who, as }: { id: string; row: string; who: Who; as: string },
): Finding[] {
  const owner = on.people.find((person) => person.who === who)?.accountId;
  const states = (snapshot: Snapshot): string =>
    snapshot.reminders
      .filter((each) => each.shared_reminder_id === id && each.owner_account_id !== owner)
      .map(({ id: of, lifecycle }) => `${of} ${lifecycle}`)
      .join();
  const own = on.after.reminders.find(
    (each) => each.shared_reminder_id === id && each.owner_account_id === owner,
  );
  return [
    ...judgeStands(on, { id, name: row }),
    ...must(`${row}: the part of ${who}`, as, own?.lifecycle ?? "gone"),
    ...must(`${row}: the parts of the others`, states(on.before), states(on.after)),
  ];
}
