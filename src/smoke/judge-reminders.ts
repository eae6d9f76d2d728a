import { instantOf, wallTimeAt } from "../language/calendar/instants.ts";
import type { ExpectedChange, ExpectedReminder, Moment } from "./case.ts";
import { type Differences, type Evidence, type Finding, must } from "./finding.ts";
import { momentAt, wallOf } from "./moments.ts";
import type { ReminderRow } from "./snapshot.ts";
import type { Person } from "./stack.ts";

/** A turn begins a moment after its message: elapsed time may be counted from either. */
const marginMs = 5_000;

const isOwn = ({ kind }: ReminderRow): boolean => kind !== "shared_projection";

/** The requester's own rows: exactly those that are expected are new, changed or ended, each in every field that matters. */
export function judgeReminders(on: Evidence, { reminders }: Differences): Finding[] {
  const { expected } = on;
  const made = reminders.made.filter(isOwn);
  const taken = new Set<string>();
  const findings = (expected.made ?? []).flatMap((wish) => {
    const row = made.find((each) => !taken.has(each.id) && isAlike(wish.title, each.content));
    if (row === undefined) return must(`a new reminder “${wish.title}”`, "one", "none");
    taken.add(row.id);
    if (wish.as !== undefined) on.named.set(wish.as, row.id);
    return judgeMade(on, wish, row);
  });
  const surplus = made.filter(({ id }) => !taken.has(id));
  return [
    ...findings,
    ...must("reminders made that nobody asked for", "", surplus.map(describeRow).join("; ")),
    ...judgeChanged(
      on,
      reminders.changed.filter(({ before }) => isOwn(before)),
    ),
    ...judgeEnded(
      on,
      reminders.ended.filter(({ before }) => isOwn(before)),
    ),
    ...must("rows that vanished", "", reminders.vanished.map(describeRow).join("; ")),
  ];
}

/** One contains the other, whatever the case: how a title is cut out of a sentence is not what is judged. */
export function isAlike(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase().trim(), other.toLowerCase().trim()];
  return a !== "" && b !== "" && (a.includes(b) || b.includes(a));
}

const describeRow = ({ content, kind, local_start: start }: ReminderRow): string =>
  `${content} (${kind}, ${start ?? "no time"})`;

function judgeMade(on: Evidence, wish: ExpectedReminder, row: ReminderRow): Finding[] {
  const owner = personOf(on);
  const about = (what: string): string => `“${wish.title}”: ${what}`;
  return [
    ...must(about("owner"), owner.accountId, row.owner_account_id),
    ...must(about("kind"), wish.kind, row.kind),
    ...must(about("lifecycle"), "active", row.lifecycle),
    ...must(about("zone"), owner.zone, row.captured_timezone),
    ...judgeTime(on, about("fires at"), { wish: wish.at, row }),
    ...must(about("recurrence"), rulePartsOf(wish.rrule ?? null), rulePartsOf(row.rrule)),
    ...(wish.minutes === undefined
      ? []
      : must(about("minutes"), wish.minutes, row.duration_minutes)),
  ];
}

/** The moment itself, and that the wall time of the row says the same. */
function judgeTime(
  on: Evidence,
  what: string,
  { wish, row }: { wish: Moment | undefined; row: ReminderRow },
): Finding[] {
  const { zone } = personOf(on);
  const next = row.next_fire_at === null ? null : Date.parse(row.next_fire_at);
  if (wish === undefined || next === null)
    return must(
      what,
      wish === undefined ? "never" : wallOf(wish, on.now, zone),
      next === null ? "never" : wallTimeAt(next, zone),
    );
  const due = momentAt(wish, on.now, zone);
  if ("inMinutes" in wish && Math.abs(next - due) <= marginMs) return [];
  const wall =
    row.rrule === null && row.local_start !== null
      ? instantOf(row.local_start, row.captured_timezone)
      : next;
  return [
    ...must(what, wallTimeAt(due, zone), wallTimeAt(next, zone)),
    ...must(`${what}, by its wall time`, wallTimeAt(next, zone), wallTimeAt(wall, zone)),
  ];
}

/** A rule says the same in any order of its parts. */
function rulePartsOf(rule: string | null): string {
  if (rule === null) return "none";
  const parts = rule.replace(/^RRULE:/, "").split(";");
  return parts
    .filter((part) => part !== "INTERVAL=1" && part !== "WKST=MO")
    .toSorted()
    .join(";");
}

type Pair = Differences["reminders"]["changed"][number];

function judgeChanged(on: Evidence, changed: readonly Pair[]): Finding[] {
  const wishes = on.expected.changed ?? [];
  const wished = new Set(wishes.map(({ row }) => on.named.get(row)));
  const fired = new Set((on.expected.fired ?? []).map((row) => on.named.get(row)));
  // A series that went off waits for its next time.
  const isNextTime = ({ before, fields }: Pair): boolean =>
    fired.has(before.id) && fields.join() === "next_fire_at";
  const surplus = changed.filter(
    (pair) =>
      !wished.has(pair.before.id) && !isNextTime(pair) && !goesByParts(on).has(pair.before.id),
  );
  return [
    ...wishes.flatMap((wish) =>
      judgeChange(
        on,
        wish,
        changed.find(({ before }) => before.id === on.named.get(wish.row)),
      ),
    ),
    ...must(
      "reminders changed that nobody meant",
      "",
      surplus.map(({ before, fields }) => `${before.content} (${fields.join(", ")})`).join("; "),
    ),
  ];
}

/** Which columns each part of a wish may touch. */
function fieldsOf(wish: ExpectedChange): Set<string> {
  const timing = ["local_start", "next_fire_at", "instant", "exdates"];
  return new Set([
    ...(wish.at === undefined ? [] : timing),
    ...(wish.rrule === undefined ? [] : [...timing, "rrule", "kind"]),
    ...(wish.title === undefined ? [] : ["content"]),
    ...(wish.minutes === undefined ? [] : ["duration_minutes"]),
    ...(wish.skips === undefined ? [] : ["exdates", "next_fire_at"]),
    "turn_id",
  ]);
}

/** A reminder that has fired becomes active again with a new time. */
const isOnAgain = ({ before, after }: Pair): boolean =>
  before.lifecycle !== "active" && after.lifecycle === "active";

function judgeChange(on: Evidence, wish: ExpectedChange, pair: Pair | undefined): Finding[] {
  if (pair === undefined) return must(`${wish.row} changes`, "yes", "no");
  const { after, fields } = pair;
  const may = fieldsOf(wish);
  const skipped =
    wish.skips === undefined ? undefined : wallOf(wish.skips, on.now, personOf(on).zone);
  return [
    ...(wish.at === undefined
      ? []
      : judgeTime(on, `${wish.row}: fires at`, { wish: wish.at, row: after })),
    ...(wish.title === undefined
      ? []
      : must(`${wish.row}: title`, true, isAlike(wish.title, after.content))),
    ...(wish.rrule === undefined
      ? []
      : must(`${wish.row}: recurrence`, rulePartsOf(wish.rrule), rulePartsOf(after.rrule))),
    ...(wish.minutes === undefined
      ? []
      : must(`${wish.row}: minutes`, wish.minutes, after.duration_minutes)),
    ...(skipped === undefined
      ? []
      : must(`${wish.row}: days taken out`, skipped, after.exdates.join())),
    ...must(
      `${wish.row}: fields that changed besides`,
      "",
      fields
        .filter((field) => !may.has(field) && !(field === "lifecycle" && isOnAgain(pair)))
        .join(),
    ),
  ];
}

function judgeEnded(on: Evidence, ended: Differences["reminders"]["ended"]): Finding[] {
  // A single reminder ends when it fires.
  const once = (on.expected.fired ?? []).filter((row) => isOnce(on, on.named.get(row)));
  const fired = once.map((row) => ({ row, as: "completed" as const }));
  const wishes = [...(on.expected.ended ?? []), ...fired].map((wish) => ({
    ...wish,
    id: on.named.get(wish.row),
  }));
  const surplus = ended.filter(
    ({ before }) => !wishes.some(({ id }) => id === before.id) && !goesByParts(on).has(before.id),
  );
  return [
    ...wishes.flatMap(({ row, as, id }) =>
      must(
        `${row} ends`,
        as,
        ended.find(({ before }) => before.id === id)?.after.lifecycle ?? "not at all",
      ),
    ),
    ...judgeSeen(on),
    ...must(
      "reminders ended that nobody meant",
      "",
      surplus.map(({ before }) => describeRow(before)).join("; "),
    ),
  ];
}

/** A single reminder is over when it was seen, not when it fired. */
function judgeSeen(on: Evidence): Finding[] {
  const { parked = [], arrived = [] } = on.expected;
  const wishes = [
    ...parked.map((row) => ({ row, seen: false })),
    ...arrived.map((row) => ({ row, seen: true })),
  ];
  return wishes
    .filter(({ row }) => isOnce(on, on.named.get(row)))
    .flatMap(({ row, seen }) => {
      const found =
        on.after.reminders.find(({ id }) => id === on.named.get(row))?.lifecycle ?? "gone";
      return must(
        `${row} is over`,
        seen ? "yes" : "not before it was seen",
        found === "completed" ? "yes" : seen ? found : "not before it was seen",
      );
    });
}

/** A reminder that fires now and arrives later ends by either. */
const goesByParts = ({ expected, named }: Evidence): ReadonlySet<string | undefined> =>
  new Set([...(expected.parked ?? []), ...(expected.arrived ?? [])].map((name) => named.get(name)));

const isOnce = ({ before }: Evidence, id: string | undefined): boolean =>
  before.reminders.some((row) => row.id === id && row.rrule === null);

export function personOf({ people, speaker }: Pick<Evidence, "people" | "speaker">): Person {
  const person = people.find(({ who }) => who === speaker);
  if (person === undefined) throw new Error(`no person plays ${speaker}`);
  return person;
}
